import { describe, expect, test } from "vitest";
import { differences } from "../../../chapters/05-experiments/differences";
import { spreadOf, spreadRows } from "../../../chapters/05-experiments/spread";
import { anova } from "../../../lib/experiment";
import { observed } from "../../experiment/statistics-fixture";

describe("blocks", () => {
  const inBlocks = (levels: Record<string, number>, seconds: number[]) =>
    seconds.map((each, block) => ({ ...observed(levels, each), replicate: block + 1 }));
  // Every block is 10 s slower than the one before it, and batch 64 takes 1 s longer.
  const runs = [...inBlocks({ batch: 32 }, [10, 20, 30.1]), ...inBlocks({ batch: 64 }, [11, 21.1, 31])];

  test("take what differs between them out of the residual, and have no interactions", () => {
    const [plain, blocked] = [false, true].map((blocks) => anova(runs, ["batch"], { blocks }));
    expect(blocked.rows.map(({ term, df }) => [term, df])).toEqual([
      ["block", 2],
      ["batch", 1],
    ]);
    expect(plain.rows[0].sumOfSquares).toBeCloseTo(blocked.rows[1].sumOfSquares, 9);
    expect(plain.rows[0].p).toBeGreaterThan(0.9);
    expect(blocked.rows[1].p).toBeLessThan(0.01);
    expect(
      anova(runs.slice(0, 1).concat(runs[3]), ["batch"], { blocks: true }).leftOut.map(({ term }) => term),
    ).toEqual(["block"]);
    const named = runs.map((run) => ({ ...run, levels: { ...run.levels, block: 1 } }));
    expect(() => anova(named, ["batch"], { blocks: true })).toThrow(
      "The design has a factor named block: give it another",
    );
  });

  test("make a difference that single intervals hide visible", () => {
    const [row, ...none] = differences(runs, "batch", [32, 64]);
    expect(none).toEqual([]);
    expect(row).toMatchObject({ overlap: true, from: 32, to: 64, levels: {} });
    expect(row.paired.low).toBeGreaterThan(0);
    expect(row.unpaired.low).toBeLessThan(0);
    expect(row.paired.mean).toBeCloseTo(row.unpaired.mean, 9);
    // Only blocks that have both count, and one block is no interval.
    expect(differences(runs.slice(0, 5), "batch", [32, 64])[0].paired.count).toBe(2);
    expect(differences(runs.slice(0, 4), "batch", [32, 64])).toEqual([]);
  });
});

describe("the spread of runs", () => {
  const runs = [32, 64].flatMap((batch) =>
    [9, 10, 11, 12].map((seconds) => observed({ batch }, batch === 32 ? seconds : seconds / 10)),
  );

  test("in seconds differs where the share of the mean does not", () => {
    const [seconds, shares] = [spreadOf(runs, "batch"), spreadOf(runs, "batch", { asShare: true })];
    expect(seconds.levels[0].standardDeviation / seconds.levels[1].standardDeviation).toBeCloseTo(10, 9);
    expect(shares.levels[0].standardDeviation).toBeCloseTo(shares.levels[1].standardDeviation, 9);
    expect(seconds.p).toBeLessThan(0.05);
    expect(spreadRows(seconds).at(-1)).toMatchObject({ batch: "Brown-Forsythe", p: seconds.p.toFixed(4) });
    expect(spreadRows(shares)[0]["standard deviation, %"]).toBeCloseTo(100 * shares.levels[0].standardDeviation, 9);
  });

  test("that cannot be compared is refused in one line", () => {
    expect(() => spreadOf([observed({ batch: 1 }, 3)], "batch")).toThrow("No configuration has two runs");
    expect(() => spreadOf(runs.slice(0, 4), "batch")).toThrow(
      "All runs have batch 32: to compare, they need at least 2",
    );
  });
});
