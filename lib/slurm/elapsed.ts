import { slurm } from "./client";
import { controllerJobs } from "./controller";
import { ofAccount } from "./job-state";

/**
 * Seconds that a job has had its nodes, over all its starts: as the controller says while it knows the job, else as accounting
 * does, where there is one.
 * @param uid The account whose job it must be.
 * @returns undefined where nobody knows.
 */
export async function elapsedSeconds(id: string, uid?: number): Promise<number | undefined> {
  const [known] = (await controllerJobs({ ids: [id], uid })) ?? [];
  // Of one that started again, the controller tells the last start alone.
  if (known?.restarts === 0 && known.seconds !== undefined) return known.seconds;
  const words = ["-n", "-P", "-X", "-D", "-j", id, ...ofAccount(uid), "-o", "ElapsedRaw"];
  const accounted = await slurm("sacct", words).catch(() => undefined);
  return accounted && !accounted.failed ? readElapsed(accounted.stdout) : undefined;
}

/** Reads `sacct -n -P -X -D -o ElapsedRaw`: a line for each start. */
export function readElapsed(text: string): number | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const seconds = lines.map(Number);
  return seconds.length === 0 || seconds.some(Number.isNaN) ? undefined : seconds.reduce((sum, each) => sum + each, 0);
}
