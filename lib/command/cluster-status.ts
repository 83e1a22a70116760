import type { ClusterStatus } from "../cluster/index";

/** A cluster's status as text: a line about all, a line a node, a line a job. */
export function statusText({ name, rate, cpus, gpus, memory, nodes, jobs }: ClusterStatus): string {
  const links = rate === "none" ? "not shaped" : rate;
  return [
    `Cluster ${name}: ${nodes.length} nodes, each ${cpus} CPUs, ${gpus} GPUs, ${memory} MB; links ${links}`,
    ...nodes.map(({ name, state, reason }) => `  ${name.padEnd(8)} ${state.padEnd(12)} ${reason}`.trimEnd()),
    jobs.length === 0 ? "No jobs wait or run." : "Jobs:",
    ...jobs.map(
      (job) => `  ${job.id.padEnd(8)} ${job.state.padEnd(12)} ${job.time.padStart(10)}  ${job.name}  ${job.where}`,
    ),
  ].join("\n");
}
