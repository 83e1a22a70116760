import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { writeWhole } from "../system/atomic";
import { makeFolders } from "../system/folders";
import { readRun, type RunRecord } from "../runs/record";
import { jobSchema } from "./job";
import { jobsFolder } from "./script";
import { submitFolder } from "../slurm/controller";

const schema = z.object({
  schema: z.literal(1),
  /** Slurm's numbers of the jobs that have worked on it, the newest last. */
  ids: z.array(z.string()).min(1),
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

/** Slurm's number of the newest job that has worked on it. */
export const idOf = ({ ids }: SubmittedJob): string => ids[ids.length - 1];

/** Writes a submitted job and its script into its folder. */
export async function writeJob({ folder, ids, job, record }: SubmittedJob, script: string): Promise<void> {
  makeFolders(folder);
  await writeWhole(join(folder, "job.sh"), script);
  await writeWhole(join(folder, "job.json"), JSON.stringify({ schema: 1, ids, job, record }, undefined, 2) + "\n");
}

/** The file that a job prints to. */
export function outputFile(folder: string, name: string, id: string): string {
  return join(dirname(folder), `${name}-${id}.txt`);
}

/**
 * Finds a job that was submitted.
 * @param idOrFolder Slurm's number of it, or its folder.
 * @throws one line when there is no such job.
 */
export async function findJob(idOrFolder: string): Promise<SubmittedJob> {
  if (existsSync(join(idOrFolder, "job.json"))) return readJob(resolve(idOrFolder));
  const job = (await submittedJobs()).find(({ ids }) => ids.includes(idOrFolder));
  if (job) return job;
  const folder = /^\d+$/.test(idOrFolder) ? await folderOfOwnJob(idOrFolder) : undefined;
  if (folder !== undefined && existsSync(join(folder, "job.json"))) return readJob(folder);
  throw new Error(
    `There is no job "${idOrFolder}" in ${jobsFolder}: name its number or folder, from where it was submitted.`,
  );
}

/**
 * The folder of a job that this account submitted from another folder. Other accounts' folders are not read: they may hold
 * anything.
 */
async function folderOfOwnJob(id: string): Promise<string | undefined> {
  const folder = await submitFolder(id, process.getuid?.() ?? 0);
  if (folder === undefined) return undefined;
  const jobs = join(folder, jobsFolder);
  const names = await readdir(jobs).catch(() => []);
  const name = names.find((each) => each.endsWith(`-${id}`));
  return name === undefined ? undefined : join(jobs, name);
}

/** All jobs that were submitted from this folder. */
export async function submittedJobs(): Promise<SubmittedJob[]> {
  const names = await readdir(jobsFolder).catch(() => []);
  const folders = names.map((name) => resolve(jobsFolder, name));
  return Promise.all(folders.filter((folder) => existsSync(join(folder, "job.json"))).map(readJob));
}

async function readJob(folder: string): Promise<SubmittedJob> {
  const file = join(folder, "job.json");
  const { data } = schema.safeParse(JSON.parse(await readFile(file, "utf8")));
  if (!data) throw new Error(`${file} does not describe a job: submit it anew.`);
  return { ...data, folder, output: outputFile(folder, data.job.name, data.ids[data.ids.length - 1]) };
}

/** The run's record so far; undefined where the training has not begun. */
export async function recordOf(folder: string): Promise<RunRecord | undefined> {
  const file = join(folder, "run.json");
  return existsSync(file) ? readRun(file) : undefined;
}

/** The lines of a job's journal: `2026-01-31T12:00:00Z started 0 node[1-2]`. */
export async function journalOf(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, "journal.txt"), "utf8").catch(() => "");
  return text.split("\n").filter((line) => line !== "");
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
  const text = await readFile(output, "utf8").catch(() => "");
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !/^(srun|slurmstepd\S*|slurmd\S*):/.test(line));
  const last = lines.findLast((line) => line.startsWith("workbook: ")) ?? lines.at(-1);
  return last?.replace(/^workbook: /, "").trim();
}
