import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { closeRecord } from "../../jobs/collect";
import { follow } from "../../jobs/follow";
import { findJob, idOf, outputFile, slurmIdOf, writeJob, type SubmittedJob } from "../../jobs/job-folder";
import type { Job } from "../../jobs/job";
import { jobFor } from "../../jobs/program-job";
import { siteCluster } from "../../jobs/site";
import { jobIdOf } from "../../slurm/job-id";
import { hasEnded, jobState } from "../../slurm/job-state";
import { cancelJob, jobScriptForSite, submitJob } from "../../jobs/submit-job";
import { claim, claimant, NOBODY } from "../../system/claim";
import type { AttemptSpec, Executor } from "./executor";
import { counted } from "../../system/words";

/** Seconds between the first questions to Slurm about a run. */
const everySeconds = 0.5;

/** Runs each attempt as a Slurm job that does not share its nodes. */
export function slurmExecutor(experiment: string): Executor {
  return {
    start: async (spec) => idOf(await submitJob(await jobOf(spec, experiment), { folder: spec.folder })),
    find: async (spec) => {
      const { folder } = spec;
      const noted = await notedJob(folder);
      // A waiting job has claimed nothing yet, but will begin.
      const first = (await claimant(folder)) ?? (noted ? idOf(noted) : await claim(folder, NOBODY));
      if (first === NOBODY) return false;
      if (!noted || idOf(noted) !== first) await adopt(spec, experiment, first);
      return true;
    },
    end: async ({ folder }, signal) => {
      const job = await findJob(folder);
      const statuses = follow(job, { signal, everySeconds });
      let next = await statuses.next();
      while (!next.done) next = await statuses.next();
      if (!next.value) return undefined;
      const { outcome, message } = await closeRecord(next.value);
      const { run, state } = next.value;
      const refused = outcome === "failed" && state?.exitCode === 2;
      // A job that was cancelled or reached its time limit counts as failed: its run is missing.
      return { outcome: outcome === "interrupted" ? "failed" : outcome, message, refused, run };
    },
    cancel: async ({ folder }) => {
      const job = await findJob(folder);
      await cancelJob(job).catch(async (error: unknown) => {
        const state = await jobState(slurmIdOf(job));
        if (!state || !hasEnded(state)) throw error;
      });
    },
  };
}

async function jobOf(spec: AttemptSpec, experiment: string): Promise<Job> {
  const { program, arguments: values, nodes, resources, name } = spec;
  const job = await jobFor({
    program,
    arguments: values,
    nodes,
    gpusPerNode: resources.gpus,
    cpusPerNode: resources.cores,
    memory: resources.memory,
    minutes: resources.minutes,
  });
  return {
    ...job,
    name,
    title: `A run of the experiment ${experiment}: ${program} on ${counted(nodes, "node")}`,
    once: true,
  };
}

/** The job that the submitter of an attempt recorded in its folder. */
async function notedJob(folder: string): Promise<SubmittedJob | undefined> {
  if (!existsSync(join(folder, "job.json"))) return undefined;
  return findJob(folder).catch(() => undefined);
}

/** Records a job that began although its submitter did not live to record it. */
async function adopt(spec: AttemptSpec, experiment: string, id: string): Promise<void> {
  const { folder } = spec;
  const job = await jobOf(spec, experiment);
  const submitted: SubmittedJob = {
    schema: 1,
    ids: [jobIdOf(id, siteCluster())],
    job,
    folder,
    output: outputFile(folder, job.name, id),
  };
  await writeJob(submitted, jobScriptForSite(job, dirname(folder)));
}
