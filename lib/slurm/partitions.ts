import { sum } from "simple-statistics";
import { expandHostList } from "./host-list";
import { askSlurm } from "./client";
import { inCluster } from "./job-id";
import { slurmMinutes, slurmTime } from "./time";
import { didYouMean } from "../system/names";

/** Equal nodes of a partition. */
export interface NodeGroup {
  partition: string;
  isDefault: boolean;
  isUp: boolean;
  /** The most minutes that a job may take. */
  maxMinutes: number;
  /** The most nodes that a job may have. */
  maxNodes: number;
  /** The names of the nodes. */
  nodes: string[];
  /** Cores, memory in GiB, and GPUs of each node. */
  cpus: number;
  memory: number;
  gpus: number;
}

/** A job's demand on a partition. */
export interface JobDemand {
  /** The partition's name; "" is the default partition. */
  partition: string;
  nodes: number;
  cpusPerNode: number;
  gpusPerNode: number;
  /** GiB on each node; undefined where the job does not ask for memory. */
  memory?: number;
  minutes: number;
  /** Nodes that the job must not use, as Slurm lists them. */
  exclude: string;
}

/**
 * The partitions, as `sinfo` lists them.
 * @param cluster Which one's. Default: this machine's own.
 * @throws one line where Slurm does not answer.
 */
export async function partitions(cluster?: string): Promise<NodeGroup[]> {
  return readSinfo(await askSlurm("sinfo", [...inCluster(cluster), "-h", "-e", "-o", sinfoColumns]));
}

const sinfoColumns = "%P|%a|%l|%s|%c|%m|%G|%N";

/** Reads the lines of `sinfo -h -e -o '%P|%a|%l|%s|%c|%m|%G|%N'`; unreadable lines are left out. */
export function readSinfo(text: string): NodeGroup[] {
  return text.split("\n").flatMap((line) => {
    const [partition, available, time, size, cpus, memory, gres, nodes] = line.trim().split("|");
    if (nodes === undefined) return [];
    const mostNodes = Number(size.split("-").at(-1));
    return {
      partition: partition.replace(/\*$/, ""),
      isDefault: partition.endsWith("*"),
      isUp: available === "up",
      maxMinutes: time === "n/a" ? Infinity : slurmMinutes(time),
      maxNodes: Number.isNaN(mostNodes) ? Infinity : mostNodes, // Slurm writes "1-infinite"
      nodes: nodes === "" ? [] : expandHostList(nodes),
      cpus: Number.parseInt(cpus),
      memory: Number.parseInt(memory) / 1024,
      gpus: gpusOf(gres),
    };
  });
}

/** The number of GPUs in Slurm's list of a node's devices: `gpu:a100:4(S:0-1),shard:8` has 4. */
function gpusOf(gres: string): number {
  const counts = gres.matchAll(/(?:^|,)gpu(?::[^:,()]+)?:(\d+)/g);
  return sum([...counts].map(([, count]) => Number(count)));
}

/**
 * Why a cluster's partitions can never run a job.
 * @returns one line with the demand, the limit, and the remedy; undefined where they can run it.
 */
export function whyImpossible(groups: readonly NodeGroup[], demand: JobDemand): string | undefined {
  const { nodes, cpusPerNode, gpusPerNode, memory = 0, minutes } = demand;
  const name = demand.partition || groups.find((group) => group.isDefault)?.partition;
  if (name === undefined || groups.length === 0) return undefined; // Slurm itself will refuse the job
  const own = groups.filter((group) => group.partition === name);
  if (own.length === 0) {
    const names = [...new Set(groups.map((group) => group.partition))];
    return `There is no partition "${name}": name one of ${names.join(", ")} in the site file.${didYouMean(name, names)}`;
  }
  if (!own[0].isUp) return `The partition ${name} is not up now: name another in the site file, or wait.`;
  if (minutes > own[0].maxMinutes) {
    return `--time is ${slurmTime(minutes)}, but partition ${name} gives at most ${slurmTime(own[0].maxMinutes)}.`;
  }
  const excluded = new Set(demand.exclude === "" ? [] : expandHostList(demand.exclude));
  const left = own.map((group) => ({ ...group, nodes: group.nodes.filter((node) => !excluded.has(node)) }));
  const most = Math.min(own[0].maxNodes, nodeCount(left));
  if (nodes > most) {
    const without = excluded.size > 0 ? ` without ${demand.exclude}` : "";
    return `--nodes is ${nodes}, but partition ${name} has ${most} for a job${without}: take at most that many.`;
  }
  for (const [flag, amount, unit, resource] of [
    ["--gpus-per-node", gpusPerNode, "GPUs", "gpus"],
    ["--cpus-per-node", cpusPerNode, "cores", "cpus"],
    ["--memory", memory, "GiB", "memory"],
  ] as const) {
    if (nodeCount(left.filter((group) => group[resource] >= amount)) >= nodes) continue;
    const limit = Math.floor(Math.max(...left.map((group) => group[resource])));
    if (resource === "gpus" && limit === 0)
      return `${flag} is ${amount}, but partition ${name} has no GPUs: name one that has some in the site file, or take a task that needs none.`;
    return `${flag} is ${amount}, but nodes have at most ${limit} ${unit} in partition ${name}. A smaller --preset asks for less.`;
  }
  const enough = nodeCount(
    left.filter((group) => group.cpus >= cpusPerNode && group.gpus >= gpusPerNode && group.memory >= memory),
  );
  if (enough >= nodes) return undefined;
  return `Partition ${name} has ${enough} nodes with ${cpusPerNode} cores, ${memory} GiB and ${gpusPerNode} GPUs, not ${nodes}.`;
}

/** The cores, memory and GPUs that every node of a partition ("" is the default one) has, and how many nodes a job may have. */
export function usable(
  groups: readonly NodeGroup[],
  partition: string,
): Record<"nodes" | "cpus" | "memory" | "gpus", number> {
  const matching = groups.filter((group) => (partition === "" ? group.isDefault : group.partition === partition));
  return {
    nodes: Math.min(nodeCount(matching), matching.at(0)?.maxNodes ?? Infinity),
    cpus: Math.min(...matching.map((group) => group.cpus)),
    memory: Math.min(...matching.map((group) => group.memory)),
    gpus: Math.min(...matching.map((group) => group.gpus)),
  };
}

const nodeCount = (groups: readonly NodeGroup[]): number => sum(groups.map((group) => group.nodes.length));
