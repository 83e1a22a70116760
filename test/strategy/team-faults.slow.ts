import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { readRun, type RunRecord } from "../../lib/runs/record";
import type { Task, TinyFit, Worker } from "./worker";
import { stepsDone } from "../training/steps-done";
import { losses, validations } from "../training/tiny-fit";
import { perform, startWorkers } from "./workers";
import { temporaryFolder } from "../temporary";

/** A process that waits for a core must not look lost: it may be silent for two fifths of this. */
const TIMEOUT = 15;
/** Much more than the time-out: only a hang takes so long. */
const HANG = 60;

let folder: string;
beforeEach(() => void (folder = temporaryFolder("faults")));

/** A training of a minute, so that there is time to do harm. */
const slow = (more: TinyFit = {}): Worker => ({
  timeoutSeconds: TIMEOUT,
  tasks: [{ fit: { ...files(), checkpointSteps: 1, secondsPerImage: 0.02, epochs: 60, ...more } }],
});

const files = () => ({ record: join(folder, "run.json"), checkpoint: join(folder, "checkpoints") });
const recordOf = (task: number): Promise<RunRecord> =>
  readRun(task === 0 ? files().record : join(folder, "workers", `run.task-${task}.json`));

type Workers = Awaited<ReturnType<typeof startWorkers>>["processes"];

/** Waits for a checkpoint after so many steps, or for the end of a worker that should make it. */
async function trained(steps: number, [worker]: Workers): Promise<void> {
  while (stepsDone(files().checkpoint) < steps) {
    if ((worker.exitCode ?? worker.signalCode) !== null) throw new Error((await worker).stderr);
    await setTimeout(20);
  }
}

/** Whether somebody listens there. */
async function answers(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  const answered = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return answered;
}

describe("a lost process", () => {
  it("that is killed ends all others, which name it; each listens on its own address only", async () => {
    const { addresses, processes } = await startWorkers([slow(), slow(), slow()]);
    await trained(2, processes);
    const ports = addresses.map((address) => Number(address.split(":")[1]));
    for (const [task, port] of ports.entries()) {
      expect(await answers(`127.0.0.${task + 1}`, port)).toBe(true);
      for (const other of ["127.0.0.99", "::1"]) expect(await answers(other, port), `${other}:${port}`).toBe(false);
    }
    const began = performance.now();
    processes[1].kill("SIGKILL");
    for (const task of [0, 2]) {
      const { exitCode, stderr } = await processes[task];
      expect(performance.now() - began).toBeLessThan(1000 * HANG);
      expect(exitCode, stderr).toBe(1);
      const named = `Task 1 (${addresses[1]}) does not answer any more: its process ended, its node died`;
      expect(stderr).toContain(named);
      const run = await recordOf(task);
      expect(run).toMatchObject({ outcome: "failed" });
      expect(run.reason).toContain(named);
    }
  });

  it("that stands still ends the other, though its connections live", async () => {
    const { addresses, processes } = await startWorkers([slow(), slow()]);
    await trained(2, processes);
    const began = performance.now();
    processes[0].kill("SIGSTOP");
    const { exitCode, stderr } = await processes[1];
    expect(performance.now() - began).toBeLessThan(1000 * HANG);
    processes[0].kill("SIGKILL");
    expect(exitCode, stderr).toBe(1);
    expect(stderr).toContain(`Task 0 (${addresses[0]}) does not answer any more`);
    expect(await recordOf(1)).toMatchObject({ outcome: "failed" });
    await processes[0];
  });

  it("that has never come is named by all", async () => {
    // Not at least a minute, as it is for users.
    const impatient = { ...slow(), joinSeconds: 3 };
    const { addresses, processes } = await startWorkers([impatient, impatient, impatient]);
    processes[2].kill("SIGKILL");
    const [chief, other] = await Promise.all(processes.slice(0, 2));
    const missing = new RegExp(
      `^Of 3 tasks, .*task 2 \\(${addresses[2]}\\) did not come within 3 s: look at their output`,
      "m",
    );
    expect(chief).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(missing) as string });
    // The chief tells the other, unless it begins when the other has given up already.
    expect(other.exitCode).toBe(1);
    if (!/^Task 0 .* did not answer within 3 s/m.test(other.stderr)) expect(other.stderr).toMatch(missing);
  });
});

it("a process that trains something else is refused by all, with each difference named", async () => {
  const other = { globalBatchSize: 12, filters: 5, seed: 2, syncEvery: 2 };
  const { addresses, processes } = await startWorkers([slow(), slow(other)]);
  for (const [task, { exitCode, stderr }] of (await Promise.all(processes)).entries()) {
    expect(exitCode, stderr).toBe(1);
    const [line] = stderr.split("\n").filter((each) => each.includes("trains something else"));
    expect(line).toContain(`Task 1 (${addresses[1]}) trains something else: `);
    for (const difference of [
      "parameters 174 on task 0, 215 there",
      "globalBatchSize 8 on task 0, 12 there",
      "syncEvery 1 on task 0, 2 there",
      "seed 1 on task 0, 2 there",
      "weights (digest) ",
    ]) {
      expect(line).toContain(difference);
    }
    expect(line).not.toMatch(/version|commit|epochs/);
    expect(await recordOf(task)).toMatchObject({ outcome: "failed", epochs: [] });
  }
});

it("a signal to one process ends all after the same update, and resuming goes on bit for bit", async () => {
  const chosen = { syncEvery: 2, epochs: 3 };
  const slowly = slow({ ...chosen, secondsPerImage: 0.2 }); // it is not at its end when the signal comes
  const { processes } = await startWorkers([slowly, slowly]);
  await trained(2, processes);
  processes[1].kill("SIGTERM");
  for (const { exitCode, stderr } of await Promise.all(processes)) expect(exitCode, stderr).toBe(0);
  const [chief, other] = [await recordOf(0), await recordOf(1)];
  expect(chief).toMatchObject({ outcome: "interrupted", reason: "Ended by a signal to another task." });
  expect(other).toMatchObject({ outcome: "interrupted", reason: "Ended by SIGTERM." });
  const steps = losses(chief).length;
  expect(losses(other)).toEqual(losses(chief));
  expect(steps % 2 === 0 || steps % 6 === 0).toBe(true);
  expect(steps).toBeLessThan(18);
  const epoch = Math.ceil(steps / 6); // one that has all its steps and no evaluation is not over
  const whole: Task = { fit: { ...chosen, record: join(folder, "whole.json") } };
  const rest: Task = { fit: { ...chosen, ...files(), resume: true, weights: 99 } };
  const [expected, found] = (await perform(2, [whole, rest])) as RunRecord[][];
  for (const [task, run] of found.entries()) {
    expect(run.outcome).toBe("completed");
    expect(run.resumedFrom).toEqual([{ epoch, step: steps - 6 * (epoch - 1) }]);
    expect(losses(run)).toEqual(losses(expected[task]));
    expect(validations(run)).toEqual(validations(expected[task]));
  }
});
