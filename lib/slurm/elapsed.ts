import { sum } from "simple-statistics";
import { controllerJobs } from "./controller";
import { jobAccounting } from "./job-state";

/**
 * The seconds for which a job has had its nodes, over all its starts. The controller tells them while it knows the job, and
 * then the accounting, where there is one.
 * @param uid The account that must own the job.
 * @returns undefined where neither knows.
 */
export async function elapsedSeconds(id: string, uid?: number): Promise<number | undefined> {
  const [job] = (await controllerJobs({ ids: [id], uid })) ?? [];
  // For a job that started again, the controller tells only the last start.
  if (job?.restarts === 0 && job.seconds !== undefined) return job.seconds;
  const lines = await jobAccounting(id, uid, "ElapsedRaw", "-D");
  return lines === "silent" ? undefined : readElapsed(lines);
}

/** Reads `sacct -n -P -X -D -o ElapsedRaw`: a line for each start. */
export function readElapsed(text: string): number | undefined {
  const seconds = text.split("\n").flatMap((line) => (line.trim() === "" ? [] : Number(line)));
  return seconds.length === 0 || seconds.some(Number.isNaN) ? undefined : sum(seconds);
}
