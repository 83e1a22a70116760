import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Feed } from "../../datasets";
import { exampleRun } from "../../lib/runs/example-run";
import { TrainingLoop } from "../../lib/training/epoch";
import { Interruption } from "../../lib/training/interruption";
import { sgd } from "../../lib/training/optimizer";
import { silent } from "../../lib/training/progress";
import { RunLog } from "../../lib/training/run-log";
import { Updates, type UpdateBatch } from "../../lib/training/update";
import { tinyFit } from "./tiny-fit";
import { temporaryFolder } from "../temporary";

let folder: string;
beforeEach(() => void (folder = temporaryFolder("epoch")));
afterEach(() => vi.restoreAllMocks());

it("a step is launched before the results of the one before are taken", async () => {
  const events: string[] = [];
  const { update } = Updates.prototype;
  vi.spyOn(Updates.prototype, "update").mockImplementation(function (this: Updates, ...about) {
    events.push("launch");
    return update.apply(this, about);
  });
  const { addStep } = RunLog.prototype;
  vi.spyOn(RunLog.prototype, "addStep").mockImplementation(function (this: RunLog, ...about) {
    events.push("record");
    addStep.apply(this, about);
  });
  await tinyFit({ epochs: 2, checkpoint: join(folder, "checkpoint"), checkpointSteps: 3 }, { trainImages: 40 });
  const [launch, record] = ["launch", "record"];
  expect(events).toEqual([
    ...[launch, record], // the first step, whose time is recorded by itself
    ...[launch, launch, record, record], // a checkpoint after step 3 holds it
    ...[launch, launch, record, record], // the end of the epoch
    ...[launch, record], // a checkpoint after step 6
    ...[launch, launch, record, launch, record, record, launch, record],
  ]);
});

/** The clock of such a training, in milliseconds: it advances when the feed or the device says so, whatever this machine does. */
let now = 0;

/** A device that goes on by itself, as a GPU does, and does one step at a time. */
class Device {
  private idle: Promise<unknown> = Promise.resolve();
  private free = 0;
  readonly launched: { at: number; about: UpdateBatch }[] = [];
  /** When each step was done. */
  readonly ends: number[] = [];

  /** @param stopsAt The step in which another process tells of its signal. */
  constructor(
    private readonly milliseconds: number,
    private readonly stopsAt = Infinity,
  ) {}

  async update(_batch: unknown, about: UpdateBatch) {
    const step = this.launched.length;
    this.launched.push({ at: now, about });
    const end = (this.free = Math.max(this.free, now) + this.milliseconds);
    this.ends.push(end);
    await (this.idle = this.idle.then(async () => {
      for (let turn = 0; turn < 20; turn++) await setImmediate(); // a step is long: the host does all that it can do meanwhile
      now = Math.max(now, end + 5); // the host hears of it later
    }));
    const batches = Array.from({ length: about.place + 1 }, () => ({ loss: step, correct: 1 }));
    return { batches, stop: step === this.stopsAt ? 1 : 0, at: end };
  }

  accumulate(batch: unknown, about: UpdateBatch) {
    return this.update(batch, about).then(({ at }) => ({ at }));
  }
}

interface Chosen {
  steps?: number;
  syncEvery?: number;
  /** Milliseconds for which the feed lets the loop wait before each batch. */
  waiting?: number;
  /** Steps after which all results are taken, as for a checkpoint. */
  finishing?: readonly number[];
}

/** Trains an epoch on such a device. */
async function trained(device: Device, { steps = 6, syncEvery = 1, waiting = 0, finishing = [] }: Chosen) {
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const feed = {
    stepsPerEpoch: steps,
    imagesOf: () => 4,
    *batches() {
      for (let step = 0; step < steps; step++) {
        now += waiting;
        yield { tensors: [], images: 4, waitSeconds: waiting / 1000 };
      }
    },
  } as unknown as Feed; // nothing decodes its batches
  const { where, configuration } = exampleRun({ epochSeconds: [1], batches: [4] });
  const log = RunLog.start(join(folder, "run.json"), where, configuration);
  const interruption = new Interruption(() => undefined, true);
  const position = { epoch: 1, stepInEpoch: 0, globalStep: 0 };
  const options = { stepsPerEpoch: steps, syncEvery, optimizer: sgd(0.1), seed: 1, progress: silent };
  const loop = new TrainingLoop({ feed, updates: device, ...options, log, position, interruption });
  for await (const step of loop.steps()) {
    await loop.run(step);
    if (finishing.includes(position.globalStep)) await loop.finish();
  }
  interruption.dispose();
  return { ...log.record.epochs[0].steps, log, position };
}

describe("steps that overlap their launches", () => {
  it("end in the record when the device had done them, and follow one another", async () => {
    const device = new Device(500);
    const { start, end, wait, loss, log } = await trained(device, {});
    expect(end).toEqual(device.ends.map((time) => log.secondsAt(time)));
    expect(loss).toEqual([0, 1, 2, 3, 4, 5]);
    expect(start.slice(1)).toEqual(end.slice(0, -1)); // the device was never idle
    expect(wait.slice(1)).toEqual([0, 0, 0, 0, 0]);
    device.launched.slice(1).forEach(({ at }, step) => {
      expect(at).toBeLessThan(device.ends[step]);
    });
  });

  it("wait in the record only while the device had nothing to do", async () => {
    const device = new Device(20);
    const { start, end, wait } = await trained(device, { waiting: 100 });
    start.slice(1).forEach((time, step) => {
      expect(wait[step + 1]).toBeGreaterThan(0.05);
      expect(wait[step + 1]).toBeLessThanOrEqual(time - end[step]);
      // The device worked for 20 ms of the time between two steps.
      expect(wait[step + 1]).toBeLessThan(time - start[step] - 0.015);
    });
  });

  it("have their own results, also where an update has several batches", async () => {
    const { loss, start, end } = await trained(new Device(10), { steps: 5, syncEvery: 2 });
    // The updates end with the second, fourth and fifth step.
    expect(loss.map((each) => each / 2)).toEqual([1, 1, 3, 3, 2]);
    const times = start.flatMap((time, step) => [time, end[step]]);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it.each([[[]], [[3]], [[1, 2, 3, 4, 5]]])(
    "of several processes end after the same step when one had a signal, wherever results were taken: %j",
    async (finishing) => {
      const device = new Device(5, 2); // all hear of the signal from the third step
      const { end, position } = await trained(device, { finishing });
      expect(position.globalStep).toBe(4);
      expect(end).toHaveLength(4);
    },
  );

  it("of several processes with long updates end with the update in which they heard of the signal", async () => {
    const { position } = await trained(new Device(5, 3), { steps: 12, syncEvery: 4 });
    expect(position.globalStep).toBe(4);
  });
});
