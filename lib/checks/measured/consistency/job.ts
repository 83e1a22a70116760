import type { RunRecord } from "../../../runs/record";
import type { AccountedJob } from "../../../slurm/accounting";
import { counted } from "../../../system/words";

// Seconds. Nodes' clocks differ, and accounting rounds a job's end to the second.
const slack = 10;

/** Says where a record contradicts Slurm's accounting of its job; undefined where it does not. */
export function jobContradiction(
  { where, startedAt, endedAt, resumedFrom }: RunRecord,
  job: AccountedJob | "unknown",
): string | undefined {
  const name = `job ${where.slurmJobId}`;
  if (job === "unknown") return `Slurm's accounting has no ${name}`;
  // Processes on one node share one host name.
  const hosts = new Set(where.hosts).size;
  if (job.nodes.length < hosts)
    return `${name} had ${counted(job.nodes.length, "node")}, and the run ${counted(hosts, "node")}`;
  const [from, to] = [Date.parse(startedAt), Date.parse(endedAt ?? startedAt)].map((time) => time / 1000);
  const [began, ended] = [job.startedAt ?? Infinity, job.endedAt ?? Infinity];
  // A run that was resumed may have begun in another job.
  const latestStart = resumedFrom === undefined ? from : to;
  if (latestStart >= began - slack && to <= ended + slack) return undefined;
  const until = ended === Infinity ? "" : ` to ${moment(ended)}`;
  const lasted = began === Infinity ? "never began" : `ran from ${moment(began)}${until}`;
  return `${name} ${lasted}, and the run from ${moment(from)} to ${moment(to)} UTC`;
}

const moment = (time: number): string => new Date(1000 * time).toISOString().slice(0, 19).replace("T", " ");
