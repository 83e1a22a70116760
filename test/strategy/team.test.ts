import { availableParallelism } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { MirroredStrategy } from "../../lib/strategy";
import { readRun, type RunRecord } from "../../lib/runs/record";
import { expectAsKeras } from "../training/against-keras";
import { goldenOf, type OwnRun } from "../training/keras-run";
import { difference, type Trained } from "./helpers";
import { perform as performHere, type Task, type TinyFit } from "./worker";
import { perform } from "./workers";
import { full } from "../extent";
import { temporaryFolder } from "../temporary";

new MirroredStrategy({ devices: 4, device: "cpu" }).dispose(); // so that TensorFlow starts with as many

let folder: string;
beforeAll(() => void (folder = temporaryFolder("team")));

/** The same in this process, on logical devices. */
async function mirrored(devices: number, task: Task): Promise<unknown> {
  const strategy = new MirroredStrategy({ devices, device: "cpu" });
  try {
    return await performHere(strategy, task);
  } finally {
    strategy.dispose();
  }
}

/** Expects the workers to agree bit for bit, and to have trained what logical devices of one process do. */
async function expectAsMirrored(devices: number, task: Task, results: unknown[], tolerance = 1e-6): Promise<void> {
  const [first, ...others] = results as Trained[];
  others.forEach((other) => expect(other).toEqual(first));
  const expected = (await mirrored(devices, task)) as Trained;
  expect(difference(first.after, expected.after)).toBeLessThan(tolerance);
  expect(first.steps.map(({ correct }) => correct)).toEqual(expected.steps.map(({ correct }) => correct));
  const losses = (trained: Trained): number[][] => [trained.steps.map(({ loss }) => loss)];
  expect(difference(losses(first), losses(expected))).toBeLessThan(tolerance);
}

const steps: Record<string, Task> = {
  "whole batches, with momentum and dropout": { steps: { batches: [8, 8, 8], momentum: 0.9, dropout: 0.5 } },
  "uneven batches, and one with fewer images than replicas": { steps: { batches: [7, 5, 1, 8] } },
  "updates from several batches": { steps: { batches: [8, 8, 7, 8, 3], syncEvery: 3, momentum: 0.9 } },
};

describe("two processes, where the site has a proxy that leads nowhere,", () => {
  const golden = goldenOf("mirrored");
  let results: unknown[][];
  const fits: TinyFit[] = [{}, { syncEvery: 4, seed: 3 }];
  beforeAll(async () => {
    for (const name of ["http_proxy", "https_proxy", "grpc_proxy"]) vi.stubEnv(name, "http://127.0.0.1:1");
    vi.stubEnv("no_proxy", "another.example");
    const records = fits.map((each, index): Task => ({ fit: { ...each, record: join(folder, `run-${index}.json`) } }));
    const keras = golden.runs.map((_, index): Task => ({ keras: index }));
    results = await perform(2, [...Object.values(steps), ...keras, ...records]);
  });

  it.each(Object.keys(steps))("train as two devices of one process: %s", async (name) => {
    await expectAsMirrored(2, steps[name], results[Object.keys(steps).indexOf(name)]);
  });

  it.each(golden.runs.map(({ momentum }, index) => [momentum, index]))(
    "give the results of Keras's MirroredStrategy with momentum %d",
    (_momentum, index) => {
      for (const own of results[Object.keys(steps).length + index] as OwnRun[]) {
        expectAsKeras(golden.runs[index], own);
      }
    },
  );

  it.each(fits)("fit as two devices of one process, every image once an epoch: %o", async (chosen) => {
    const index = fits.indexOf(chosen);
    const expected = (await mirrored(2, { fit: { ...chosen, record: join(folder, "mirrored.json") } })) as RunRecord;
    const chief = await readRun(join(folder, `run-${index}.json`));
    const other = await readRun(join(folder, "workers", `run-${index}.task-1.json`));
    for (const run of [chief, other]) {
      expect(run).toMatchObject({
        outcome: "completed",
        configuration: {
          strategy: "multi-worker",
          replicas: 2,
          workers: 2,
          localBatchSize: 4,
          compression: "none",
          bucketBytes: 250_000,
        },
      });
      expect(run.configuration.syncEvery).toBe(chosen.syncEvery);
      // Two hosts by their addresses, but one kernel under them.
      expect(run.where.hosts).toHaveLength(2);
      expect(run.where).toMatchObject({ machines: 1, coresInAll: availableParallelism() });
      for (const [at, epoch] of run.epochs.entries()) {
        expect(epoch.steps.images).toEqual([8, 8, 8, 8, 8, 4]);
        const there = expected.epochs[at];
        expect(difference([epoch.steps.loss], [there.steps.loss])).toBeLessThan(1e-6);
        expect(epoch.steps.correct).toEqual(there.steps.correct);
        expect(epoch.validation?.loss).toBeCloseTo(there.validation?.loss ?? NaN, 6);
        expect(epoch.validation?.accuracy).toBe(there.validation?.accuracy);
      }
    }
    expect(other.epochs.map(({ steps }) => steps.loss)).toEqual(chief.epochs.map(({ steps }) => steps.loss));
  });
});

it.each([
  [1, 1], // a process that is alone
  ...(full ? [[2, 2], [3, 1]] : []),
])("%i processes of %i devices each train as so many devices of one process", async (processes, devices) => {
  const tasks = Object.values(steps);
  const results = await perform(processes, tasks, { devices });
  for (const [at, task] of tasks.entries()) await expectAsMirrored(processes * devices, task, results[at]);
}); // prettier-ignore

it("gradients that travel as bfloat16 give nearly the same, and the same on all processes", async () => {
  const task: Task = { steps: { batches: [8, 8, 8, 8], rate: 0.2 } };
  const [results] = await perform(3, [task], { compression: "bfloat16" });
  await expectAsMirrored(3, task, results, 0.01);
  const exact = (await mirrored(3, task)) as Trained;
  const apart = difference((results[0] as Trained).after, exact.after);
  expect(apart).toBeGreaterThan(1e-6); // they have been rounded
});
