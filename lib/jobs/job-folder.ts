import { existsSync } from "node:fs";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { writeWhole } from "../system";
import { readRun, type RunRecord } from "../runs/record";
import { jobSchema } from "./job";
import { jobsFolder } from "./script";
import { slurm } from "../slurm/client";

const schema = z.object({
  schema: z.literal(1),
  /** Slurm's numbers of the jobs that have worked on it; the last one is the newest. */
  ids: z.array(z.string()).min(1),
  job: jobSchema,
  /** Where the run's record goes when the job has ended. Default: beside other runs of its program. */
  record: z.string().optional(),
});

/** A job that was submitted: `results/jobs/NAME-ID/`, with its script, its run's record, checkpoints and journal. */
export interface SubmittedJob extends z.infer<typeof schema> {
  folder: string;
  /** What it prints. */
  output: string;
}

/** Slurm's number of the newest job. */
export const idOf = ({ ids }: SubmittedJob): string => ids[ids.length - 1];

/** Writes down what was submitted. */
export async function writeJob({ folder, ids, job, record }: SubmittedJob, script: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeWhole(join(folder, "job.sh"), script);
  await writeWhole(join(folder, "job.json"), JSON.stringify({ schema: 1, ids, job, record }, undefined, 2) + "\n");
}

/** A new job's folder, once Slurm has given it a number. */
export function newJobFolder(name: string, id: string): string {
  return resolve(jobsFolder, `${name}-${id}`);
}

/** What a job prints goes here. */
export function outputFile(folder: string, name: string, id: string): string {
  return join(dirname(folder), `${name}-${id}.txt`);
}

/**
 * Finds a job that was submitted.
 * @param which Slurm's number of it, or its folder.
 * @throws one line when it is not there.
 */
export async function findJob(which: string): Promise<SubmittedJob> {
  if (existsSync(join(which, "job.json"))) return readJob(resolve(which));
  const found = (await submittedJobs()).find(({ ids }) => ids.includes(which));
  if (found) return found;
  const folder = /^\d+$/.test(which) ? await folderOfOwnJob(which) : undefined;
  if (folder !== undefined && existsSync(join(folder, "job.json"))) return readJob(folder);
  throw new Error(
    `There is no job "${which}" in ${jobsFolder}: name its number or folder, from where it was submitted.`,
  );
}

/** Where a job of this account's lies that was submitted elsewhere. Nobody else's folder is looked into: it may say anything. */
async function folderOfOwnJob(id: string): Promise<string | undefined> {
  const own = [`--jobs=${id}`, `--users=${process.getuid?.() ?? 0}`];
  const { failed, stdout } = await slurm("squeue", ["--noheader", "--states=all", ...own, "--Format=WorkDir:4096"]);
  const jobs = join(stdout.trimEnd(), jobsFolder);
  const names = failed || stdout === "" ? [] : await readdir(jobs).catch(() => []);
  const name = names.find((each) => each.endsWith(`-${id}`));
  return name === undefined ? undefined : join(jobs, name);
}

/** All jobs that were submitted from this folder. */
export async function submittedJobs(): Promise<SubmittedJob[]> {
  const names = await readdir(jobsFolder).catch(() => []);
  const folders = names.map((name) => resolve(jobsFolder, name)).filter((each) => existsSync(join(each, "job.json")));
  return Promise.all(folders.map(readJob));
}

async function readJob(folder: string): Promise<SubmittedJob> {
  const file = join(folder, "job.json");
  const read = schema.safeParse(JSON.parse(await readFile(file, "utf8")));
  if (!read.success) throw new Error(`${file} does not describe a job: submit it anew.`);
  const { job, ids } = read.data;
  return { ...read.data, folder, output: outputFile(folder, job.name, ids[ids.length - 1]) };
}

/** A run's record as it stands; undefined where the training has not begun. */
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
  const newest = names
    .filter((name) => name.startsWith("step-"))
    .sort((a, b) => Number(a.slice(5)) - Number(b.slice(5)));
  return newest.length === 0 ? undefined : join(folder, "checkpoint", newest[newest.length - 1]);
}

/** What was printed last that is no line of Slurm's own, without the command's name. */
export async function lastWords(output: string): Promise<string | undefined> {
  const text = await readFile(output, "utf8").catch(() => "");
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !/^(srun|slurmstepd\S*|slurmd\S*):/.test(line));
  const own = lines.filter((line) => line.startsWith("workbook: "));
  return (own.at(-1) ?? lines.at(-1))?.replace(/^workbook: /, "").trim();
}
