import { describe, expect, it } from "vitest";
import "../../four-devices";
import { checkpointRows, heldRows, sentRows, stagesOf, stateRows, weightRows } from "../../../chapters/08-memory/rows";
import { aboveRest, memoryOf, sentBy } from "../../../chapters/08-memory/runs";
import { largestRows, linkRows, waysOnLinks, type Counts } from "../../../chapters/08-memory/ways";
import { exampleRun } from "../../../lib/runs";
import { keptNumbers } from "../../../solutions/08-memory/exercises/memory-activations";
import { parametersOf } from "../../../solutions/08-memory/exercises/model-states";

/** Without what is sent beyond a ring's (n - 1) / n. */
const counts: Counts = {
  countWeights: parametersOf,
  keptNumbers,
  zeroBytes: (parameters, devices, stage) => {
    const part = (4 * parameters) / devices;
    const atRest = 4 * parameters * (stage === 0 ? 3 : stage === 3 ? 0 : 1) + (stage === 0 ? 0 : 3 * part);
    const gradients = stage < 2 ? 4 * parameters : part;
    return { atRest, inStep: atRest + gradients, sent: (stage % 2 === 0 ? 2 : 3) * (devices - 1) * part };
  },
};

describe("the rows of lesson 8's tables", () => {
  it("a training takes 16 bytes for each weight, and GPT-3 has 175 billion weights, nearly all in its blocks' matrices", () => {
    const states = stateRows((parameters, precision) => {
      const [computing, master] = precision === "mixed" ? [2, 4] : [4, 0];
      const moments = 8 * parameters;
      return {
        weights: computing * parameters,
        master: master * parameters,
        moments,
        gradients: computing * parameters,
      };
    });
    expect(states.map((row) => [row["between two steps"], row["in a step"], row["80 GB hold (billions)"]])).toEqual([
      [12, 16, 5],
      [14, 16, 5],
    ]);
    const rows = weightRows(parametersOf);
    expect(rows.map((row) => row.built === row["your count"])).toEqual([true, true, false, false, false]);
    expect(rows.at(-1)!["your count"] / 1e9).toBeCloseTo(174.6, 1);
    expect(rows.at(-1)!["12 layers x width² (%)"]).toBeGreaterThan(99);
  });

  it("a chain of 4 layers in segments of 2 computes 2 layers again", () => {
    const [row] = heldRows(4, [{ segment: 2, held: [1, 1, 2, 2, 3, 2, 1, 2, 1, 0] }]);
    expect(row).toMatchObject({ "kept at most": 3, "computed again": 2, "computing, as a multiple": 14 / 12 });
  });

  it("runs give the bytes of the device that held the most, beside what was counted", () => {
    const run = {
      ...exampleRun({ epochSeconds: [2], batches: [8] }),
      deviceMemory: { atRest: [30, 40], peak: [90, 70] },
    };
    expect([memoryOf(run), aboveRest(run)]).toEqual([{ atRest: 40, peak: 90 }, 50]);
    expect(sentBy(run)).toBeNaN();
    const sending = { ...run, sentBytes: { data: [5e6, 6e6], stage: [1e6, 1e6] } };
    expect(sentBy(sending)).toBe(6e6);
    expect(sentRows([sending], counts.zeroBytes)[0]).toMatchObject({ stage: 0, "sent by a device (MB)": 6 });
    expect(stagesOf([run], counts.zeroBytes)[0]).toMatchObject({ name: "stage 0", measured: { atRest: 40, peak: 90 } });
    expect(checkpointRows(run, sending).map(({ blocks }) => blocks)).toEqual(["kept", "computed again"]);
  });
});

describe("eight ways to train", () => {
  const xl = { layers: 48, heads: 25, width: 1600, context: 1024, vocabulary: 50_257, rows: 6, devices: 4 };
  const stepTimes = (compute: number, sent: number, rate: number) => ({
    inTurn: compute + sent / rate,
    overlapped: Math.max(compute, sent / rate),
  });

  it("take less memory and more computing with checkpoints, and wait for a slow link", () => {
    const [slow, fast] = waysOnLinks(xl, { slow: 1, fast: 1e15 }, 3, { ...counts, stepTimes });
    expect(fast.ways.map(({ name, seconds }) => [name, seconds])).toEqual(
      ["0", "0c", "1", "1c", "2", "2c", "3", "3c"].map((name) => [name, name.endsWith("c") ? 4 : 3]),
    );
    for (const [at, { checkpoints, bytes, seconds }] of slow.ways.entries()) {
      expect(seconds).toBe(counts.zeroBytes(parametersOf(xl), 4, Math.floor(at / 2) as 0 | 1 | 2 | 3).sent);
      if (checkpoints) expect(bytes).toBeLessThan(slow.ways[at - 1].bytes);
    }
    const [row] = linkRows(xl, { fast: 1e15 }, 3, { ...counts, stepTimes });
    expect(row).toMatchObject({ stage: 0, fast: 3 });
  });

  it("train larger models, the more they divide: each row's model fits, and one more block does not", () => {
    const shape = { width: 4096, heads: 32, context: 2048, vocabulary: 50_257, rows: 1, devices: 4 };
    const rows = largestRows(shape, 80e9, counts);
    expect(rows[7]["weights (billions)"]).toBeGreaterThan(3 * rows[0]["weights (billions)"]);
    const { byToken, byPair } = keptNumbers({ rows: 1, tokens: 2048, width: 4096, heads: 32 });
    const held = (layers: number) => 16 * parametersOf({ ...shape, layers }) + layers * 4 * (byToken + byPair);
    expect([held(rows[0].layers), held(rows[0].layers + 1)].map((bytes) => bytes <= 80e9)).toEqual([true, false]);
  });
});
