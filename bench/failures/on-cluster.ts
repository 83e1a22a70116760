import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { LocalCluster } from "../../lib/cluster";
import { firstStepEnd, killedTraining, type KilledTraining } from "../../lib/failures";
import type { Job } from "../../lib/jobs/job";
import { checkpointOf, lastWords, recordOf } from "../../lib/jobs/job-folder";
import { submitJob } from "../../lib/jobs/submit-job";
import { nodeNames } from "../../lib/slurm/controller";
import { hasEnded, jobState, type JobState } from "../../lib/slurm/job-state";

/** Between two looks at a job. Each look takes some of the processor's time. */
const LOOK_MS = 500;

/** When a training is killed, and where. */
export interface Kill {
  /** Seconds since the training's first step ended; `whole`: once it goes on after the kill before, and has written a checkpoint since. */
  at: number | "whole";
  /** Which of the job's nodes, from 0 in their order. */
  which: number;
}

/**
 * Trains as a job of a local cluster, kills a node of the job at each moment as if its power failed, and revives it later. Slurm starts the
 * job again on nodes that are left.
 * @param options.every Steps from one checkpoint to the next.
 * @param options.kills In the order of their moments; those after the training's end do not happen. One that finds the job without nodes
 * waits until it has some.
 * @param options.repairSeconds From a kill until the node is back.
 * @param options.say Receives a line for each kill.
 * @throws one line where the job ends early.
 */
export async function trainAndKill(
  cluster: LocalCluster,
  job: Job,
  options: {
    every: number;
    kills: readonly Kill[];
    repairSeconds: number;
    folder: string;
    say: (line: string) => void;
  },
): Promise<KilledTraining> {
  const { every, kills, repairSeconds, folder, say } = options;
  await rm(folder, { recursive: true, force: true });
  const { ids, output } = await submitJob(job, { folder });
  const id = ids[0];
  const firstStepEnded = await untilFirstStep(folder, id);
  const repairs: Promise<unknown>[] = [];
  let repairFailed: Error | undefined;
  const moments: number[] = [];
  let state: JobState | undefined;
  let savedBefore: string | undefined;
  // A process that lives on after a kill may still write a checkpoint, before the job starts again.
  const isWhole = async () =>
    (await checkpointOf(folder)) !== savedBefore &&
    ((await recordOf(folder))?.resumedFrom ?? []).length >= moments.length;
  try {
    for (; ; await sleep(LOOK_MS)) {
      if (repairFailed) throw repairFailed;
      const { at, which } = kills.at(moments.length) ?? { at: Infinity, which: 0 };
      const isDue = at === "whole" ? await isWhole() : Date.now() >= firstStepEnded + 1000 * at;
      state = await jobState(id);
      if (state && hasEnded(state)) break;
      if (!isDue || state?.state !== "RUNNING") continue;
      const node = await killOneOf(cluster, nodeNames(state.nodes), which);
      if (node === undefined) continue; // all are dead, and Slurm does not know it yet
      moments.push(Date.now());
      savedBefore = await checkpointOf(folder);
      say(`killed node${node} after ${((Date.now() - firstStepEnded) / 1000).toFixed(1)} s (${moments.length})`);
      const repair = sleep(1000 * repairSeconds).then(() => cluster.reviveNode(node));
      repairs.push(repair.catch((error: Error) => (repairFailed = error)));
    }
  } finally {
    await Promise.all(repairs);
  }
  const run = await recordOf(folder);
  if (run?.outcome === "completed") return killedTraining({ run, firstStepEnded, kills: moments }, every);
  throw new Error(`The training ended early (${state?.state}): ${(await lastWords(output)) ?? "it printed nothing"}`);
}

/** Kills one of these nodes that is up, beginning with one of them. @returns its number; undefined if all are dead. */
async function killOneOf(cluster: LocalCluster, names: readonly string[], first: number): Promise<number | undefined> {
  for (let next = 0; next < names.length; next++) {
    const node = Number(names[(first + next) % names.length].slice("node".length));
    if (await cluster.killNode(node)) return node;
  }
  return undefined;
}

/** When the job's first step ended, in milliseconds since 1970. */
async function untilFirstStep(folder: string, id: string): Promise<number> {
  for (;;) {
    const end = firstStepEnd(await recordOf(folder));
    if (end !== undefined) return end;
    const state = await jobState(id);
    if (state && hasEnded(state)) {
      throw new Error(`Job ${id} ended before its first step (${state.state}): see ${folder}.`);
    }
    await sleep(LOOK_MS);
  }
}
