import { fullyShard, mesh as meshOf, pipeline, tensorParallel } from "../../sharding";
import {
  divideGpu,
  joinSecondsOf,
  MirroredStrategy,
  MultiWorkerMirroredStrategy,
  OneDeviceStrategy,
  resolveCluster,
  type Cluster,
  type Strategy,
} from "../../strategy";
import type { TrainFlags } from "./command";
import { isDivided } from "./mesh-options";

/** The strategy that flags name. It comes before the model, whose first tensor starts TensorFlow. */
export async function strategyOf(flags: TrainFlags): Promise<Strategy> {
  const { device, deterministic, tf32, threads, devices, collectives, bucketMb, compression } = flags;
  if (flags.virtualGpus !== undefined) console.log(await divideGpu(flags.virtualGpus));
  const chosen = { device, deterministic, tf32, intraOpThreads: threads };
  const several = { ...chosen, collectives, bucketMegabytes: bucketMb };
  const timeoutSeconds = flags.collectiveTimeout;
  const resolve = (): Promise<Cluster> => resolveCluster({ timeoutSeconds: joinSecondsOf(timeoutSeconds) });
  if (isDivided(flags)) {
    const { zero, mesh, microbatches = 1, schedule, stages, sequence } = flags;
    const cluster = await resolve();
    const shape = mesh ?? { data: (devices ?? flags.virtualGpus ?? 1) * cluster.members.length };
    const grid = meshOf(shape, { ...several, compression, cluster, timeoutSeconds });
    if (zero !== undefined) return fullyShard({ mesh: grid, zero });
    if (shape.stage === undefined) return tensorParallel({ mesh: grid, sequence });
    return pipeline({ mesh: grid, microbatches, schedule, stages, sequence });
  }
  if (flags.strategy === "mirrored") return new MirroredStrategy({ ...several, devices });
  if (flags.strategy === "one-device") return new OneDeviceStrategy({ ...chosen, interOpThreads: threads });
  const cluster = await resolve();
  if (cluster.source === "alone")
    console.log("Neither TF_CONFIG nor srun names other processes, so this one trains alone.");
  return new MultiWorkerMirroredStrategy({ ...several, devices, cluster, compression, timeoutSeconds });
}
