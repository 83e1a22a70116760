import { dirname } from "node:path";
import { asAccount, environmentOf, type Account } from "../../system/account";
import type { Job } from "../../jobs/job";
import { scriptHere, numberIn } from "../../jobs/submit-job";
import { askSlurm, slurm } from "../../slurm/client";
import { controllerJobs, type JobFilter } from "../../slurm/controller";
import { elapsedSeconds } from "../../slurm/elapsed";
import { jobState, type JobState } from "../../slurm/job-state";
import { inAccount, oneLine } from "./errands";

/** One attempt at one student's job, as it is carried out. */
export interface AttemptSpec {
  folder: string;
  job: Job;
  account?: Account;
}

/** The account whose jobs alone are an attempt's: no other one is looked at, booked or ended. */
const ownerOf = ({ account }: AttemptSpec): number => account?.uid ?? process.getuid?.() ?? 0;

/** Makes the folder of an attempt. @throws one line when the account cannot write there, or read its data. */
export async function prepareAttempt({ folder, account }: AttemptSpec, data: string | undefined): Promise<void> {
  await inAccount(account, { what: "prepare", folder, data });
}

/**
 * Submits an attempt's job.
 * @returns Slurm's number of it.
 * @throws one line with Slurm's own reason.
 */
export async function submitAttempt(spec: AttemptSpec): Promise<string> {
  const { folder, job, account } = spec;
  const since = new Date().toISOString();
  const script = scriptHere(job, dirname(folder));
  const [program, args] = asAccount(account, "sbatch", ["--parsable", `--chdir=${folder}`]);
  const own = account ? { onlyEnvironment: true } : {};
  const environment = { ...(account ? environmentOf(account) : {}), WORKBOOK_JOB: folder };
  const printing = askSlurm(program, args, { input: script, environment, ...own });
  if (!account) return numberIn(await printing);
  // Any program of the student's can have written this in sbatch's place: Slurm itself says which job is meant.
  const printed = await printing.catch((error: Error) => {
    throw new Error(`${oneLine(error.message)}.`);
  });
  const id = (await known(spec, { name: job.name }, since)) ?? (await known(spec, numbered(printed), since));
  if (id !== undefined) return id;
  throw new Error(
    `Slurm knows no job of ${account.name}'s that sbatch has just submitted: see \`squeue -u ${account.name}\`.`,
  );
}

/** Writes down in the attempt's folder what was submitted: for `./workbook submit --attach FOLDER`. */
export async function noteAttempt({ folder, job, account }: AttemptSpec, id: string): Promise<void> {
  await inAccount(account, { what: "note", folder, id, job, script: scriptHere(job, dirname(folder)) });
}

/**
 * Finds the job of an attempt whose submitter was killed before it came to know the number: by the job's name, which no other
 * job of this account had when it was submitted, then by what the job itself left when it began.
 * @returns undefined where there is none, and will be none.
 */
export async function findAttempt(spec: AttemptSpec, since: string): Promise<string | undefined> {
  const id = (await known(spec, { name: spec.job.name }, since)) ?? (await accountedId(spec, since));
  if (id !== undefined) return id;
  const { begunBy } = await inAccount(spec.account, { what: "disown", folder: spec.folder });
  return begunBy === undefined ? undefined : known(spec, numbered(begunBy), since);
}

/** The job of the number that a text of the student's begins a line with, if there is one: what it is, Slurm must say. */
const numbered = (text: string): JobFilter => ({ ids: text.match(/^\d{1,10}(?=;|\s*$)/m) ?? [] });

/**
 * The first of these jobs that is the account's own and no older than the attempt: another's, or an earlier one of its own, may
 * have been given its name or its number. Whoever gives a later one the same name changes nothing.
 */
async function known(spec: AttemptSpec, which: JobFilter, since: string): Promise<string | undefined> {
  const uid = ownerOf(spec);
  const jobs = await controllerJobs({ ...which, uid });
  if (jobs === undefined) throw new Error("Slurm does not answer: the same command goes on once it does.");
  return jobs.find((job) => job.uid === uid && (job.submittedAt ?? 0) >= earliest(since))?.id;
}

/** Slurm's time of a job that was submitted at a moment, at the least: where clocks differ by five minutes, nothing of Slurm's runs. */
const earliest = (since: string): number => Math.floor(Date.parse(since) / 1000) - 300;

async function accountedId(spec: AttemptSpec, since: string): Promise<string | undefined> {
  const start = since.slice(0, 10); // a day is earlier in any zone than the moment, once the day before is taken
  const from = new Date(Date.parse(start) - 86_400_000).toISOString().slice(0, 10);
  const whose = [`--uid=${ownerOf(spec)}`, `--name=${spec.job.name}`];
  const args = ["-n", "-P", "-X", ...whose, "-S", from, "-o", "JobIDRaw,Submit"];
  const accounted = await slurm("sacct", args, { environment: { SLURM_TIME_FORMAT: "%s" } }).catch(() => undefined);
  const jobs = accounted && !accounted.failed ? accounted.stdout.matchAll(/^(\d+)\|(\d+)$/gm) : [];
  return [...jobs].find(([, , submitted]) => Number(submitted) >= earliest(since))?.[1];
}

/** What Slurm says of an attempt's job; undefined when it does not answer now. */
export async function stateOfAttempt(spec: AttemptSpec, id: string): Promise<JobState | undefined> {
  return jobState(id, ownerOf(spec));
}

/** Seconds that an attempt's job has had its nodes; undefined where nobody knows. */
export async function secondsOfAttempt(spec: AttemptSpec, id: string): Promise<number | undefined> {
  return elapsedSeconds(id, ownerOf(spec));
}

/** Ends an attempt's job, whether it waits or runs; one that has ended stays as it is. */
export async function cancelAttempt(spec: AttemptSpec, id: string): Promise<void> {
  await slurm("scancel", [`--user=${ownerOf(spec)}`, id]);
}

/** How an attempt ended, as Slurm and its own record say; the record is told, where it cannot have said it itself. */
export async function closeAttempt(
  { folder, job, account }: AttemptSpec,
  id: string,
  state: JobState,
): Promise<{ done: boolean; message: string }> {
  const closed = await inAccount(account, { what: "close", folder, id, job, state }).catch((error: Error) => ({
    done: false,
    message: `Job ${id} ended (${state.state}), and what it left cannot be read: ${error.message}`,
  }));
  // By its number it is found only where it was submitted from.
  const message = (closed.message ?? "").replace(`--resume ${id}`, `--resume ${folder}`);
  return { done: closed.done ?? false, message };
}
