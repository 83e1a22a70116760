import { nodesOf } from "../../measure";
import type { RunRecord } from "../../runs/record";
import type { Host } from "./types";

/** How much longer computing takes than on a node that has a machine for itself: 2 is twice as long. */
export interface Sharing {
  /** Applies to an image's time: all cores of a node compute it. */
  images: number;
  /** Applies to a step's time beyond its images: one thread prepares a step, whatever the number of cores. */
  steps: number;
}

/** Distinct machines of a run. Without that number in the record, the number of distinct hosts, or else of nodes. */
export function machinesOf({ where, configuration }: Pick<RunRecord, "where" | "configuration">): number {
  return where.machines ?? (new Set(where.hosts).size || nodesOf(configuration));
}

/** The hardware of a run's nodes. If the record does not say otherwise, a process may use all cores of its machine. */
export function hostOf(run: RunRecord): Host {
  const { configuration, where } = run;
  const { cores, coresInAll } = where;
  const coresOfMachine = coresInAll === undefined ? cores : coresInAll / machinesOf(run);
  return { device: configuration.device, cores, coresOfMachine };
}

/**
 * Nodes on one machine share its cores. When together they use more cores than the machine has, computing time grows by
 * that ratio. GPUs are not shared.
 */
export function sharingOf(nodes: number, machines: number, { device, cores, coresOfMachine }: Host): Sharing {
  const nodesOfMachine = Math.ceil(nodes / machines);
  const slowdown = (coresOfNode: number) =>
    coresOfMachine === 0 ? 1 : Math.max(1, (nodesOfMachine * coresOfNode) / coresOfMachine);
  return { images: device === "gpu" ? 1 : slowdown(cores), steps: slowdown(Math.min(1, cores)) };
}
