import type { RunRecord } from "../../../runs/record";
import type { AccountedJob } from "../../../slurm/accounting";

// Nodes' clocks differ, and a job's end is noted to the second.
const slack = 10;

/** Where a record contradicts what Slurm's accounting says of its job; undefined where it does not. */
export function jobContradiction(
  { where, startedAt, endedAt, resumedFrom }: RunRecord,
  job: AccountedJob | "unknown",
): string | undefined {
  const name = `job ${where.slurmJobId}`;
  if (job === "unknown") return `Slurm's accounting has no ${name}`;
  // Processes of one node are one host.
  const hosts = new Set(where.hosts).size;
  if (job.nodes.length < hosts) return `${name} had ${nodes(job.nodes.length)}, and the run ${nodes(hosts)}`;
  const [from, to] = [Date.parse(startedAt), Date.parse(endedAt ?? startedAt)].map((time) => time / 1000);
  const [began, ended] = [job.startedAt ?? Infinity, job.endedAt ?? Infinity];
  // A run that was resumed may have begun in another job.
  const hadBegun = resumedFrom === undefined ? from : to;
  if (hadBegun >= began - slack && to <= ended + slack) return undefined;
  const until = ended === Infinity ? "" : ` to ${moment(ended)}`;
  const lasted = began === Infinity ? "never began" : `ran from ${moment(began)}${until}`;
  return `${name} ${lasted}, and the run from ${moment(from)} to ${moment(to)} UTC`;
}

const nodes = (count: number): string => `${count} ${count === 1 ? "node" : "nodes"}`;
const moment = (time: number): string => new Date(1000 * time).toISOString().slice(0, 19).replace("T", " ");
