import { existsSync } from "node:fs";
import { collect } from "../jobs/collect";
import { estimateDeviceHours, estimateInWords, refuseOverBudget } from "../jobs/device-hours";
import { follow } from "../jobs/follow";
import type { Job } from "../jobs/job";
import { idOf, recordOf, slurmIdOf, submittedJobs, type SubmittedJob } from "../jobs/job-folder";
import type { ArgumentValues } from "../jobs/run-program";
import { submitJob } from "../jobs/submit-job";
import { hasEnded, jobState } from "../slurm/job-state";
import { liveView } from "./live-view";

interface JobToRun {
  job: Job;
  /** The arguments of its program. */
  values: ArgumentValues;
  /** The file for its run's record, as a whole path. */
  record: string;
  /** Submits it even where an equal job runs. */
  again?: boolean;
}

/**
 * Has Slurm run a notebook's job, shows its loss while it runs, and writes its record into a file. If an earlier call has left
 * its job running, that job is followed instead.
 * @throws one line with Slurm's own reason, or when the site does not want the job.
 */
export async function throughSlurm({ job, values, record, again = false }: JobToRun): Promise<void> {
  const submitted = (again ? undefined : await earlierJob(job, record)) ?? (await submit(job, values, record));
  console.log(`Job ${idOf(submitted)}; what it prints: ${submitted.output}`);
  const view = liveView();
  const statuses = follow(submitted);
  let next = await statuses.next();
  for (; !next.done; next = await statuses.next()) view(next.value);
  if (!next.value) return;
  const { done, message } = await collect(next.value);
  if (!done) throw new Error(message);
  view(next.value, message);
}

async function submit(job: Job, values: ArgumentValues, record: string): Promise<SubmittedJob> {
  const hours = await estimateDeviceHours(job, values);
  console.log(estimateInWords(job, hours));
  await refuseOverBudget(hours);
  return submitJob(job, { record });
}

/** An equal job that still runs, or whose record was never fetched: the notebook may have been closed before its end. */
async function earlierJob(job: Job, record: string): Promise<SubmittedJob | undefined> {
  const isSame = (other: SubmittedJob): boolean =>
    other.record === record && JSON.stringify(other.job) === JSON.stringify(job);
  for (const earlier of (await submittedJobs()).filter(isSame).reverse()) {
    const state = await jobState(slurmIdOf(earlier));
    if (state && !hasEnded(state)) return earlier;
    if ((await recordOf(earlier.folder))?.outcome === "completed" && !existsSync(record)) return earlier;
  }
  return undefined;
}
