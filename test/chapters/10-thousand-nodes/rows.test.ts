import { describe, expect, it } from "vitest";
import {
  intervalRows,
  invoiceColumns,
  killsRows,
  nodeRows,
  saveRows,
  slowestCurves,
} from "../../../chapters/10-thousand-nodes/job-rows";
import { smallTraining } from "../../../chapters/10-thousand-nodes/kill-and-resume";
import {
  asStep,
  efficientRows,
  kindErrorRows,
  kindRows,
  misfitRows,
  predictByLine,
  predictByModel,
  predictionRows,
  ratesOf,
  scaleGuesses,
  stepRows,
  suspectRows,
  timeBy,
} from "../../../chapters/10-thousand-nodes/scaled-steps";
import { fitScale, mlperfSeries } from "../../../lib/experiment";
import { expectedGoodput, youngInterval } from "../../../lib/failures/closed-forms";
import { publishedSteps } from "../../../lib/runs";
import { relativeLine } from "../../../solutions/10-thousand-nodes/exercises/scale";

const steps = await publishedSteps();
const h100 = mlperfSeries("H100-SXM-80GB", steps);
const known = h100.fitted.map(asStep);
const line = relativeLine(known);

describe("rows of MLPerf's steps", () => {
  it("have every kind of step, and the line's errors on them", () => {
    const kinds = kindRows(known);
    expect(kinds.reduce((sum, { logs }) => sum + logs, 0)).toBe(known.length);
    expect(kinds.every((row) => row["fastest (ms)"] <= row["slowest (ms)"])).toBe(true);
    const sixteen = kindErrorRows(known, line).find(({ GPUs }) => GPUs === 16)!;
    expect(sixteen.to).toBeLessThan(0); // too low for all of them, as the lesson says
    expect(ratesOf([{ gpus: 512, batch: 40, ms: 10 }])).toEqual([
      { group: "512 GPUs and more", batch: 40, imagesPerSecond: 4000 },
    ]);
    expect(stepRows([{ gpus: 8, batch: 40, ms: 10 }])[0]["images/s of each"]).toBe(4000);
  });

  it("put predictions beside the truth: an interval from errors of 10 % goes 20 % to either side", () => {
    const flat = { fixed: 10, image: 0 };
    const fitted = [11, 9.0909, 11, 9.0909].map((ms) => ({ gpus: 8, batch: 1, ms }));
    const { "3584 GPUs": of } = predictByLine(flat, fitted, h100.predicted);
    expect(of.value).toBe(10);
    expect((of.high - of.value) / of.value).toBeCloseTo(0.27, 2); // 2 x 0.0958 x sqrt(4 / 2)
    const truth = [{ gpus: 3584, batch: 16, ms: 11 }];
    const rows = predictionRows(truth, { line: { "3584 GPUs": of }, you: {} }, (low, high) => high - low);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ who: "line", holds: "yes", score: of.high - of.low });
    expect(scaleGuesses({ line: { "3584 GPUs": of } })[0].points[0]).toMatchObject({ devices: 3584, value: 10 });
    const ofModel = predictByModel(fitScale(h100.fitted), h100.predicted);
    expect(Object.keys(ofModel)).toContain("512 GPUs");
  });

  it("name the odd row: without it, a line fits", () => {
    const odd = [4, 8, 16].map((gpus) => ({ gpus, batch: 64 / gpus, ms: 1 + 64 / gpus }));
    const all = [...odd, { gpus: 32, batch: 2, ms: 6 }];
    const misfits = misfitRows(all, relativeLine);
    expect(misfits[3]["without the row on"]).toBe("32 GPUs");
    expect(misfits[3]["sum of squares"]).toBeCloseTo(0, 12);
    expect(suspectRows(all, 32, relativeLine)[3]).toMatchObject({ suspect: "yes", "a step (ms)": 6 });
    expect(suspectRows(all, 32, relativeLine)[3]["measured / line"]).toBeCloseTo(2, 9);
    expect(timeBy({ fixed: 1, image: 2 }, 3)).toBe(7);
    expect(efficientRows([100], (batch, share) => batch * share)[0]["GPUs at 50 %"]).toBe(50);
  });
});

describe("rows of jobs", () => {
  it("save as Young says, more often on more nodes", () => {
    const young = (checkpointSeconds: number, mtbf: number, nodes: number) =>
      youngInterval({ checkpointSeconds, jobMtbfSeconds: mtbf / nodes });
    const goodput = (intervalSeconds: number, checkpointSeconds: number, restartSeconds: number, mtbf: number) =>
      expectedGoodput({ intervalSeconds, checkpointSeconds, restartSeconds, jobMtbfSeconds: mtbf });
    const rows = saveRows(young, goodput);
    expect(rows.at(-1)!.nodes).toBe(2048);
    expect(rows.at(-1)!["failures a day"]).toBeCloseTo(419 / 54, 9);
    expect(rows[0]["goodput (%)"]).toBeGreaterThan(rows.at(-1)!["goodput (%)"]);
    expect(intervalRows((by) => by / 10, () => 0.5)[2]).toMatchObject({ "your training (%)": 10, "Llama 3 (%)": 50 }); // prettier-ignore
  });

  it("compare the slowest with the mean, and nodes by their runs", () => {
    const [own, normal] = slowestCurves([1, 3], (n) => (n === 1 ? 2 : 3));
    expect(own.points.slice(0, 2).map(({ more }) => more)).toEqual([0, 0.5]);
    expect(normal.points[1].more).toBeCloseTo(0.564 / 2, 3); // the larger of two normal numbers, for a spread of 1
    const runs = [
      { nodes: ["a", "b"], ms: 10 },
      { nodes: ["b", "c"], ms: 30 },
    ];
    expect(nodeRows(["b"], runs)).toEqual([
      { node: "b", "fastest run (ms)": 10, "mean of its runs (ms)": 20, "slowest run (ms)": 30 },
    ]);
  });

  it("say what was killed, and what is to be paid", () => {
    const band = { low: 0.4, high: 0.8, mean: 0.6 };
    const rows = killsRows({ totalSeconds: 50, goodput: 0.5 }, { work: 25, predicted: 40, band });
    expect(rows.map((row) => row["goodput (%)"])).toEqual([50, 62.5, 40, 80]);
    expect(invoiceColumns({ hours: 1, deviceHours: 2, price: 3, kilowattHours: 4 })).toMatchObject({ EUR: 3, kWh: 4 });
    expect(smallTraining(60, 10)).toMatchObject({ every: 10, arguments: { stepsPerEpoch: 60, batchSize: 8 } });
  });
});
