import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { textNamed } from "../../datasets";
import { gpt } from "../../lib/models";
import { readProfile } from "../../lib/profile";
import type { RunRecord } from "../../lib/runs/record";
import { fullyShard } from "../../lib/sharding";
import { exampleRun } from "../../lib/runs/example-run";
import { configureTensorFlow, deviceNames, tf } from "../../lib/tensorflow";
import { adamW, fit } from "../../lib/training";
import type { FitOptions } from "../../lib/training/fit-options";
import { RunLog } from "../../lib/training/run-log";
import { temporaryFolder } from "../temporary";

configureTensorFlow({ device: "cpu", logicalDevices: 2, intraOpThreads: 1, interOpThreads: 2 });
deviceNames(); // starts it

let folder: string;
beforeEach(() => void (folder = temporaryFolder("device-memory")));

/** Trains with 5 batches an epoch, the last of which has fewer rows, unless there are other rows. */
async function train(options: Partial<FitOptions>, trainRows = 37): Promise<{ run: RunRecord; said: string }> {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const sizes = { vocabulary: 44, context: 8, layers: 2, heads: 4, width: 16, seed: 2 };
  const model = gpt(sizes);
  const strategy = fullyShard({ devices: 2, zero: 3 });
  try {
    const text = await textNamed("synthetic", { context: 8, globalBatchSize: 8, trainRows, testRows: 8 });
    const optimizer = adamW(0.01);
    const chosen = { strategy, optimizer, epochs: 1, evaluate: false, memory: true, record: join(folder, "run.json") };
    return { run: await fit(model, text, { ...chosen, ...options }), said: write.mock.calls.join("\n") };
  } finally {
    write.mockRestore();
    model.dispose();
  }
}

const NOTHING = "No memory was measured: the training ended before a second whole update.";

describe("what devices hold is measured", () => {
  it.each<[string, Partial<FitOptions>]>([
    ["of one batch each", {}],
    ["of several batches", { syncEvery: 2 }],
    ["between which there are shorter ones", { syncEvery: 4, epochs: 2 }],
    ["of as many batches as there are", { syncEvery: 8, epochs: 2 }],
  ])("in the second whole one of updates %s", async (_, options) => {
    const { run, said } = await train(options);
    expect(run.deviceMemory?.atRest).toHaveLength(2);
    expect(said).not.toContain(NOTHING);
  });

  it.each<[what: string, options: Partial<FitOptions>, rows?: number]>([
    ["no second update", { stepsPerEpoch: 1 }],
    ["no second whole one", { syncEvery: 4 }],
    ["only a second one with fewer rows", {}, 13],
  ])("or it says that there was %s", async (_, options, rows) => {
    const { run, said } = await train(options, rows);
    expect(run.deviceMemory).toBeUndefined();
    expect(said).toContain(NOTHING);
  });

  it("before a profile is recorded, which needs the same profiler", async () => {
    const file = join(folder, "profile.pb");
    const { run } = await train({ syncEvery: 4, epochs: 4, profile: { file, steps: 2 } });
    expect(run.deviceMemory?.atRest).toHaveLength(2);
    expect(readProfile(file).length).toBeGreaterThan(0);
  });
});

describe("what devices send in an update", () => {
  const sent = async (options: Partial<FitOptions>) =>
    (await train({ ...options, memory: false })).run.sentBytes!.data[0];

  it("is that of all its batches", async () => {
    const once = await sent({});
    // Gradients that are added up on each device are scattered once, or with each batch: in between, weights are gathered.
    expect((await sent({ syncEvery: 4, epochs: 2 })) / once).toBeCloseTo(4, 1);
    expect((await sent({ syncEvery: 4, stepsPerEpoch: 3 })) / once).toBeCloseTo(3, 1);
  });
});

it("what a GPU takes to try algorithms, when a step of a size is launched for the first time, is not its peak", async () => {
  const { where, configuration } = exampleRun({ epochSeconds: [1], batches: [4] });
  const log = RunLog.start(
    join(folder, "log.json"),
    { ...where, devices: ["CPU:0"] },
    { ...configuration, device: "gpu" },
  );
  const peakAfter = async (step: string, megabytes: number) => {
    log.launch(step, () => tf.tidy(() => void tf.neg(tf.range(0, 250_000 * megabytes))));
    await log.write();
    return log.record.devicePeakBytes![0] / 1e6;
  };
  expect(await peakAfter("update of 4", 64)).toBeGreaterThan(63); // nothing else is known
  expect(await peakAfter("update of 4", 16)).toBeLessThan(50);
  expect(await peakAfter("update of 2", 64)).toBeLessThan(50);
  expect(await peakAfter("evaluation of 4", 64)).toBeLessThan(50);
  expect(await peakAfter("update of 2", 8)).toBeGreaterThan(15); // of the larger step
  expect(await peakAfter("update of 4", 64)).toBeGreaterThan(63);
});
