import { partitions, usable } from "../slurm/partitions";
import type { Job } from "./job";
import { flags, type ArgumentValues } from "./run-program";
import { siteSettings } from "./site";
import { counted } from "../system/words";

/** A program on one or several nodes, and what of each it asks for. */
export interface ProgramOnNodes {
  /** A chapter's program: `04-many-nodes/train`. */
  program: string;
  arguments: ArgumentValues;
  nodes: number;
  /** GPUs of each node. Default: the argument `devices` on GPUs, else 0. */
  gpusPerNode?: number;
  /** Cores and memory (GiB) of each node. Default: what is usual, and at most what nodes have. */
  cpusPerNode?: number;
  memory?: number;
  /** The most that it may take. Default 60. */
  minutes?: number;
}

/** The job that runs a program on nodes, with what is left open as the cluster has it. */
export async function jobFor({
  program,
  arguments: values,
  nodes,
  minutes = 60,
  ...given
}: ProgramOnNodes): Promise<Job> {
  const onGpus = values.device === "gpu" ? Number(values.devices ?? 1) : 0;
  const { gpusPerNode = onGpus } = given;
  const most = usable(await partitions(), siteSettings().partition[gpusPerNode > 0 ? "gpu" : "cpu"]);
  const processors = Math.max(1, gpusPerNode);
  return {
    name: program.replace("/", "-"),
    title: `${program} on ${counted(nodes, "node")}, from a notebook`,
    program,
    arguments: flags(values),
    dataset: String(values.dataset ?? ""),
    nodes,
    gpusPerNode,
    cpusPerNode: given.cpusPerNode ?? Math.min(4 * processors, most.cpus),
    memory: given.memory ?? Math.min(8 * processors, Math.floor(most.memory)),
    minutes,
    exclude: "",
    restarts: 0,
  };
}
