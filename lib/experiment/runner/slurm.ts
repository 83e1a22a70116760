import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { closeRecord } from "../../jobs/collect";
import { follow } from "../../jobs/follow";
import { findJob, idOf, outputFile, writeJob, type SubmittedJob } from "../../jobs/job-folder";
import type { Job } from "../../jobs/request";
import { jobFor } from "../../jobs/run-on-nodes";
import { cancelJob, scriptHere, submitJob } from "../../jobs/submit-job";
import { claim, startedFolder } from "./claim";
import type { Executor, Trial, TrialEnd } from "./executor";

/** How often Slurm is asked about a run, in seconds, at first. */
const everySeconds = 0.5;

/** A Slurm job for each try, with its nodes for itself alone. */
export function slurmExecutor(experiment: string): Executor {
  return {
    start: async (trial) => idOf(await submitJob(await jobOf(trial, experiment), { folder: trial.folder })),
    find: async (trial) => {
      if (existsSync(join(trial.folder, "job.json"))) return true;
      if (await claim(trial.folder)) return false;
      await adopt(trial, experiment);
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
      return { outcome: ended(outcome), message, refused, run };
    },
    cancel: async ({ folder }) => cancelJob(await findJob(folder)),
  };
}

/** A job that somebody has cancelled, or its time limit ended, is a failure: the run is missing. */
function ended(outcome: "completed" | "out-of-memory" | "failed" | "interrupted"): TrialEnd["outcome"] {
  return outcome === "interrupted" ? "failed" : outcome;
}

async function jobOf(trial: Trial, experiment: string): Promise<Job> {
  const { program, arguments: values, nodes, resources, name } = trial;
  const job = await jobFor({
    program,
    arguments: values,
    nodes,
    gpusPerNode: resources.gpus,
    cpusPerNode: resources.cores,
    memory: resources.memory,
    minutes: resources.minutes,
  });
  return { ...job, name, title: `A run of the experiment ${experiment}: ${program} on ${nodes} nodes`, once: true };
}

/** Writes down the number of a job that has begun without its submitter having come to note it. */
async function adopt(trial: Trial, experiment: string): Promise<void> {
  const file = join(startedFolder(trial.folder), "job");
  const until = Date.now() + 30_000;
  const read = async (): Promise<string> => (await readFile(file, "utf8").catch(() => "")).trim();
  let id = await read();
  while (id === "" && Date.now() < until) {
    await sleep(200);
    id = await read();
  }
  if (id === "") {
    throw new Error(`${file} does not name the job that has made its folder: look at \`squeue --me\`, then remove it.`);
  }
  const job = await jobOf(trial, experiment);
  const { folder } = trial;
  const submitted: SubmittedJob = { schema: 1, ids: [id], job, folder, output: outputFile(folder, job.name, id) };
  await writeJob(submitted, scriptHere(job));
}
