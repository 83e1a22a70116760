import { readFileSync } from "node:fs";
import { z } from "zod";
import { printable } from "../system/printable";
import { fileOf, onHead } from "./enter";
import { execute } from "../system/execute";

/** A node as Slurm sees it. */
export interface NodeStatus {
  name: string;
  /** Slurm's word: idle, allocated, mixed, down, ...; with a * where it does not answer. */
  state: string;
  /** Why it is down or drained; "" where it is not. */
  reason: string;
}

/** A job that is waiting or running. */
export interface JobStatus {
  id: string;
  name: string;
  /** Slurm's word: PENDING, RUNNING, COMPLETING, ... */
  state: string;
  /** Its nodes, or in parentheses why it waits. */
  where: string;
  /** How long it has run, as days-hours:minutes:seconds. */
  time: string;
}

/** What a cluster is and does at a moment. */
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

/** What a cluster was started with. */
export const optionsOf = (head: number) =>
  optionsSchema.parse(JSON.parse(readFileSync(fileOf(head, "options.json"), "utf8")));

/** The rate its links have now. */
export const rateOf = (head: number): string => readFileSync(fileOf(head, "rate"), "utf8");

/** The nodes as Slurm sees them. @throws Slurm's words where slurmctld does not answer */
export async function nodeStates(head: number): Promise<NodeStatus[]> {
  const columns = ["--noheader", "--Node", "--partition=main", "--format=%N|%T|%E"];
  return rows(await execute(onHead(head, "sinfo", columns))).map(([name, state, reason]) => ({
    name,
    state,
    reason: reason === "none" ? "" : reason,
  }));
}

/** @throws Slurm's words where slurmctld does not answer */
export async function clusterStatus(head: number): Promise<ClusterStatus> {
  const squeue = async (format: string) =>
    rows(await execute(onHead(head, "squeue", ["--noheader", `--format=${format}`])));
  // Names apart: their owners choose them, with lines and bars in them if they like.
  const [nodes, jobs, named] = await Promise.all([nodeStates(head), squeue("%i|%T|%R|%M"), squeue("%i|%j")]);
  const names = new Map(named.reverse().map(([id, ...name]) => [id, printable(name.join("|")).slice(0, 100)]));
  const { name, cpus, gpus, memory } = optionsOf(head);
  return {
    ...{ name, rate: rateOf(head), cpus, gpus, memory, nodes },
    jobs: jobs.map(([id, state, where, time]) => ({ id, name: names.get(id) ?? "", state, where, time })),
  };
}

const rows = (table: string): string[][] =>
  table
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("|"));
