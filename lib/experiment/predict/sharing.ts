import type { RunRecord } from "../../training/record";

/** What computes on each node of a run. */
export interface Host {
  device: "cpu" | "gpu";
  /** That a node's process may use; 0 where it is not known. */
  cores: number;
  /** That the processes of one machine may use together. */
  coresOfMachine: number;
}

/** How many times as long computing takes as on a node that has its machine to itself. */
export interface Sharing {
  /** For what an image takes: all cores of a node compute it. */
  images: number;
  /** For what a step takes beyond its images: one thread prepares it, whatever cores there are. */
  steps: number;
}

/** Distinct machines of a run; in a record that does not tell them, as many as it names hosts. */
export function machinesOf({ where }: Pick<RunRecord, "where">): number {
  return where.machines ?? new Set(where.hosts).size;
}

/** What a run computed on. Where its record does not tell, each process may use all cores of its machine. */
export function hostOf({ configuration, where }: RunRecord): Host {
  const { cores, coresInAll } = where;
  const coresOfMachine = coresInAll === undefined ? cores : coresInAll / machinesOf({ where });
  return { device: configuration.device, cores, coresOfMachine };
}

/**
 * Nodes of a cluster on one machine divide its cores among them, so that more nodes do not compute faster there: the time
 * grows with the cores that they use over the cores there are, once these are too few. GPUs are not shared.
 */
export function sharingOf(nodes: number, machines: number, { device, cores, coresOfMachine }: Host): Sharing {
  const ofMachine = Math.ceil(nodes / machines);
  const times = (coresOfNode: number) =>
    coresOfMachine === 0 ? 1 : Math.max(1, (ofMachine * coresOfNode) / coresOfMachine);
  return { images: device === "gpu" ? 1 : times(cores), steps: times(Math.min(1, cores)) };
}
