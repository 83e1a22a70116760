import { z } from "zod";
import { printable } from "../system/printable";
import { filledLines } from "../system/words";

/**
 * The schema of a job's id: its number and, where a command must name it, the cluster that has the job, as `sbatch --parsable`
 * prints them: `1234` or `1234;gpu`.
 */
export const jobId = z.string().regex(/^\d{1,10}(;[\w.-]{1,100})?$/, { error: "it is no id of a job" });

/** The number alone, for people and for the names of files. */
export const jobNumber = (id: string): string => id.split(";")[0];

/** The id of a job of a cluster, by its number. Without a cluster, it is one of this machine's own. */
export const jobIdOf = (number: string, cluster?: string): string =>
  cluster === undefined ? number : `${number};${cluster}`;

/** The flag with which a command of Slurm's asks a cluster; none where that is this machine's own. */
export const inCluster = (cluster?: string): string[] => (cluster === undefined ? [] : [`--clusters=${cluster}`]);

/** The flag with which a command of Slurm's asks the cluster that has a job. */
export const clusterFlags = (id: string): string[] => inCluster(id.split(";").at(1));

/**
 * The job's id in the output of `sbatch --parsable`. A site's own sbatch may print more, but says the id last; where the last
 * line is none, the only line that is one counts.
 * @throws one line where that is unclear.
 */
export function jobIdIn(printed: string): string {
  const lines = filledLines(printed).map((line) => line.trim());
  const ids = lines.filter((line) => jobId.safeParse(line).success);
  if (ids.length > 0 && (ids.length === 1 || ids.at(-1) === lines.at(-1))) return ids[ids.length - 1];
  throw new Error(
    `sbatch named no job, but said "${printable(printed).trim()}": see \`squeue --me\` for whether it was submitted.`,
  );
}
