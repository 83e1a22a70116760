import { dirname, resolve } from "node:path";
import { userDataFolder } from "../../datasets/download/archive";
import { workbookRoot } from "../system/workbook";
import { idOf, outputFile, slurmIdOf, submittedFrom, writeJob, type SubmittedJob } from "./job-folder";
import { checkContainer } from "./container";
import { prepareData } from "./prepare-data";
import type { Job } from "./job";
import { quoted } from "../system/words";
import { jobScript, jobsFolder } from "./script";
import { expandPath, siteCluster, siteSettings, type Site } from "./site";
import { askSlurm, SlurmAbsent } from "../slurm/client";
import { clusterFlags, jobIdIn, jobNumber } from "../slurm/job-id";
import { partitions, whyImpossible, type NodeGroup } from "../slurm/partitions";
import { makeFolders } from "../system/folders";

/** The script of a job as this machine would submit it. @throws one line when the site's settings are wrong. */
export function jobScriptForSite(job: Job, outputs = jobsFolder): string {
  const site = siteSettings();
  return jobScript(job, site, { workbook: quoted(workbookRoot), dataFolder: quoted(dataFolder(site)), outputs });
}

/** Options of {@link submitJob}. */
interface SubmitOptions {
  /** The file for its run's record. */
  record?: string;
  /** A job that ended early, from whose checkpoint this one goes on. */
  resume?: SubmittedJob;
  /** The job's own folder. Default: a new one beside the others. */
  folder?: string;
}

/**
 * Checks a job as {@link checkJob} does, and submits it.
 * @throws one line with Slurm's own reason and the remedy, when the job is refused.
 */
export async function submitJob(job: Job, options: SubmitOptions = {}): Promise<SubmittedJob> {
  const { record, resume } = options;
  await checkJob(job);
  const existing = options.folder === undefined ? resume?.folder : resolve(options.folder);
  const outputs = options.folder === undefined ? jobsFolder : dirname(resolve(options.folder));
  makeFolders(existing === undefined ? jobsFolder : dirname(existing));
  const script = jobScriptForSite(job, outputs);
  const flags = resume ? ["--parsable", `--chdir=${submittedFrom(resume.folder)}`] : ["--parsable"];
  const environment = existing === undefined ? {} : { WORKBOOK_JOB: existing };
  const id = jobIdIn(await askSlurm("sbatch", flags, { input: script, environment }));
  const folder = existing ?? resolve(jobsFolder, `${job.name}-${jobNumber(id)}`);
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
 * Checks a job against the cluster's partitions, and downloads its data where that is missing.
 * @returns the folder of its data.
 * @throws one line when the job cannot run here.
 */
export async function checkJob(job: Job): Promise<string> {
  const site = siteSettings();
  const impossible = whyImpossible(await partitionsIfKnown(), {
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

/** Ends a job that runs or waits. */
export async function cancelJob(job: SubmittedJob): Promise<void> {
  await askSlurm("scancel", [...clusterFlags(slurmIdOf(job)), idOf(job)]);
}

/** The partitions, or none where Slurm does not tell them: then only Slurm itself refuses impossible jobs. */
async function partitionsIfKnown(): Promise<NodeGroup[]> {
  try {
    return await partitions(siteCluster());
  } catch (error) {
    if (error instanceof SlurmAbsent) throw error;
    return [];
  }
}

/** The folder of datasets: the user's own choice, else the site's. */
function dataFolder(site: Site): string {
  if (site.dataFolder === "" || process.env.WORKBOOK_DATA_DIR) return resolve(userDataFolder());
  return resolve(expandPath(site.dataFolder));
}
