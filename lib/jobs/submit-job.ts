import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { userDataFolder } from "../../datasets/download/archive";
import { workbookRoot } from "../system/workbook";
import { idOf, newJobFolder, outputFile, writeJob, type SubmittedJob } from "./job-folder";
import { prepareData } from "./prepare-data";
import type { Job } from "./job";
import { jobScript, jobsFolder, quoted } from "./script";
import { expandPath, siteSettings, type Site } from "./site";
import { askSlurm, SlurmAbsent } from "../slurm/client";
import { partitions, whyImpossible, type NodeGroup } from "../slurm/partitions";

/** The script of a job, as it would be submitted from here. @throws one line when the site's settings are wrong. */
export function scriptHere(job: Job, outputs = jobsFolder): string {
  const site = siteSettings();
  return jobScript(job, site, { workbook: quoted(workbookRoot), dataFolder: quoted(dataFolder(site)), outputs });
}

/** What to do with a job beside running it. */
export interface SubmitOptions {
  /** Where its run's record is kept. */
  record?: string;
  /** A job that ended early, whose checkpoint this one goes on from. */
  resume?: SubmittedJob;
  /** The job's own folder. Default: a new one among the others. */
  folder?: string;
}

/**
 * Checks a job against what the cluster has, sees that its data is there, and submits it.
 * @throws one line with Slurm's own reason and the remedy, when it is refused.
 */
export async function submitJob(job: Job, options: SubmitOptions = {}): Promise<SubmittedJob> {
  const { record, resume } = options;
  await checkJob(job);
  const own = options.folder === undefined ? resume?.folder : resolve(options.folder);
  const outputs = options.folder === undefined ? jobsFolder : dirname(resolve(options.folder));
  await mkdir(own === undefined ? jobsFolder : dirname(own), { recursive: true });
  const script = scriptHere(job, outputs);
  const words = resume ? [`--chdir=${resolve(resume.folder, "..", "..", "..")}`] : [];
  const environment: Record<string, string> = own === undefined ? {} : { WORKBOOK_JOB: own };
  const printed = await askSlurm("sbatch", ["--parsable", ...words], { input: script, environment });
  const id = numberIn(printed);
  const folder = own ?? newJobFolder(job.name, id);
  const submitted: SubmittedJob = {
    schema: 1,
    ids: [...(resume?.ids ?? []), id],
    job,
    record: record === undefined ? resume?.record : resolve(record),
    folder,
    output: outputFile(folder, job.name, id),
  };
  await writeJob(submitted, script);
  return submitted;
}

/**
 * Checks a job against what the cluster has, and sees that its data is there.
 * @returns the folder of its data.
 * @throws one line when it cannot run here.
 */
export async function checkJob(job: Job): Promise<string> {
  const site = siteSettings();
  const impossible = whyImpossible(await partitionsIfTold(), {
    ...job,
    partition: site.partition[job.gpusPerNode > 0 ? "gpu" : "cpu"],
    memory: site.requestMemory ? job.memory : undefined,
    exclude: [site.excludedNodes, job.exclude].filter((nodes) => nodes !== "").join(","),
  });
  if (impossible !== undefined) throw new Error(impossible);
  checkContainer(site);
  await prepareData(job.dataset, dataFolder(site));
  return dataFolder(site);
}

/** Ends a job, whether it runs or waits. */
export async function cancelJob(job: SubmittedJob): Promise<void> {
  await askSlurm("scancel", [idOf(job)]);
}

/** The number in what `sbatch --parsable` printed: `1234` or, on a federation, `1234;cluster`; a site's own remarks may stand before. */
export function numberIn(printed: string): string {
  const id = /^(\d+)(?:;\S+)?$/m.exec(printed)?.[1];
  if (id !== undefined) return id;
  throw new Error(
    `sbatch named no job, but said "${printed.trim()}": see \`squeue --me\` for whether it was submitted.`,
  );
}

/** Without the partitions nothing is checked here, and Slurm itself refuses what cannot be. */
async function partitionsIfTold(): Promise<NodeGroup[]> {
  try {
    return await partitions();
  } catch (error) {
    if (error instanceof SlurmAbsent) throw error;
    return [];
  }
}

function checkContainer({ container }: Site): void {
  const image = expandPath(container.image);
  if (image === "" || image.includes("://") || existsSync(image)) return;
  throw new Error(
    `The site's settings name the container ${image}, which does not exist: build it by ` +
      "`apptainer build parallel-training.sif slurm/parallel-training.def`, or correct container.image.",
  );
}

/** A user's own choice goes before the site's. */
function dataFolder(site: Site): string {
  if (site.dataFolder === "" || process.env.WORKBOOK_DATA_DIR) return resolve(userDataFolder());
  return resolve(expandPath(site.dataFolder));
}
