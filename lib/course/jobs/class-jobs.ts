import { dirname } from "node:path";
import { environmentOf, type Account } from "../../system/account";
import type { Job } from "../../jobs/job";
import { judge } from "../../jobs/ending";
import { siteCluster } from "../../jobs/site";
import { jobScriptForSite } from "../../jobs/submit-job";
import { askSlurm, slurm } from "../../slurm/client";
import { elapsedSeconds } from "../../slurm/elapsed";
import { clusterFlags, inCluster, jobIdIn, jobIdOf, jobNumber } from "../../slurm/job-id";
import { jobState, type JobState } from "../../slurm/job-state";
import { inAccount } from "./errands";
import { submittedAttempt } from "./student-files";

/** One attempt at one student's job. */
export interface AttemptSpec {
  folder: string;
  job: Job;
  account?: Account;
}

/** The owner of an attempt's job. Jobs of other accounts are never looked at, booked, or ended. */
const ownerOf = ({ account }: AttemptSpec): number => account?.uid ?? process.getuid?.() ?? 0;

/** Makes the folder of an attempt. @throws one line if the account cannot write there or read its data. */
export async function prepareAttempt({ folder, account }: AttemptSpec, data: string | undefined): Promise<void> {
  await inAccount(account, { what: "prepare", folder, data });
}

/**
 * Submits an attempt's job. For a student's account, root's own sbatch does that: nothing of the student's can have a part in it,
 * and the id that it prints is the job's.
 * @returns Slurm's job id.
 * @throws one line with Slurm's own reason.
 */
export async function submitAttempt({ folder, job, account }: AttemptSpec): Promise<string> {
  const script = jobScriptForSite(job, dirname(folder));
  const flags = ["--parsable", `--chdir=${folder}`];
  if (account) flags.push(`--uid=${account.uid}`, `--gid=${account.gid}`);
  // Without a home: sbatch may read settings in it. The script exports the job's own.
  const own = account ? { ...environmentOf(account), HOME: undefined } : {};
  const environment = { ...own, WORKBOOK_JOB: folder };
  const onlyEnvironment = account !== undefined;
  return jobIdIn(await askSlurm("sbatch", flags, { input: script, environment, onlyEnvironment }));
}

/** Describes the submitted job in the attempt's folder, for `./workbook submit --attach FOLDER`. */
export async function noteAttempt({ folder, job, account }: AttemptSpec, id: string): Promise<void> {
  await inAccount(account, { what: "note", folder, id, job, script: jobScriptForSite(job, dirname(folder)) });
}

/**
 * Cancels the waiting job of an attempt whose submitter did not learn the job's id. By its name, since a job that is missed so
 * does not begin after {@link begunBy}, which comes first, and all others of that name are the student's own, too.
 * @throws one line if Slurm does not answer.
 */
export async function cancelWaiting(spec: AttemptSpec): Promise<void> {
  const flags = [...inCluster(siteCluster()), `--user=${ownerOf(spec)}`, "--state=PENDING", `--name=${spec.job.name}`];
  const { failed } = await slurm("scancel", flags);
  if (failed) throw new Error("Slurm does not answer: the same command goes on once it does.");
}

/**
 * The id that an attempt's job left in its folder when it began; one that has not begun never does from now on. In a student's
 * account, the student may have written it.
 * @returns undefined if there is none and never will be.
 * @throws one line if the account cannot say.
 */
export async function begunBy({ account, folder }: AttemptSpec): Promise<string | undefined> {
  const { begunBy: number } = await inAccount(account, { what: "disown", folder });
  return number === undefined ? undefined : jobIdOf(number, siteCluster());
}

/** The state of an attempt's job; undefined while Slurm does not answer. */
export async function stateOfAttempt(spec: AttemptSpec, id: string): Promise<JobState | undefined> {
  return jobState(id, ownerOf(spec));
}

/** Seconds that an attempt's job has had its nodes; undefined if Slurm does not know. */
export async function secondsOfAttempt(spec: AttemptSpec, id: string): Promise<number | undefined> {
  return elapsedSeconds(id, ownerOf(spec));
}

/** Cancels an attempt's job, whether it waits or runs. */
export async function cancelAttempt(spec: AttemptSpec, id: string): Promise<void> {
  await slurm("scancel", [...clusterFlags(id), `--user=${ownerOf(spec)}`, jobNumber(id)]);
}

/**
 * How an attempt ended, by Slurm's state and what the job left. The student's folder is read in the student's account, and its
 * texts are quoted. The record is completed where the run could not do it itself.
 */
export async function closeAttempt(
  { folder, job, account }: AttemptSpec,
  id: string,
  state: JobState,
): Promise<{ done: boolean; message: string }> {
  try {
    const { traces } = await inAccount(account, { what: "close", folder, id, job, state });
    const again = "With --retry-failed the student gets a new job.";
    if (traces) return judge({ job: submittedAttempt(folder, id, job), state }, traces, again);
    throw new Error(`the account${account ? ` ${account.name}` : ""} did not answer.`);
  } catch (error) {
    const message = `Job ${jobNumber(id)} ended (${state.state}), and what it left cannot be read: ${(error as Error).message}`;
    return { done: false, message };
  }
}
