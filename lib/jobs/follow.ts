import { setTimeout as sleep } from "node:timers/promises";
import { sum } from "simple-statistics";
import type { RunRecord } from "../runs/record";
import { idOf, journalOf, recordOf, slurmIdOf, type SubmittedJob } from "./job-folder";
import { argumentOf } from "./request";
import { neverStarts, waitsFor } from "../slurm/reasons";
import { hasEnded, isWaiting, jobState, type JobState } from "../slurm/job-state";

/** The status of a job. */
export interface JobStatus {
  job: SubmittedJob;
  /** Undefined while Slurm does not answer. */
  state?: JobState;
  /** The run's record so far; undefined where the training has not begun. */
  run?: RunRecord;
  /** The notes of the job's script on starts, restarts, and the time limit. */
  journal: string[];
}

/** Options of {@link follow}. */
interface FollowOptions {
  /** Stops following when it is aborted; the job goes on. */
  signal?: AbortSignal;
  /** Seconds between two looks at first; the pause grows to ten seconds. Default 1. */
  everySeconds?: number;
}

/**
 * Looks at a job again and again until it ends, and yields its status each time.
 * @returns its last status, or undefined when following was stopped.
 * @throws one line when the job can never start, or Slurm has not answered for ten minutes.
 */
export async function* follow(
  job: SubmittedJob,
  { signal, everySeconds = 1 }: FollowOptions = {},
): AsyncGenerator<JobStatus, JobStatus | undefined> {
  let seconds = everySeconds;
  let lastAnswer = Date.now();
  while (!signal?.aborted) {
    const status = await look(job);
    const { state } = status;
    if (state) lastAnswer = Date.now();
    else if (Date.now() - lastAnswer > 600_000) {
      throw new Error(`Slurm has not answered for ten minutes. ${goOnFollowing(job)}`);
    }
    if (state && isWaiting(state)) {
      const never = neverStarts(state.reason);
      if (never)
        throw new Error(
          `Job ${idOf(job)} can never start (${state.reason}: ${never}): \`./workbook submit --cancel ${idOf(job)}\` ends it.`,
        );
    }
    if (state && hasEnded(state)) return status;
    yield status;
    await sleep(1000 * seconds, undefined, { signal }).catch(() => undefined);
    seconds = Math.min(10, seconds * 1.02);
  }
  return undefined;
}

/** How to look at a job again, and how to end it. */
export function goOnFollowing(job: SubmittedJob): string {
  const id = idOf(job);
  return `Follow job ${id} again by \`./workbook submit --attach ${id}\`; \`--cancel ${id}\` ends it.`;
}

async function look(job: SubmittedJob): Promise<JobStatus> {
  const state = await jobState(slurmIdOf(job));
  return { job, state, run: await recordOf(job.folder), journal: await journalOf(job.folder) };
}

/** A status in one line. */
export function statusLine({ job, state, run, journal }: JobStatus): string {
  const id = `job ${idOf(job)}`;
  if (!state) return `${id}: Slurm does not answer just now`;
  if (isWaiting(state)) {
    const start = state.startsAt === undefined ? "" : `, starts about ${clock(state.startsAt)}`;
    return `${id} waits: ${waitsFor(state.reason)}${start}`;
  }
  const again = state.restarts > 0 ? `, started again (${state.restarts})` : "";
  const where = `${id} on ${state.nodes || "its nodes"}${again}`;
  if (state.state !== "RUNNING") return `${where}: ${state.state.toLowerCase()}`;
  const started = journal.findLast((line) => line.includes(" started "))?.slice(0, 20) ?? "";
  // The record may be older than the job's last start.
  const isStale = run !== undefined && run.outcome !== "running" && (run.endedAt ?? "") < started;
  return `${where}: ${run && !isStale ? trainingLine(run, job) : "starting"}`;
}

/** A time in this machine's own zone: `2026-11-21 17:34:57`. */
const clock = (seconds: number): string => new Date(1000 * seconds).toLocaleString("sv-SE");

/** The progress of a training in one line: `epoch 1/2  step 12/32  loss 2.3012  120 images/s`. */
function trainingLine({ epochs, configuration }: RunRecord, job: SubmittedJob): string {
  const epoch = epochs.at(-1);
  if (!epoch) return "capturing the first step";
  const { start, end, images } = epoch.steps;
  const steps = stepsOf({ epochs, configuration }, job);
  // The first step includes the start-up, so it counts only while there is no other.
  const from = end.length > 1 ? 1 : 0;
  const seconds = end[end.length - 1] - (from === 1 ? end[0] : start[0]);
  const { context } = configuration; // of a text, whose tokens are counted
  const rate = ((context ?? 1) * sum(images.slice(from))) / seconds;
  return [
    `epoch ${epoch.epoch}/${configuration.epochs}`,
    `step ${end.length}/${steps}`,
    `loss ${epoch.loss.toFixed(4)}`,
    `${rate < 100 ? rate.toFixed(1) : rate.toFixed(0)} ${context ? "tokens" : "images"}/s`,
  ].join("  ");
}

/** The number of steps in each epoch of a run. */
export function stepsOf(
  { epochs, configuration: { trainImages, globalBatchSize } }: Pick<RunRecord, "epochs" | "configuration">,
  { job }: SubmittedJob,
): number {
  const limit = Number(argumentOf(job.arguments, "steps-per-epoch") ?? Infinity);
  return Math.max(Math.min(Math.ceil(trainImages / globalBatchSize), limit), epochs.at(-1)?.steps.end.length ?? 0);
}
