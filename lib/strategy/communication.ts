import type { Collectives } from "../tensorflow";

// Measured by `npm run bench -- mirrored` and `-- many-nodes`, see README.md. On CPUs a bucket is copied in memory, so
// large gradients should travel alone. Between nodes several buckets must be under way at a time, and each costs a few
// messages. NCCL is fastest with long ones.
const BUCKET_MEGABYTES = { ring: 1, ringOfNodes: 4, nccl: 25 };
/** The size of the parts that a ring passes on between nodes, in bytes. */
export const PART_BYTES = 2e6;

/**
 * How replicas add up their gradients; fills in the defaults.
 * @param devices TensorFlow's names of this process's devices: `CPU:0`, `GPU:1`.
 * @param bucketMegabytes In units of 10^6 bytes.
 * @param nodes The number of nodes with such devices. Default 1.
 * @throws one line when NCCL is asked for on CPUs.
 */
export function communicationOf(
  devices: readonly string[],
  collectives?: Collectives,
  bucketMegabytes?: number,
  nodes = 1,
) {
  const onGpus = devices[0].startsWith("GPU");
  if (collectives === "nccl" && !onGpus) {
    throw new Error('The collectives "nccl" need GPUs, and the devices are CPUs: choose "ring", or leave it out.');
  }
  const chosen = collectives ?? (onGpus ? "nccl" : "ring");
  const defaultMegabytes = BUCKET_MEGABYTES[chosen === "ring" && nodes > 1 ? "ringOfNodes" : chosen];
  return { collectives: chosen, bucketBytes: 1e6 * (bucketMegabytes ?? defaultMegabytes) };
}
