import { dirname, join } from "node:path";
import { writeRun, type RunRecord } from "../runs/record";
import { printable } from "../system/printable";
import { endingOf, type Ending } from "./ending";
import type { JobStatus } from "./follow";

/** The results of a job that has ended. */
export interface Collected extends Ending {
  /** The run's record and its file; undefined where the training never began. */
  run?: RunRecord;
  file?: string;
}

/**
 * Completes a job's run record as {@link closeRecord} does, and copies it to the place that was asked for or beside other
 * runs of the program, to `results/<program>/<id>.json`.
 */
export async function collect(status: JobStatus): Promise<Collected> {
  const ending = await closeRecord(status);
  const { job, run } = status;
  if (!run) return ending;
  const file = job.record ?? usualFile(dirname(dirname(job.folder)), run);
  await writeRun(file, run);
  return { ...ending, run, file };
}

/** The place of a record among others of its program. @throws one line where its names lead elsewhere. */
function usualFile(results: string, { configuration: { program }, id }: RunRecord): string {
  const file = join(results, program, `${id}.json`);
  const isThere = dirname(file) === join(results, program) && file.startsWith(join(results, "/"));
  if (isThere && printable(file) === file) return file;
  throw new Error(
    `The run's record names the program ${JSON.stringify(program)} and the run ${JSON.stringify(id)}: no such file is written.`,
  );
}

/** Writes into a job's run record how the job ended, where the run could not write it itself. */
export async function closeRecord(status: JobStatus): Promise<Ending> {
  const ending = await endingOf(status);
  const { job, run } = status;
  if (run?.outcome === "running") {
    Object.assign(run, { outcome: ending.outcome, reason: ending.message, endedAt: new Date().toISOString() });
    await writeRun(join(job.folder, "run.json"), run);
  }
  return ending;
}
