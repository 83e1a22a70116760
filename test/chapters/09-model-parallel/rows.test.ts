import { describe, expect, it } from "vitest";
import { brokenSchedules, describeBroken, exchanged } from "../../../chapters/09-model-parallel/broken-schedules";
import { publishedMeshes } from "../../../chapters/09-model-parallel/llama-405b";
import { meshesOf } from "../../../chapters/09-model-parallel/mesh-sizes";
import {
  axisRows,
  bubbleCurves,
  bubbleRows,
  cutRows,
  deviceRows,
  publishedMeshRows,
  scaledRows,
  tensorRows,
} from "../../../chapters/09-model-parallel/rows";
import { exampleRun } from "../../../lib/runs";

describe("the rows of lesson 9's tables", () => {
  it("give the numbers that a student counts, for each way to cut and each axis", () => {
    const rows = cutRows((first, second) => (first === "columns" && second === "rows" ? 10 : 35), 10);
    expect(rows.map((row) => row["times the numbers of y"])).toEqual([3.5, 1, 3.5, 3.5]);
    const links = { insideBytesPerSecond: 4e9, betweenBytesPerSecond: 1e9 };
    const cluster = { ...links, gpus: 1, gpusPerNode: 1, memoryBytes: 1, operationsPerSecond: 1 };
    const [tensor] = axisRows({ data: 1e9, stage: 2e9, tensor: 8e9 }, cluster);
    expect(tensor).toMatchObject({ axis: "tensor", "inside a node (s)": 2, "between nodes (s)": 8 });
  });

  it("give the bubble of a schedule", () => {
    const idle = (devices: number, microbatches: number) => (devices - 1) / (microbatches + devices - 1);
    expect(bubbleRows(4, [4], idle)[0]).toMatchObject({ "idle (%)": 300 / 7, "times as fast as one device": 16 / 7 });
    expect(bubbleCurves([2], [1, 3], idle)).toEqual([{ name: "2 stages", microbatches: [1, 3], idle: [0.5, 0.25] }]);
  });

  it("give what devices held and sent, and the first device's losses", () => {
    const run = {
      ...exampleRun({ epochSeconds: [2], batches: [8] }),
      deviceMemory: { atRest: [1e6, 2e6], peak: [3e6, 4e6] },
      sentBytes: { tensor: [5e6, 6e6], stage: [7e6, 8e6] },
    };
    expect(tensorRows([run])[0]).toMatchObject({ "along tensor": 1, "at rest (MB)": 1, "sent along tensor (MB)": 5 });
    const [, second] = deviceRows(run);
    expect(second).toMatchObject({ "data, stage, tensor": "0 0 1", "at the peak (MB)": 4, "along stage (MB)": 8 });
    expect(second["along data (MB)"]).toBeUndefined();
  });

  it("have 1,152 rows in MLPerf's step on 512 GPUs, and 960 on 2,560", async () => {
    const published = await publishedMeshes();
    expect(publishedMeshRows(published).map(({ GPUs }) => GPUs)).toContain("16,384 H100");
    const runs = published.filter(({ microbatches }) => microbatches !== undefined);
    expect(scaledRows(runs, [0.1, 0.2]).map((row) => [row["rows in a step"], row["bubble (%)"]])).toEqual([
      [1152, 10],
      [960, 20],
    ]);
  });
});

describe("the meshes of some GPUs", () => {
  it("are all ways to write their number as a product of three", () => {
    expect(meshesOf(4)).toEqual([
      { data: 4, stage: 1, tensor: 1 },
      { data: 2, stage: 2, tensor: 1 },
      { data: 1, stage: 4, tensor: 1 },
      { data: 2, stage: 1, tensor: 2 },
      { data: 1, stage: 2, tensor: 2 },
      { data: 1, stage: 1, tensor: 4 },
    ]);
    for (const { data, stage, tensor } of meshesOf(96)) expect(data * stage * tensor).toBe(96);
    expect(meshesOf(64)).toHaveLength(28);
  });
});

describe("broken schedules", () => {
  it("are shown with the engine's line; what is exchanged leaves the schedule as it was", () => {
    for (const name of ["a", "b", "c"] as const) expect(describeBroken(name)).toMatch(/^Schedule .\n {2}device 0: /);
    expect(describeBroken("c")).toContain("B1 in 2");
    expect(describeBroken("a")).not.toContain("It runs to its end.");
    const { schedule } = brokenSchedules.a;
    const mended = exchanged(schedule, { device: 2, places: [2, 3] });
    expect([mended[2][2], mended[2][3]]).toEqual([schedule[2][3], schedule[2][2]]);
    expect(mended[0]).toEqual(schedule[0]);
  });
});
