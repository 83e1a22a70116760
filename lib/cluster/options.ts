import { availableParallelism, totalmem } from "node:os";

/** The size and speed of a local cluster. */
export interface ClusterOptions {
  /** Number of nodes, 1 to 32. Default 3. */
  nodes?: number;
  /** Rate of every node's link in each direction: a number and kbit, mbit or gbit, or "none" for no limit. Default "1gbit". */
  rate?: string;
  /**
   * CPUs that Slurm counts on each node. If they are fewer than this machine's cores, the node's jobs run on so many of them;
   * otherwise all nodes share all cores. Default: as many as this machine has.
   */
  cpus?: number;
  /** GPUs that Slurm counts on each node, for scheduling only: no program can compute on them. Default 0. */
  gpus?: number;
  /** Megabytes of memory that Slurm counts on each node. Default: 90 % of this machine's, divided by the nodes. */
  memory?: number;
  /** The cluster's name, since several can be up at the same time. Default "workbook". */
  name?: string;
}

/** Fills the defaults in. @throws one line with the value, the limit and the remedy, where an option is out of range. */
export function completeOptions(options: ClusterOptions): Required<ClusterOptions> {
  const { nodes = 3, rate = "1gbit", cpus = availableParallelism(), gpus = 0, name = "workbook" } = options;
  const memory = options.memory ?? Math.floor((0.9 * totalmem()) / 2 ** 20 / nodes);
  checkRange("nodes", nodes, 1, 32);
  checkRange("cpus", cpus, 1, 1024);
  checkRange("gpus", gpus, 0, 64);
  checkRange("memory", memory, 100, 2 ** 24);
  checkRate(rate);
  if (!/^[\w.-]{1,64}$/.test(name)) {
    throw new Error(
      `A cluster cannot be named "${name}": take up to 64 letters, digits, dots, dashes and underscores.`,
    );
  }
  return { nodes, rate, cpus, gpus, memory, name };
}

function checkRange(what: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new Error(`A local cluster cannot have ${what} ${value}: choose a whole number from ${least} to ${most}.`);
}

/** @throws where links cannot have this rate. */
export function checkRate(rate: string): void {
  const isTooSlow = rate !== "none" && bytesPerSecond(rate) < 1000;
  if (isTooSlow) throw new Error(`A link cannot have the rate ${rate}: choose at least 8kbit.`);
}

/** A rate such as "1gbit" in bytes a second, packet headers included. @throws where it is written in another way. */
export function bytesPerSecond(rate: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)([kmg])bit$/.exec(rate) ?? [];
  if (number === undefined) {
    throw new Error(`A link cannot have the rate "${rate}": write a number and kbit, mbit or gbit, or none.`);
  }
  return (Number(number) * { k: 1e3, m: 1e6, g: 1e9 }[unit as "k" | "m" | "g"]) / 8;
}
