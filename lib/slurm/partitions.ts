import { expandHostList } from "./host-list";
import { askSlurm } from "./client";
import { slurmMinutes, slurmTime } from "./time";

/** Nodes of a partition that are alike. */
export interface NodeGroup {
  partition: string;
  isDefault: boolean;
  isUp: boolean;
  /** Minutes that a job may take. */
  maxMinutes: number;
  /** Nodes that a job may have. */
  maxNodes: number;
  /** Their names. */
  nodes: string[];
  /** Of each node; memory in GiB. */
  cpus: number;
  memory: number;
  gpus: number;
}

/** What a job asks of a partition. */
export interface Wanted {
  partition: string;
  nodes: number;
  cpusPerNode: number;
  gpusPerNode: number;
  /** GiB a node; undefined where memory is not asked for. */
  memory?: number;
  minutes: number;
  /** Nodes not to use, as Slurm lists them. */
  exclude: string;
}

/** The partitions, as `sinfo` lists them. @throws one line where Slurm does not answer. */
export async function partitions(): Promise<NodeGroup[]> {
  return readSinfo(await askSlurm("sinfo", ["-h", "-e", "-o", sinfoColumns]));
}

const sinfoColumns = "%P|%a|%l|%s|%c|%m|%G|%N";

/** Reads the lines of `sinfo -h -e -o '%P|%a|%l|%s|%c|%m|%G|%N'`; one that cannot be read is left out. */
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
      maxNodes: Number.isNaN(mostNodes) ? Infinity : mostNodes, // "1-infinite"
      nodes: nodes === "" ? [] : expandHostList(nodes),
      cpus: Number.parseInt(cpus),
      memory: Number.parseInt(memory) / 1024,
      gpus: gpusOf(gres),
    };
  });
}

/** `gpu:a100:4(S:0-1),shard:8` has 4 GPUs. */
function gpusOf(gres: string): number {
  const counts = gres.matchAll(/(?:^|,)gpu(?::[^:,()]+)?:(\d+)/g);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/**
 * Whether a cluster's partitions can ever run a job.
 * @returns undefined, or one line with what is asked for, what there is, and the remedy.
 */
export function whyImpossible(groups: readonly NodeGroup[], wanted: Wanted): string | undefined {
  const { nodes, cpusPerNode, gpusPerNode, memory = 0, minutes } = wanted;
  const name = wanted.partition || groups.find((group) => group.isDefault)?.partition;
  if (name === undefined || groups.length === 0) return undefined; // Slurm itself will say it
  const own = groups.filter((group) => group.partition === name);
  if (own.length === 0) {
    const names = [...new Set(groups.map((group) => group.partition))].join(", ");
    return `There is no partition "${name}": name one of ${names} in the site file.`;
  }
  if (!own[0].isUp) return `The partition ${name} is not up now: name another in the site file, or wait.`;
  if (minutes > own[0].maxMinutes) {
    return `--time is ${slurmTime(minutes)}, but partition ${name} gives at most ${slurmTime(own[0].maxMinutes)}.`;
  }
  const excluded = new Set(wanted.exclude === "" ? [] : expandHostList(wanted.exclude));
  const there = own.map((group) => ({ ...group, count: group.nodes.filter((node) => !excluded.has(node)).length }));
  const most = Math.min(own[0].maxNodes, count(there));
  if (nodes > most) {
    const without = excluded.size > 0 ? ` without ${wanted.exclude}` : "";
    return `--nodes is ${nodes}, but partition ${name} has ${most} for a job${without}: take at most that many.`;
  }
  const fits = [
    tooMuch("--gpus-per-node", gpusPerNode, "GPUs", "gpus", there, nodes),
    tooMuch("--cpus-per-node", cpusPerNode, "cores", "cpus", there, nodes),
    tooMuch("--memory", memory, "GiB", "memory", there, nodes),
  ].find((line) => line !== undefined);
  if (fits !== undefined) return `${fits} in partition ${name}. A smaller --preset asks for less.`;
  const enough = there.filter((each) => each.cpus >= cpusPerNode && each.gpus >= gpusPerNode && each.memory >= memory);
  if (count(enough) >= nodes) return undefined;
  return `Partition ${name} has ${count(enough)} nodes with ${cpusPerNode} cores, ${memory} GiB and ${gpusPerNode} GPUs, not ${nodes}.`;
}

/** What each node of a partition ("" is the default one) surely has, and how many nodes a job may have. */
export function usable(groups: readonly NodeGroup[], partition: string): Record<"nodes" | "cpus" | "memory", number> {
  const own = groups.filter((group) => (partition === "" ? group.isDefault : group.partition === partition));
  const nodes = own.reduce((sum, group) => sum + group.nodes.length, 0);
  return {
    nodes: Math.min(nodes, own.at(0)?.maxNodes ?? nodes),
    cpus: Math.min(...own.map((group) => group.cpus)),
    memory: Math.min(...own.map((group) => group.memory)),
  };
}

type Counted = NodeGroup & { count: number };

const count = (groups: readonly Counted[]): number => groups.reduce((sum, each) => sum + each.count, 0);

function tooMuch(
  flag: string,
  wanted: number,
  unit: string,
  what: "cpus" | "gpus" | "memory",
  groups: readonly Counted[],
  nodes: number,
): string | undefined {
  if (count(groups.filter((group) => group[what] >= wanted)) >= nodes) return undefined;
  const most = Math.max(...groups.map((group) => group[what]));
  return `${flag} is ${wanted}, but nodes have at most ${Math.floor(most)} ${unit}`;
}
