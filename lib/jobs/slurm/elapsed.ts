import { slurm } from "./client";
import { slurmMinutes } from "./time";

/**
 * Seconds that a job has had its nodes, over all its starts: as the controller says while it knows the job, else as accounting
 * does, where there is one.
 * @returns undefined where nobody knows.
 */
export async function elapsedSeconds(id: string): Promise<number | undefined> {
  const shown = await slurm("scontrol", ["--oneliner", "show", "job", id]);
  const known = shown.failed ? undefined : readRunTime(shown.stdout);
  if (known !== undefined) return known;
  const accounted = await slurm("sacct", ["-n", "-P", "-X", "-D", "-j", id, "-o", "ElapsedRaw"]).catch(() => undefined);
  return accounted && !accounted.failed ? readElapsed(accounted.stdout) : undefined;
}

/** Reads `RunTime` of `scontrol --oneliner show job`, which is the last start's: undefined where there were several. */
export function readRunTime(line: string): number | undefined {
  const value = (key: string): string => new RegExp(`(?:^|\\s)${key}=(\\S*)`).exec(line)?.[1] ?? "";
  if (Number(value("Restarts")) > 0) return undefined;
  const time = value("RunTime");
  if (/^[0:]+$/.test(time)) return 0;
  return /^(\d+-)?\d+(:\d+){1,2}$/.test(time) ? Math.round(60 * slurmMinutes(time)) : undefined;
}

/** Reads `sacct -n -P -X -D -o ElapsedRaw`: a line for each start. */
export function readElapsed(text: string): number | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const seconds = lines.map(Number);
  return seconds.length === 0 || seconds.some(Number.isNaN) ? undefined : seconds.reduce((sum, each) => sum + each, 0);
}
