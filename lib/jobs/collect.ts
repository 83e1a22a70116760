import { dirname, join } from "node:path";
import { writeRun, type RunRecord } from "../runs/record";
import { endingOf, type Ending } from "./ending";
import type { JobStatus } from "./follow";

/** What is left of a job that has ended. */
export interface Collected extends Ending {
  /** The run's record and its file; undefined where the training never began. */
  run?: RunRecord;
  file?: string;
}

/**
 * Says in a job's run record how it ended, where the run could not say it itself, and keeps a copy where it belongs:
 * beside other runs of the program, `results/<program>/<id>.json`, unless another place was named.
 */
export async function collect(status: JobStatus): Promise<Collected> {
  const ending = await closeRecord(status);
  const { job, run } = status;
  if (!run) return ending;
  const results = dirname(dirname(job.folder));
  const file = job.record ?? join(results, run.configuration.program, `${run.id}.json`);
  await writeRun(file, run);
  return { ...ending, run, file };
}

/** Says in a job's run record how it ended, where the run could not say it itself. */
export async function closeRecord(status: JobStatus): Promise<Ending> {
  const ending = await endingOf(status);
  const { job, run } = status;
  if (run?.outcome === "running") {
    Object.assign(run, { outcome: ending.outcome, reason: ending.message, endedAt: new Date().toISOString() });
    await writeRun(join(job.folder, "run.json"), run);
  }
  return ending;
}
