import { dirname } from "node:path";
import { asAccount, environmentOf, type Account } from "../../system/account";
import type { Job } from "../../jobs/job";
import { jobScriptForSite, numberIn } from "../../jobs/submit-job";
import { submissions } from "../../slurm/accounting";
import { askSlurm, slurm } from "../../slurm/client";
import { controllerJobs, type JobFilter } from "../../slurm/controller";
import { elapsedSeconds } from "../../slurm/elapsed";
import { jobState, type JobState } from "../../slurm/job-state";
import { inAccount, terminalLine } from "./errands";

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
 * Submits an attempt's job.
 * @returns Slurm's job id.
 * @throws one line with Slurm's own reason.
 */
export async function submitAttempt(spec: AttemptSpec): Promise<string> {
  const { folder, job, account } = spec;
  const since = new Date().toISOString();
  const script = jobScriptForSite(job, dirname(folder));
  const [program, args] = asAccount(account, "sbatch", ["--parsable", `--chdir=${folder}`]);
  const environment = { ...(account ? environmentOf(account) : {}), WORKBOOK_JOB: folder };
  const printing = askSlurm(program, args, {
    input: script,
    environment,
    ...(account ? { onlyEnvironment: true } : {}),
  });
  if (!account) return numberIn(await printing);
  // A program of the student's can have printed this in sbatch's place, so Slurm is asked which job it is.
  const printed = await printing.catch((error: Error) => {
    throw new Error(`${terminalLine(error.message)}.`);
  });
  const id = (await known(spec, { name: job.name }, since)) ?? (await known(spec, numbered(printed), since));
  if (id !== undefined) return id;
  throw new Error(
    `Slurm knows no job of ${account.name}'s that sbatch has just submitted: see \`squeue -u ${account.name}\`.`,
  );
}

/** Describes the submitted job in the attempt's folder, for `./workbook submit --attach FOLDER`. */
export async function noteAttempt({ folder, job, account }: AttemptSpec, id: string): Promise<void> {
  await inAccount(account, { what: "note", folder, id, job, script: jobScriptForSite(job, dirname(folder)) });
}

/**
 * Finds the job of an attempt whose submitter was killed before it knew the job id: by the job's name, which no other job of
 * this account had when it was submitted, then by the id that the job itself left when it began.
 * @returns undefined if there is none and never will be.
 */
export async function findAttempt(spec: AttemptSpec, since: string): Promise<string | undefined> {
  const id = (await known(spec, { name: spec.job.name }, since)) ?? (await accountedId(spec, since));
  if (id !== undefined) return id;
  const { begunBy } = await inAccount(spec.account, { what: "disown", folder: spec.folder });
  return begunBy === undefined ? undefined : known(spec, numbered(begunBy), since);
}

/** A filter for the job id at the beginning of a line of the student's text. Slurm must confirm whose job it is. */
const numbered = (text: string): JobFilter => ({ ids: text.match(/^\d{1,10}(?=;|\s*$)/m) ?? [] });

/**
 * The first of these jobs that belongs to the account and is no older than the attempt: another account's job or an earlier one
 * may have the same name or id. A later job with the same name does not matter, because the first one counts.
 */
async function known(spec: AttemptSpec, which: JobFilter, since: string): Promise<string | undefined> {
  const uid = ownerOf(spec);
  const jobs = await controllerJobs({ ...which, uid });
  if (jobs === undefined) throw new Error("Slurm does not answer: the same command goes on once it does.");
  return jobs.find((job) => job.uid === uid && (job.submittedAt ?? 0) >= earliest(since))?.id;
}

/** The earliest time, in Slurm's seconds, of a job submitted at this moment. Slurm does not run with clocks five minutes apart. */
const earliest = (since: string): number => Math.floor(Date.parse(since) / 1000) - 300;

async function accountedId(spec: AttemptSpec, since: string): Promise<string | undefined> {
  const jobs = await submissions({ name: spec.job.name, uid: ownerOf(spec), since });
  return jobs.find(({ submittedAt }) => submittedAt >= earliest(since))?.id;
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
  await slurm("scancel", [`--user=${ownerOf(spec)}`, id]);
}

/** How an attempt ended, by Slurm's state and the run's record. The record is completed where the run could not do it itself. */
export async function closeAttempt(
  { folder, job, account }: AttemptSpec,
  id: string,
  state: JobState,
): Promise<{ done: boolean; message: string }> {
  const closed = await inAccount(account, { what: "close", folder, id, job, state }).catch((error: Error) => ({
    done: false,
    message: `Job ${id} ended (${state.state}), and what it left cannot be read: ${error.message}`,
  }));
  // `--resume` finds a job by its id only in the folder from which it was submitted.
  const message = (closed.message ?? "").replace(`--resume ${id}`, `--resume ${folder}`);
  return { done: closed.done ?? false, message };
}
