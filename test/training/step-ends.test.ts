import { join } from "node:path";
import { expect, it } from "vitest";
import type { Feed } from "../../datasets";
import { stepSeconds } from "../../lib/runs/epochs";
import { exampleRun } from "../../lib/runs/example-run";
import { capture, deviceNames, tf } from "../../lib/tensorflow/engine";
import { TrainingLoop } from "../../lib/training/epoch";
import { Interruption } from "../../lib/training/interruption";
import { sgd } from "../../lib/training/optimizer";
import { silent } from "../../lib/training/progress";
import { RunLog } from "../../lib/training/run-log";
import { standInGpu } from "../tensorflow/stand-in-gpu/stand-in-gpu";
import { temporaryFolder } from "../temporary";

const STEPS = 6;
const gpu = standInGpu();
const step = capture((x: tf.Tensor) => tf.neg(x));
const x = tf.tensor1d([1, -2]);

let allowed = 0;

/** Lets one kernel more run. @returns when. */
function allowNext(): number {
  const now = performance.now();
  gpu.allow(++allowed);
  return now;
}

it("a launched step ends when it ends, not when the next one does, which was launched long before", async () => {
  expect(deviceNames()).toEqual(["CPU:0", "GPU:0"]);
  allowNext();
  await step.launch(x); // also puts x on the device
  const launched = Array.from({ length: STEPS }, () => step.launch(x));
  expect([gpu.launched(), gpu.done()]).toEqual([allowed + STEPS, allowed]); // a launch returns at once
  for (const result of launched) {
    const before = allowNext();
    const { values, at } = await result;
    const after = performance.now();
    expect(gpu.done()).toBe(allowed);
    expect(values).toEqual(Float32Array.of(-1, 2));
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(after);
  }
});

it("so does it in the record, and no step seems to take two steps' time, or none", async () => {
  const begun: number[] = [];
  const updates = {
    // Each step begins when the next one has been launched.
    update: async () => {
      const launched = step.launch(x);
      if (gpu.launched() > allowed + 1) begun.push(allowNext());
      const { at } = await launched;
      return { batches: [{ loss: 1, correct: 1 }], stop: 0, at };
    },
    accumulate: () => Promise.reject(new Error("every update has one batch")),
  };
  const batch = { tensors: [], images: 4, waitSeconds: 0 };
  const feed = { imagesOf: () => 4, batches: () => Array<typeof batch>(STEPS).fill(batch) } as unknown as Feed;
  const { where, configuration } = exampleRun({ epochSeconds: [1], batches: [4] });
  const log = RunLog.start(join(temporaryFolder("step-ends"), "run.json"), where, configuration);
  const interruption = new Interruption(() => undefined, false);
  const position = { epoch: 1, stepInEpoch: 0, globalStep: 0 };
  const options = { stepsPerEpoch: STEPS, syncEvery: 1, optimizer: sgd(0.1), seed: 1, progress: silent };
  const loop = new TrainingLoop({ feed, updates, ...options, log, position, interruption });
  for await (const next of loop.steps()) {
    if (position.globalStep === STEPS - 1) gpu.allow((allowed += 2)); // no step comes after the last one
    await loop.run(next);
  }
  interruption.dispose();
  const [epoch] = log.record.epochs;
  // A step that begins at one time has ended before the next one begins.
  begun
    .map((time) => log.secondsAt(time))
    .forEach((time, number) => {
      expect(epoch.steps.end[number]).toBeGreaterThanOrEqual(time);
      if (number > 0) expect(epoch.steps.end[number - 1]).toBeLessThanOrEqual(time);
    });
  expect(begun).toHaveLength(STEPS - 2);
  expect(stepSeconds(epoch).every((seconds) => seconds > 0)).toBe(true);
});
