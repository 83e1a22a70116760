import { sum } from "simple-statistics";
import type { RunRecord } from "../runs/record";
import { chapterRuns, slowNetworkRuns } from "../runs";
import { epochSeconds } from "../runs/epochs";
import { devicesOf, type Job, type JobSize } from "./job";
import { recordOf, submittedJobs } from "./job-folder";
import { numberAmong, type ArgumentValues } from "./run-program";
import { siteSettings } from "./site";

/** The device-hours of a job: GPU-hours, or node-hours where it has no GPUs. */
export interface DeviceHours {
  unit: "GPU-hours" | "node-hours";
  /** What it is charged for if it takes its whole time limit. */
  atMost: number;
  /** What a published run of the same size took; undefined where there is none. */
  published?: number;
}

/** The device-hours of a job that takes its whole time limit, in minutes. */
export function mostDeviceHours(job: JobSize & Pick<Job, "minutes">): DeviceHours {
  const unit = job.gpusPerNode > 0 ? "GPU-hours" : "node-hours";
  return { unit, atMost: (devicesOf(job) * job.minutes) / 60 };
}

/** Estimates a job's device-hours. @param values The arguments of its program. */
export async function estimateDeviceHours(job: Job, values: ArgumentValues): Promise<DeviceHours> {
  const seconds = await publishedSeconds(values, job.nodes);
  return {
    ...mostDeviceHours(job),
    published: seconds === undefined ? undefined : (devicesOf(job) * seconds) / 3600,
  };
}

/** The seconds of the published run that had this model on as many devices with as many images each. */
async function publishedSeconds(values: ArgumentValues, nodes: number): Promise<number | undefined> {
  const { model = "resnet50v2", device, epochs, trainImages } = values;
  const replicas = nodes * (numberAmong(values, "devices") ?? 1);
  const localBatch = numberAmong(values, "localBatchSize") ?? (numberAmong(values, "batchSize") ?? NaN) / replicas;
  if (trainImages !== undefined) return undefined; // the published runs have all images
  const same = [...(await chapterRuns({ epochTime: "seconds" })), ...(await slowNetworkRuns())].find(
    ({ configuration: run }) =>
      run.model === model &&
      run.device === device &&
      run.replicas === replicas &&
      run.localBatchSize === localBatch &&
      (run.syncEvery ?? 1) === (values.syncEvery ?? 1) &&
      run.epochs === epochs,
  );
  return same && sum(same.epochs.map((epoch) => epochSeconds(epoch)));
}

/**
 * Refuses a notebook's job that the site does not want, by `notebookJobs` in the site's settings. What a student's jobs have
 * taken is read from the folder of their results, so this reminds honest students; limits that nobody can pass are Slurm's.
 * @param taken Device-hours that are not among the submitted jobs of the results' folder.
 * @throws one line when jobs from notebooks are forbidden, or when this one could exceed the budget.
 */
export async function refuseOverBudget({ atMost, unit }: DeviceHours, taken = 0): Promise<void> {
  const { allowed, deviceHours } = siteSettings().notebookJobs;
  const remedy = 'Measure on this machine (the place "here"), or ask your instructor.';
  if (!allowed) throw new Error(`This site does not allow jobs from notebooks. ${remedy}`);
  if (deviceHours === null) return;
  const used =
    taken + sum(await Promise.all((await submittedJobs()).map(({ job, folder }) => hoursTaken(job, folder))));
  if (used + atMost <= deviceHours) return;
  const most = Number.isFinite(atMost) ? `${atMost.toFixed(2)} ${unit}` : `any number of ${unit}`;
  throw new Error(
    `This may take ${most}. Of the ${deviceHours} device-hours that a lesson has here, ` +
      `${used.toFixed(2)} are used or reserved. ${remedy}`,
  );
}

/** The device-hours of a submitted job: those of its run, or its time limit until that has ended. */
async function hoursTaken(job: Job, folder: string): Promise<number> {
  const run = await recordOf(folder).catch(() => undefined);
  return (devicesOf(job) * (secondsOf(run) ?? 60 * job.minutes)) / 3600;
}

function secondsOf(run: RunRecord | undefined): number | undefined {
  if (run?.endedAt === undefined) return undefined;
  return (Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1000;
}

/** The estimate in one line, for the reader of a notebook. */
export function estimateInWords(job: Job, { unit, atMost, published }: DeviceHours): string {
  const hours = (value: number): string => value.toPrecision(2);
  const known = published === undefined ? "" : `; the published run took ${hours(published)}`;
  return `${job.name}: at most ${hours(atMost)} ${unit} (${devicesOf(job)} x ${job.minutes} minutes)${known}.`;
}
