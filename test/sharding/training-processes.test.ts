import { join } from "node:path";
import { expect, it } from "vitest";
import { all } from "../extent";
import { performAlike, startWorkers } from "../strategy/workers";
import { lossesOfOneDevice, text } from "./one-device";
import { optimizer, rowsOf, sizes, type Trained, type TrainingWorker } from "./training-worker";

const file = join(__dirname, "training-worker.ts");
const updates = 5;
const batches = Array.from({ length: updates }, (_, update) => text(sizes, rowsOf(update), update));

type Case = [name: string, worker: Omit<TrainingWorker, "updates">, processes: number[]];

const cases: Case[] = [
  ["ZeRO-3", { shape: { data: 4 }, zero: 3 }, [2, 4]],
  ["shared layers and tokens", { shape: { data: 2, tensor: 2 }, tensor: { sequence: true } }, [2, 4]],
  ["2 stages", { shape: { stage: 2, data: 2 }, stages: { microbatches: 4 } }, [2, 4]],
  ["4 stages, GPipe", { shape: { stage: 4 }, stages: { microbatches: 4, schedule: "gpipe" } }, [2, 4]],
  ["interleaved stages", { shape: { stage: 2 }, stages: { stages: 4, microbatches: 4 } }, [2]],
  [
    "data x stages x layers",
    { shape: { data: 2, stage: 2, tensor: 2 }, stages: { microbatches: 2, sequence: true } },
    [4],
  ],
];
const few: [string, number][] = [["shared layers and tokens", 2], ["2 stages", 4]]; // prettier-ignore
const runs = cases.flatMap(([name, worker, processes]) =>
  processes
    .filter((count) => all || few.some(([each, of]) => each === name && of === count))
    .map((count): [string, number, Case[1]] => [name, count, worker]),
);
// Update 2 has fewer rows, and is not compiled: what processes exchange is the same.
const compiled = cases
  .slice(0, all ? undefined : 0)
  .map(([name, worker]): (typeof runs)[number] => [`${name}, compiled by XLA,`, 2, { ...worker, xla: true }]);

it.each([...runs, ...compiled])("%s over %i processes learn what one device learns", async (_, processes, worker) => {
  const expected = lossesOfOneDevice(sizes, optimizer, batches);
  const all = (await performAlike(processes, { ...worker, updates } satisfies TrainingWorker, file)) as Trained[];
  for (const [losses, digest] of all) {
    losses.forEach((loss, update) => {
      expect(Math.abs(loss - expected[update]), `update ${update}`).toBeLessThan(1e-5);
    });
    // Every process gathers the same whole tensors for a checkpoint.
    expect(digest).toBe(all[0][1]);
  }
});

it("gradients of copies of shared layers can be sent in bfloat16", async () => {
  const worker = { shape: { data: 2, tensor: 2 }, tensor: {}, compression: "bfloat16", updates } as const;
  const [[losses]] = (await performAlike(2, worker satisfies TrainingWorker, file)) as Trained[];
  const furthest = Math.max(
    ...lossesOfOneDevice(sizes, optimizer, batches).map((loss, update) => Math.abs(losses[update] - loss)),
  );
  expect(furthest).toBeLessThan(0.01);
  expect(furthest).toBeGreaterThan(1e-6); // rounded, indeed
});

const lost: [string, Omit<TrainingWorker, "updates">][] = [
  ["a stage", { shape: { stage: 2 }, stages: { microbatches: 4 }, dies: { task: 1, before: 2 } }],
  ["a device that shares layers", { shape: { tensor: 2 }, tensor: {}, dies: { task: 0, before: 2 } }],
  ["a part of ZeRO-3", { shape: { data: 2 }, zero: 3, dies: { task: 1, before: 2 } }],
];

it.each(all ? lost : lost.slice(0, 1))("when %s is killed, the others end with its name", async (_, worker) => {
  const timeoutSeconds = 15;
  const one: TrainingWorker = { ...worker, updates: 1000, timeoutSeconds };
  const { processes } = await startWorkers([one, one], file);
  const ends = await Promise.all(processes);
  const gone = worker.dies!.task;
  expect(ends[gone].signal).toBe("SIGKILL");
  const other = ends[1 - gone];
  expect(other.timedOut).toBe(false);
  expect(other.stderr).toMatch(
    new RegExp(`Task ${gone} \\(127\\.0\\.0\\.${gone + 1}:\\d+\\) does not answer any more`),
  );
});

it("a process that answers, but does nothing, does not keep the others waiting for ever", async () => {
  const stages = { microbatches: 4 };
  const one: TrainingWorker = {
    ...{ shape: { stage: 2 }, stages, updates: 1000, mostStepSeconds: 10 },
    idles: { task: 1, before: 2 },
  };
  const { processes } = await startWorkers([one, one], file);
  const { stderr, exitCode } = await processes[0];
  processes[1].kill("SIGKILL");
  await processes[1];
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(
    /^Waiting up to 10 s for a step that has taken 5 s: all tasks answer.* `kill -9 \d+` ends this\.$/m,
  );
  expect(stderr).toContain("All tasks answer, but a step has not ended within 10 s: one of them does nothing");
});

it("no thread stays behind of an update, however many exchanges it has", async () => {
  const worker: TrainingWorker = { shape: { stage: 2 }, stages: { microbatches: 4 }, updates: 60 };
  for (const [, , more] of (await performAlike(2, worker, file)) as Trained[]) expect(more).toBeLessThan(100);
});
