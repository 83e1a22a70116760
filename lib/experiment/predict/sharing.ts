import { nodesOf } from "../../measure";
import type { RunRecord } from "../../runs/record";
import type { Host } from "./types";

/** How many times as long computing takes as on a node that has its machine to itself. */
export interface Sharing {
  /** For what an image takes: all cores of a node compute it. */
  images: number;
  /** For what a step takes beyond its images: one thread prepares it, whatever cores there are. */
  steps: number;
}

/** Distinct machines of a run; in a record that does not tell them, as many as it names hosts, else a node each. */
export function machinesOf({ where, configuration }: Pick<RunRecord, "where" | "configuration">): number {
  return where.machines ?? (new Set(where.hosts).size || nodesOf(configuration));
}

/** What a run computed on. Where its record does not tell, each process may use all cores of its machine. */
export function hostOf(run: RunRecord): Host {
  const { configuration, where } = run;
  const { cores, coresInAll } = where;
  const coresOfMachine = coresInAll === undefined ? cores : coresInAll / machinesOf(run);
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
