import { readdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { writeWhole } from "../system/atomic";
import { checkedText } from "../system/checked-json";
import { makeFolders } from "../system/folders";
import { readOwn, refuseForeign } from "../system/own-folder";
import { printable } from "../system/printable";
import { filledLines } from "../system/words";
import { runOf, type RunRecord } from "../runs/record";
import { jobSchema } from "./job";
import { jobsFolder } from "./script";
import { siteCluster } from "./site";
import { submitFolder } from "../slurm/controller";
import { jobId, jobIdOf, jobNumber } from "../slurm/job-id";

// A job's folder says what a script runs, which job is cancelled, and where a record goes. So only folders of this account are
// read, whoever names them, and every file in them through `readOwn`.

/** The most bytes that are read of a job's description, of its record, and of what it noted or printed. */
const MOST = { description: 1e6, record: 5e8, text: 1e6 };

const schema = z.object({
  schema: z.literal(1),
  /** Slurm's ids of the jobs that have worked on it, the newest last. */
  ids: z.array(jobId).min(1),
  job: jobSchema,
  /** The file for the run's record when the job has ended. Default: beside other runs of its program. */
  record: z.string().optional(),
});

/** A job that was submitted. Its folder is `results/jobs/NAME-ID/`, with its script, run record, checkpoints and journal. */
export interface SubmittedJob extends z.infer<typeof schema> {
  folder: string;
  /** The file that it prints to. */
  output: string;
}

/** The id with which Slurm is asked about the newest job that has worked on it. */
export const slurmIdOf = ({ ids }: SubmittedJob): string => ids[ids.length - 1];

/** The number of the newest job that has worked on it. */
export const idOf = (job: SubmittedJob): string => jobNumber(slurmIdOf(job));

/** Writes a submitted job and its script into its folder. */
export async function writeJob({ folder, ids, job, record }: SubmittedJob, script: string): Promise<void> {
  makeFolders(folder);
  await writeWhole(join(folder, "job.sh"), script);
  await writeWhole(join(folder, "job.json"), JSON.stringify({ schema: 1, ids, job, record }, undefined, 2) + "\n");
}

/** The file that a job prints to. */
export function outputFile(folder: string, name: string, id: string): string {
  return join(dirname(folder), `${name}-${jobNumber(id)}.txt`);
}

/**
 * Finds a job that this account has submitted.
 * @param idOrFolder Slurm's number of it, or its folder.
 * @throws one line when there is no such job, or its folder is another account's.
 */
export async function findJob(idOrFolder: string): Promise<SubmittedJob> {
  const named = await readJob(resolve(idOrFolder));
  if (named) return named;
  const job = (await submittedJobs()).find(({ ids }) => ids.some((id) => [id, jobNumber(id)].includes(idOrFolder)));
  if (job) return job;
  const folder = /^\d+$/.test(idOrFolder) ? await folderOfOwnJob(idOrFolder) : undefined;
  const elsewhere = folder === undefined ? undefined : await readJob(folder);
  if (elsewhere) return elsewhere;
  throw new Error(
    `There is no job "${idOrFolder}" in ${jobsFolder}: name its number or folder, from where it was submitted.`,
  );
}

/** The folder of a job that this account submitted from another folder. */
async function folderOfOwnJob(id: string): Promise<string | undefined> {
  const folder = await submitFolder(jobIdOf(id, siteCluster()), process.getuid?.() ?? 0);
  if (folder === undefined) return undefined;
  const jobs = join(folder, jobsFolder);
  const names = await readdir(jobs).catch(() => []);
  const name = names.find((each) => each.endsWith(`-${id}`));
  return name === undefined ? undefined : join(jobs, name);
}

/** All jobs that this account has submitted from this folder. What cannot be read there is left out: it may be another's. */
export async function submittedJobs(): Promise<SubmittedJob[]> {
  const names = await readdir(jobsFolder).catch(() => []);
  const jobs = await Promise.all(names.map((name) => readJob(resolve(jobsFolder, name)).catch(() => undefined)));
  return jobs.flatMap((job) => job ?? []);
}

async function readJob(folder: string): Promise<SubmittedJob | undefined> {
  const file = join(folder, "job.json");
  const text = await readOwn(file, MOST.description);
  if (text === undefined) return undefined;
  // Root also writes there later. Others' folders above are only the site's: a project's folder is its leader's.
  if (process.getuid?.() === 0) await refuseForeign(folder);
  const job = checkedText(
    text,
    schema,
    (wrong) => new Error(`${printable(`${file} does not describe a job (${wrong})`)}: submit it anew.`),
  );
  return {
    ...job,
    record: isRecordOf(folder, job.record) ? job.record : undefined,
    folder,
    output: outputFile(folder, job.job.name, job.ids[job.ids.length - 1]),
  };
}

/** Whether it is a record's file below the folder from which the job was submitted; somebody may have handed over the description. */
function isRecordOf(folder: string, record = ""): boolean {
  return record.endsWith(".json") && resolve(record).startsWith(join(submittedFrom(folder), "/"));
}

/** The folder from which the job of a folder `results/jobs/NAME-ID` was submitted. */
export const submittedFrom = (folder: string): string => resolve(folder, "..", "..", "..");

/** The run's record so far; undefined where the training has not begun. */
export async function recordOf(folder: string): Promise<RunRecord | undefined> {
  const file = join(folder, "run.json");
  const text = await readOwn(file, MOST.record);
  return text === undefined ? undefined : runOf(text, file);
}

/** The lines of a job's journal: `2026-01-31T12:00:00Z started 0 node[1-2]`. */
export async function journalOf(folder: string): Promise<string[]> {
  const text = await readOwn(join(folder, "journal.txt"), MOST.text, "end").catch(() => undefined);
  return filledLines(text ?? "");
}

/** The newest checkpoint, if there is one. */
export async function checkpointOf(folder: string): Promise<string | undefined> {
  const names = await readdir(join(folder, "checkpoint")).catch(() => []);
  const checkpoints = names.filter((name) => /^step-\d+$/.test(name));
  const newest = checkpoints.sort((a, b) => Number(a.slice(5)) - Number(b.slice(5))).at(-1);
  return newest === undefined ? undefined : join(folder, "checkpoint", newest);
}

/** The last line of the output that Slurm did not print itself, without the command's name. */
export async function lastWords(output: string): Promise<string | undefined> {
  const text = (await readOwn(output, MOST.text, "end").catch(() => undefined)) ?? "";
  const lines = filledLines(text).filter((line) => !/^(srun|slurmstepd\S*|slurmd\S*):/.test(line));
  const last = lines.findLast((line) => line.startsWith("workbook: ")) ?? lines.at(-1);
  return last?.replace(/^workbook: /, "").trim();
}
