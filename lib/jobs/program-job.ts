import { partitions, usable } from "../slurm/partitions";
import type { Job } from "./job";
import { flags, type ArgumentValues } from "./run-program";
import { siteCluster, siteSettings } from "./site";
import { counted } from "../system/words";

/** A program, the number of its nodes, and its demands on each of them. */
export interface ProgramOnNodes {
  /** A chapter's program: `04-many-nodes/train`. */
  program: string;
  arguments: ArgumentValues;
  nodes: number;
  /** GPUs on each node. Default: the argument `devices` on GPUs, else 0. */
  gpusPerNode?: number;
  /** Cores and memory (GiB) on each node. Default: 4 cores and 8 GiB for each GPU, but not more than the nodes have. */
  cpusPerNode?: number;
  memory?: number;
  /** The time limit. Default 60. */
  minutes?: number;
}

/** The job that runs a program on nodes, with defaults that fit the cluster. */
export async function jobFor({
  program,
  arguments: values,
  nodes,
  minutes = 60,
  gpusPerNode = values.device === "gpu" ? Number(values.devices ?? 1) : 0,
  ...demands
}: ProgramOnNodes): Promise<Job> {
  const most = usable(await partitions(siteCluster()), siteSettings().partition[gpusPerNode > 0 ? "gpu" : "cpu"]);
  const processors = Math.max(1, gpusPerNode);
  return {
    name: program.replace("/", "-"),
    title: `${program} on ${counted(nodes, "node")}, from a notebook`,
    program,
    arguments: flags(values),
    dataset: String(values.dataset ?? ""),
    nodes,
    gpusPerNode,
    cpusPerNode: demands.cpusPerNode ?? Math.min(4 * processors, most.cpus),
    memory: demands.memory ?? Math.min(8 * processors, Math.floor(most.memory)),
    minutes,
    exclude: "",
    restarts: 0,
  };
}
