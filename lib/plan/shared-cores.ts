import { nodesOf } from "../measure";
import type { RunRecord } from "../runs/record";

/** Who computes: so many devices on each node, which has so many cores. */
export interface Computing {
  device: "cpu" | "gpu";
  nodes: number;
  devicesPerNode: number;
  coresPerNode: number;
}

/** Nodes that share the cores of one machine, as on a local cluster. */
interface SharedMachine {
  /** Cores that the processes of the machine may use together. */
  cores: number;
}

/** The machine that the nodes of past runs shared; undefined where each had one of its own, or no run had several nodes. */
export function sharedMachine(runs: readonly RunRecord[]): SharedMachine | undefined {
  const shared = runs.flatMap((run) => sharedMachineOf(run) ?? []);
  return shared.length > 0 ? { cores: Math.max(...shared.map(({ cores }) => cores)) } : undefined;
}

function sharedMachineOf({ where, configuration }: RunRecord): SharedMachine | undefined {
  const { machines, coresInAll } = where;
  if (machines === undefined || coresInAll === undefined || machines >= nodesOf(configuration)) return undefined;
  return { cores: coresInAll / machines };
}

/**
 * How many times as long a device computes as one core does: it may have several, and share a machine's with other nodes. A GPU, whose
 * speed does not depend on cores, has 1.
 */
export function slowdownOf({ device, nodes, devicesPerNode, coresPerNode }: Computing, shared?: SharedMachine): number {
  if (device === "gpu") return 1;
  return devicesPerNode / (shared ? Math.min(coresPerNode, shared.cores / nodes) : coresPerNode);
}

/** How many times as long one thread takes on each node, since the nodes share a machine's cores: more than 1 where they are more than these. */
export const crowdingOf = ({ device, nodes }: Computing, shared?: SharedMachine): number =>
  device === "gpu" || !shared ? 1 : Math.max(1, nodes / shared.cores);

/** {@link crowdingOf} a past run. */
export const crowdingOfRun = (run: RunRecord): number => crowdingOf(computingOf(run), sharedMachineOf(run));

/** {@link slowdownOf} a past run. */
export const slowdownOfRun = (run: RunRecord): number => slowdownOf(computingOf(run), sharedMachineOf(run));

/** Who computed a past run. */
function computingOf({ configuration, where }: RunRecord): Computing {
  const nodes = nodesOf(configuration);
  const { device, replicas } = configuration;
  return { device, nodes, devicesPerNode: replicas / nodes, coresPerNode: where.cores };
}
