import { join } from "node:path";
import { z } from "zod";
import type { Job } from "../../jobs/job";
import { recordOf, submittedJobs, type SubmittedJob } from "../../jobs/job-folder";
import { siteSettings } from "../../jobs/site";
import { hours } from "../../plan/choice";
import { readCluster } from "../../plan/cluster";
import type { Span } from "../../plan/forecast";
import { forecastJob, type JobForecast } from "../../plan/job/forecast";
import { workOfJob } from "../../plan/job/work";
import type { RunRecord } from "../../runs/record";
import { writeWhole } from "../../system/atomic";
import { readIfValid } from "../../system/checked-json";
import { printable } from "../../system/printable";

/** The cluster of a site that does not say which it is. It has no GPUs, so it tells nothing of jobs that do. */
const UNKNOWN_SITE = "two-cores";

const file = (folder: string): string => join(folder, "forecast.json");
const schema = z.object({ seconds: z.number(), low: z.number(), high: z.number(), from: z.string() });

/**
 * The forecast for a job that was submitted, in one line, from the records of the other jobs of this folder; it is kept in the job's
 * folder. A job goes on without a forecast, so this fails with no more than a line that says why.
 */
export async function forecastLine({ job, folder }: SubmittedJob): Promise<string> {
  return lineOf("It", async () => {
    const forecast = await forecastOf(job, folder);
    if (forecast) await writeWhole(file(folder), JSON.stringify(forecast, undefined, 2) + "\n");
    return forecast;
  });
}

/** The forecast for each job of a class, in one line, from the records of this folder's own jobs; students' records are not read. */
export const classForecastLine = (job: Job): Promise<string> => lineOf("Each job", () => forecastOf(job));

async function lineOf(what: string, find: () => Promise<JobForecast | undefined>): Promise<string> {
  try {
    const forecast = await find();
    if (!forecast) return "There is no forecast: nothing is known yet of such a training on such devices.";
    return `${what} should take about ${inWords(forecast)} once it starts; this rests on ${forecast.from}.`;
  } catch (error) {
    return printable(`There is no forecast: ${(error as Error).message}`);
  }
}

async function forecastOf(job: Job, own?: string): Promise<JobForecast | undefined> {
  const work = workOfJob(job);
  if (!work) return undefined;
  const others = (await submittedJobs()).filter(({ folder }) => folder !== own);
  const records = await Promise.all(others.map(({ folder }) => recordOf(folder).catch(() => undefined)));
  const runs = records.flatMap((run) => run ?? []);
  return forecastJob(work, runs, readCluster(siteSettings().cluster || UNKNOWN_SITE));
}

/** What a job took, beside its forecast if it had one and was not interrupted, in one line. */
export async function comparisonLine(folder: string, { startedAt, endedAt, resumedFrom }: RunRecord): Promise<string> {
  const took = (Date.parse(endedAt ?? startedAt) - Date.parse(startedAt)) / 1000;
  const forecast = readIfValid(file(folder), schema);
  if (!forecast || resumedFrom) return `Its training took ${hours(took)}.`;
  // What it took is also kept, where the folder is this account's.
  await writeWhole(file(folder), JSON.stringify({ ...forecast, took }, undefined, 2) + "\n").catch(() => undefined);
  return `Its training took ${hours(took)}; the forecast was ${inWords(forecast)}.`;
}

const inWords = ({ seconds, low = seconds, high = seconds }: Span): string =>
  `${hours(seconds)} (95 %: ${hours(low)} to ${hours(high)})`;
