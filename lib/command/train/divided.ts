import { isGpt, type Chain } from "../../models";
import { fullyShard, mesh, pipeline, tensorParallel, type Mesh, type ShardedModel } from "../../sharding";
import { joinSecondsOf, resolveCluster } from "../../strategy";
import { refuseSmall } from "../../training/configuration";
import type { TrainFlags } from "./command";

/** Lays out the devices. It comes before the model, whose first tensor starts TensorFlow. */
export async function meshFromFlags(flags: TrainFlags): Promise<Mesh> {
  const { device, deterministic, tf32, threads, collectives, bucketMb, collectiveTimeout: timeoutSeconds } = flags;
  const cluster = await resolveCluster({ timeoutSeconds: joinSecondsOf(timeoutSeconds) });
  const shape = (flags.mesh as Record<string, number> | undefined) ?? {
    data: (flags.devices ?? flags.virtualGpus ?? 1) * cluster.members.length,
  };
  const started = { device, deterministic, tf32, intraOpThreads: threads, collectives, bucketMegabytes: bucketMb };
  return mesh(shape, { ...started, cluster, timeoutSeconds });
}

/**
 * Divides a model as flags say.
 * @param globalBatchSize Rows of a step.
 * @throws one line when the model or its rows cannot be divided so.
 */
export function divide(model: Chain, grid: Mesh, flags: TrainFlags, globalBatchSize: number): ShardedModel {
  const { zero, microbatches = 1, schedule, stages, sequence } = flags;
  const axes = grid.axes.map(({ name }) => name);
  if (zero !== undefined) return fullyShard(model, { mesh: grid, along: "data", level: zero });
  if (!isGpt(model)) {
    throw new Error(`${model.name} has no layers or stages that devices could share: take a gpt model, or --zero.`);
  }
  if (!axes.includes("stage")) return tensorParallel(model, { mesh: grid, sequence });
  const tensor = axes.includes("tensor") ? { sequence } : undefined;
  // `fit` refuses it, too, but only behind a schedule that lists all microbatches.
  const replicas = copiesIn(grid);
  refuseSmall({ globalBatchSize }, { replicas, leastImages: replicas * microbatches, sharding: { microbatches } });
  return pipeline(model, { mesh: grid, microbatches, schedule, stages, tensor });
}

/** How many copies of the model a mesh has, or of its parts. */
export const copiesIn = ({ axes }: Mesh): number => axes.find(({ name }) => name === "data")?.size ?? 1;
