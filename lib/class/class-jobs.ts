import { dirname } from "node:path";
import { asAccount, environmentOf, type Account } from "../files/account";
import type { Job } from "../jobs/request";
import { scriptHere, numberIn } from "../jobs/submit-job";
import { askSlurm, slurm } from "../jobs/slurm/client";
import { controllerJobs, type JobFilter } from "../jobs/slurm/controller";
import type { JobState } from "../jobs/slurm/job-state";
import { inAccount } from "./errands";

/** One try at one student's job. */
export interface ClassTrial {
  folder: string;
  job: Job;
  account?: Account;
}

/** Makes the folder of a try. @throws one line when the account cannot write there, or read its data. */
export async function prepareTrial({ folder, account }: ClassTrial, data: string | undefined): Promise<void> {
  await inAccount(account, { what: "prepare", folder, data });
}

/**
 * Submits a try's job.
 * @returns Slurm's number of it.
 * @throws one line with Slurm's own reason.
 */
export async function submitTrial({ folder, job, account }: ClassTrial): Promise<string> {
  const script = scriptHere(job, dirname(folder));
  const [program, args] = asAccount(account, "sbatch", ["--parsable", `--chdir=${folder}`]);
  const own = account ? { onlyEnvironment: true } : {};
  const environment = { ...(account ? environmentOf(account) : {}), WORKBOOK_JOB: folder };
  return numberIn(await askSlurm(program, args, { input: script, environment, ...own }));
}

/** Writes down in the try's folder what was submitted: for `./workbook submit --attach FOLDER`. */
export async function noteTrial({ folder, job, account }: ClassTrial, id: string): Promise<void> {
  await inAccount(account, { what: "note", folder, id, job, script: scriptHere(job, dirname(folder)) });
}

/**
 * Finds the job of a try whose submitter was killed before it came to know the number: by the job's name, which no other job of
 * this account had when it was submitted, then by what the job itself left when it began.
 * @returns undefined where there is none, and will be none.
 */
export async function findTrial({ folder, job, account }: ClassTrial, since: string): Promise<string | undefined> {
  const uid = account?.uid ?? process.getuid?.() ?? 0;
  const id = (await known({ name: job.name, uid })) ?? (await accountedId(job.name, uid, since));
  if (id !== undefined) return id;
  const { begunBy } = await inAccount(account, { what: "disown", folder });
  if (begunBy === undefined) return undefined;
  // The link is the student's: it counts only where Slurm says that the job is the student's, too.
  return /^\d+$/.test(begunBy) ? known({ ids: [begunBy], uid }) : undefined;
}

/** The first of an account's jobs: whoever gives another one the same name later changes nothing. */
async function known(job: JobFilter): Promise<string | undefined> {
  const jobs = await controllerJobs(job);
  if (jobs === undefined) throw new Error("Slurm does not answer: the same command goes on once it does.");
  return jobs.at(0)?.id;
}

async function accountedId(name: string, uid: number, since: string): Promise<string | undefined> {
  const start = since.slice(0, 10); // a day is earlier in any zone than the moment, once the day before is taken
  const from = new Date(Date.parse(start) - 86_400_000).toISOString().slice(0, 10);
  const args = ["-n", "-P", "-X", `--uid=${uid}`, `--name=${name}`, "-S", from, "-o", "JobIDRaw"];
  const accounted = await slurm("sacct", args).catch(() => undefined);
  return accounted && !accounted.failed ? /^\s*(\d+)\s*$/m.exec(accounted.stdout)?.[1] : undefined;
}

/** Ends a job, whether it waits or runs; one that has ended stays as it is. */
export async function cancelTrial(id: string): Promise<void> {
  await slurm("scancel", [id]);
}

/** How a try ended, as Slurm and its own record say; the record is told, where it cannot have said it itself. */
export async function closeTrial(
  { folder, job, account }: ClassTrial,
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
