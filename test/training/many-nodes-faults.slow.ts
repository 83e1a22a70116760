import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { readRun } from "../../lib/runs/record";
import { clusterWithFaults, HANG, type FaultKind } from "../cluster/node-faults";
import { all } from "../extent";
import { temporaryFolder } from "../temporary";
import { stepsDone } from "./steps-done";
import { losses, validations } from "./tiny-fit";

/** One, a link that breaks under a training, has its place beside all that takes minutes; WORKBOOK_TEST=all makes 20 of all kinds. */
const FAULTS = all ? 20 : 1;
const kinds: FaultKind[] = all ? ["worker", "node", "link"] : ["link"];
/** A process that waits for a core must not look lost: it may be silent for two fifths of this. */
const TIMEOUT = 15;

const { srun, fault } = clusterWithFaults("faults", 3, Number(process.env.WORKBOOK_TEST_SEED ?? 20));
let folder: string;
beforeAll(() => void (folder = temporaryFolder("faults")));

/** The host lets each image wait, so that there is time to do harm between the steps. */
const training = [
  ...["--strategy", "multi-worker", "--device", "cpu", "--collective-timeout", String(TIMEOUT)],
  ...["--model", "tinyresnet", "--dataset", "synthetic", "--image-size", "32", "--local-batch-size", "8"],
  ...["--train-images", "280", "--test-images", "40", "--epochs", "18", "--momentum", "0.9"],
  ...["--data", "host", "--seconds-per-image", "0.01", "--seed", "3"],
];

const train = (record: string, ...more: string[]) =>
  srun(["workbook", "train", ...training, "--record", record, ...more]);

const recordOf = (record: string, task: number): string =>
  task === 0 ? record : join(folder, "workers", `killed.task-${task}.json`);

it(
  `${FAULTS} killed workers, dead nodes and broken links: nobody hangs, no checkpoint is lost, the losses stay the same`,
  { timeout: 40 * 60_000 },
  async () => {
    const whole = join(folder, "whole.json");
    const { exitCode, stderr } = await train(whole);
    expect(exitCode, stderr).toBe(0);

    const record = join(folder, "killed.json");
    const checkpoint = join(folder, "checkpoints");
    const resuming = ["--checkpoint", checkpoint, "--checkpoint-steps", "1", "--resume"];
    for (let count = 1; count <= FAULTS; count++) {
      const { ends, named, steps, what } = await fault("child.js", {
        ...{ kinds, latest: 1500, train: () => train(record, ...resuming), reached: () => stepsDone(checkpoint) },
        ended: async (others, began) => {
          for (const task of others) await ended(recordOf(record, task), began);
          return Promise.all(others.map(async (task) => readRun(recordOf(record, task))));
        },
      });
      for (const { outcome, reason } of ends) expect(outcome, `${what}: ${reason}`).toBe("failed");
      // TensorFlow's own runtime may end one that is left, in one of 60 faults or so. The other one says whom it lost.
      const unnamed = ends.filter(({ reason = "" }) => !named.test(reason)).map(({ reason }) => reason);
      expect(unnamed.length, unnamed.join("; ")).toBeLessThan(ends.length);
      for (const reason of unnamed) expect(reason).toMatch(/ended with SIGABRT/);
      expect(stepsDone(checkpoint), "a checkpoint is lost").toBeGreaterThanOrEqual(steps);
    }
    const last = await train(record, ...resuming);
    expect(last.exitCode, last.stderr).toBe(0);
    const [expected, found] = [await readRun(whole), await readRun(record)];
    expect(found.outcome).toBe("completed");
    expect(found.where, "the nodes of a local cluster have one kernel").toMatchObject({ machines: 1 });
    expect(found.resumedFrom?.length).toBe(FAULTS);
    expect(losses(found)).toEqual(losses(expected));
    expect(validations(found)).toEqual(validations(expected));
  },
);

/** Waits until this run is over. @throws when it hangs */
async function ended(record: string, began: number): Promise<void> {
  while ((await readRun(record)).outcome === "running") {
    if (Date.now() - began > 1000 * HANG) throw new Error(`${record} still runs ${HANG} s after the fault.`);
    await setTimeout(50);
  }
}
