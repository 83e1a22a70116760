import { availableParallelism, totalmem } from "node:os";

/** What a local cluster is made of. */
export interface ClusterOptions {
  /** Number of nodes, 1 to 32. Default 3. */
  nodes?: number;
  /** Rate of every node's link, each direction: a number and kbit, mbit or gbit, or "none" for an unshaped one. Default "1gbit". */
  rate?: string;
  /** CPUs that Slurm counts on each node; the nodes share this machine's. Default: as many as this machine has. */
  cpus?: number;
  /** GPUs that Slurm counts on each node. They only let jobs schedule: nothing can compute on them. Default 4. */
  gpus?: number;
  /** Megabytes of memory that Slurm counts on each node. Default: 90 % of this machine's, divided by the nodes. */
  memory?: number;
  /** Tells clusters apart that are up at the same time. Default "workbook". */
  name?: string;
}

/** @throws naming the value, the limit and the remedy, where a value cannot be. */
export function completeOptions(options: ClusterOptions): Required<ClusterOptions> {
  const { nodes = 3, rate = "1gbit", cpus = availableParallelism(), gpus = 4, name = "workbook" } = options;
  const memory = options.memory ?? Math.floor((0.9 * totalmem()) / 2 ** 20 / nodes);
  within("nodes", nodes, 1, 32);
  within("cpus", cpus, 1, 1024);
  within("gpus", gpus, 0, 64);
  within("memory", memory, 100, 2 ** 24);
  checkRate(rate);
  if (!/^[\w.-]{1,64}$/.test(name)) {
    throw new Error(
      `A cluster cannot be named "${name}": take up to 64 letters, digits, dots, dashes and underscores.`,
    );
  }
  return { nodes, rate, cpus, gpus, memory, name };
}

function within(what: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new Error(`A local cluster cannot have ${what} ${value}: choose a whole number from ${least} to ${most}.`);
}

/** @throws where links cannot be shaped to this rate. */
export function checkRate(rate: string): void {
  const slow = rate !== "none" && bytesPerSecond(rate) < 1000;
  if (slow) throw new Error(`A link cannot have the rate ${rate}: choose at least 8kbit.`);
}

/** What a rate such as "1gbit" carries, headers of packets included. @throws where it is not written so. */
export function bytesPerSecond(rate: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)([kmg])bit$/.exec(rate) ?? [];
  if (number === undefined) {
    throw new Error(`A link cannot have the rate "${rate}": write a number and kbit, mbit or gbit, or none.`);
  }
  return (Number(number) * { k: 1e3, m: 1e6, g: 1e9 }[unit as "k" | "m" | "g"]) / 8;
}
