import { chapterRuns, runStatistics } from "parallel-training/runs";
import { expect, it } from "vitest";
import { checkRecord } from "../../lib/runs/record";

const find = async (id: string, epochTime?: "steps" | "seconds") => {
  const run = (await chapterRuns({ epochTime })).find((each) => each.id === id);
  if (!run) throw new Error(`no run ${id}`);
  return run;
};

it("makes valid records of the chapter's eight runs", async () => {
  const runs = await chapterRuns();
  expect(runs.map(({ id }) => id)).toEqual([
    "torres-resnet50v2-cpu-20-cores-1x256",
    "torres-resnet50v2-h100-64gb-1x256",
    "torres-resnet50v2-h100-64gb-1x2048",
    "torres-resnet50v2-h100-64gb-2x2048",
    "torres-resnet50v2-h100-64gb-4x2048",
    "torres-resnet152v2-h100-64gb-1x1024",
    "torres-resnet152v2-h100-64gb-2x1024",
    "torres-resnet152v2-h100-64gb-4x1024",
  ]);
  for (const run of runs) {
    expect(checkRecord(run, run.id)).toEqual(run);
    for (const { steps } of run.epochs) expect(steps.images.reduce((sum, images) => sum + images, 0)).toBe(50_000);
  }
  expect(runs[4].epochs[1].steps.images).toEqual([8192, 8192, 8192, 8192, 8192, 8192, 848]);
});

it("gives the printed seconds where these are asked for", async () => {
  const cpu = await find("torres-resnet50v2-cpu-20-cores-1x256", "seconds");
  const gpu = await find("torres-resnet50v2-h100-64gb-1x256", "seconds");
  const { steadyEpochSeconds, firstEpochSeconds, startUpSeconds } = runStatistics(cpu);
  expect(steadyEpochSeconds).toBeCloseTo(215);
  expect(firstEpochSeconds).toBeCloseTo(220);
  expect(startUpSeconds).toBeCloseTo(5);
  expect(runStatistics(gpu).steadyEpochSeconds).toBeCloseTo(14);
});
