import type { ClusterStatus } from "../../cluster/index";
import { textTable } from "../../system/text-table";

/** A cluster's status as text: a line about all, a line a node, a line a job. */
export function statusText({ name, rate, cpus, gpus, memory, nodes, jobs }: ClusterStatus): string {
  const links = rate === "none" ? "not shaped" : rate;
  return [
    `Cluster ${name}: ${nodes.length} nodes, each ${cpus} CPUs, ${gpus} GPUs, ${memory} MB; links ${links}`,
    ...indented(nodes.map(({ name, state, reason }) => [name, state, reason])),
    jobs.length === 0 ? "No jobs wait or run." : "Jobs:",
    ...indented(jobs.map(({ id, state, time, name, where }) => [id, state, time, name, where])),
  ].join("\n");
}

const indented = (rows: string[][]): string[] => textTable(rows).map((line) => `  ${line}`);
