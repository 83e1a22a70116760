import { readFileSync } from "node:fs";
import { z } from "zod";
import { printable } from "../system/printable";
import { filledLines } from "../system/words";
import { fileOf, onHead } from "./enter";
import { execute } from "../system/execute";

/** A node as Slurm sees it. */
export interface NodeStatus {
  name: string;
  /** Slurm's word: idle, allocated, mixed, down, ...; followed by a * where the node does not answer. */
  state: string;
  /** The reason why it is down or drained; "" where it is neither. */
  reason: string;
}

/** A job that is waiting or running. */
export interface JobStatus {
  id: string;
  name: string;
  /** Slurm's word: PENDING, RUNNING, COMPLETING, ... */
  state: string;
  /** Its nodes, or in parentheses the reason why it waits. */
  where: string;
  /** The time that it has run, as days-hours:minutes:seconds. */
  time: string;
}

/** The size of a cluster, and the state of its nodes and jobs. */
export interface ClusterStatus {
  name: string;
  /** Rate of each link and direction, such as "1gbit" or "none". */
  rate: string;
  cpus: number;
  gpus: number;
  /** Megabytes a node. */
  memory: number;
  nodes: NodeStatus[];
  jobs: JobStatus[];
}

const optionsSchema = z.object({
  name: z.string(),
  nodes: z.number(),
  cpus: z.number(),
  gpus: z.number(),
  memory: z.number(),
});

/** The options that a cluster was started with. */
export const optionsOf = (head: number) =>
  optionsSchema.parse(JSON.parse(readFileSync(fileOf(head, "options.json"), "utf8")));

/** The rate of its links now. */
export const rateOf = (head: number): string => readFileSync(fileOf(head, "rate"), "utf8");

// Slurm's answers are read here and not in lib/slurm, which stands above this room: it needs this room to send Slurm's commands
// to the local cluster where one is up.

/** The nodes as Slurm sees them. @throws Slurm's message where slurmctld does not answer */
export async function nodeStates(head: number): Promise<NodeStatus[]> {
  const columns = ["--noheader", "--Node", "--partition=main", "--format=%N|%T|%E"];
  return rows(await execute(onHead(head, "sinfo", columns))).map(([name, state, reason]) => ({
    name,
    state,
    reason: reason === "none" ? "" : reason,
  }));
}

/** The status of a cluster. @throws Slurm's message where slurmctld does not answer */
export async function clusterStatus(head: number): Promise<ClusterStatus> {
  const squeue = async (format: string) =>
    rows(await execute(onHead(head, "squeue", ["--noheader", `--format=${format}`])));
  // Job names come by themselves, since their owners choose them and may put line breaks and bars into them.
  const [nodes, jobs, named] = await Promise.all([nodeStates(head), squeue("%i|%T|%R|%M"), squeue("%i|%j")]);
  const names = new Map(named.reverse().map(([id, ...name]) => [id, printable(name.join("|")).slice(0, 100)]));
  const { name, cpus, gpus, memory } = optionsOf(head);
  return {
    ...{ name, rate: rateOf(head), cpus, gpus, memory, nodes },
    jobs: jobs.map(([id, state, where, time]) => ({ id, name: names.get(id) ?? "", state, where, time })),
  };
}

const rows = (table: string): string[][] => filledLines(table).map((line) => line.split("|"));
