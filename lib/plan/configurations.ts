import type { PlanCluster } from "./cluster";

/** A way to run a training. */
export interface PlanConfiguration {
  devices: number;
  /** Fewer than the cluster's where the job has only a part of a node. */
  devicesPerNode: number;
  /** Images of a batch on one device. */
  localBatch: number;
  /** Batches whose gradients are added up before an all-reduce and an update. */
  accumulation: number;
  /** Whether the devices divide weights, gradients and the optimizer's state among them (`--zero 3`), or each has its own. */
  sharded: boolean;
  /** `devices x localBatch x accumulation`: the images of an update. */
  globalBatch: number;
}

const ACCUMULATIONS = [1, 2, 4, 8, 16];
/** The smallest and the largest global batch to try by default. */
const [LEAST, MOST] = [32, 8192];

/**
 * The global batches to try by default, from 32 to 8,192 images: powers of two, and where a number of devices is no power of two, its
 * multiples by powers of two.
 */
export function usualBatches(cluster: PlanCluster): number[] {
  const batches = deviceCounts(cluster).flatMap((devices) => doubling(MOST / devices).map((times) => times * devices));
  return [...new Set(batches)].filter((batch) => batch >= LEAST).sort((a, b) => a - b);
}

/**
 * Which numbers of devices divide none of the global batches, and what to add for them, in one line; undefined where all of them divide
 * one.
 */
export function leftOut(cluster: PlanCluster, globalBatches: readonly number[]): string | undefined {
  const divideNone = (batches: readonly number[]) => (devices: number) =>
    batches.every((batch) => batch % devices !== 0);
  const counts = deviceCounts(cluster).filter(divideNone(globalBatches));
  if (counts.length === 0) return undefined;
  const least = Math.min(...globalBatches);
  const missing: number[] = [];
  for (const devices of [...counts].reverse())
    if (divideNone(missing)(devices)) missing.push(devices * 2 ** Math.max(0, Math.ceil(Math.log2(least / devices))));
  const which =
    globalBatches.length > 4
      ? `any of ${globalBatches.length} global batches`
      : `${either.format(globalBatches.map(String))} images`;
  return `${both.format(counts.map(String))} devices do not divide ${which}: add ${missing.join(",")} to --global-batch for plans with them.`;
}

const both = new Intl.ListFormat("en-GB", { type: "conjunction" });
const either = new Intl.ListFormat("en-GB", { type: "disjunction" });

/**
 * All ways to run a training with these global batches: on 1, 2, 4 and more devices of a node, then on whole nodes, with and without
 * accumulation and sharding. Every device has as many images as the others, so a number of devices is used only with global batches
 * that it divides: see {@link leftOut}.
 */
export function configurationsOf(cluster: PlanCluster, globalBatches: readonly number[]): PlanConfiguration[] {
  return globalBatches.flatMap((globalBatch) =>
    deviceCounts(cluster).flatMap((devices) =>
      ACCUMULATIONS.filter((accumulation) => globalBatch % (devices * accumulation) === 0).flatMap((accumulation) =>
        (devices > 1 ? [false, true] : [false]).map((sharded) => ({
          devices,
          devicesPerNode: Math.min(devices, cluster.devicesPerNode),
          localBatch: globalBatch / (devices * accumulation),
          ...{ accumulation, sharded, globalBatch },
        })),
      ),
    ),
  );
}

/** Powers of two up to a node, then so many nodes; and all of the node and of the cluster. */
function deviceCounts({ devices: most, devicesPerNode }: PlanCluster): number[] {
  const inside = [...doubling(Math.min(devicesPerNode, most)), Math.min(devicesPerNode, most)];
  const nodes = Math.floor(most / devicesPerNode);
  const across = nodes > 1 ? [...doubling(nodes), nodes].map((count) => count * devicesPerNode) : [];
  return [...new Set([...inside, ...across])].sort((a, b) => a - b);
}

/** 1, 2, 4 and so on, up to `most`. */
const doubling = (most: number): number[] =>
  Array.from({ length: Math.floor(Math.log2(most)) + 1 }, (_, power) => 2 ** power);
