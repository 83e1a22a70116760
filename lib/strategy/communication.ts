import { virtualGpus, type Collectives, type Compression } from "../tensorflow/engine";
import type { Communication } from "./strategy";

// Measured by `npm run bench -- mirrored`, `-- many-nodes` and `-- frameworks`, see docs/benchmarks.md. On CPUs a bucket is copied in
// memory, so large gradients should travel alone. Between nodes several buckets must be under way at a time, and each costs a few
// messages: a small network's buckets are smaller, so that its gradients do not wait for the end of the backward pass. NCCL is fastest
// with long ones; between nodes each waits for the one before, so that few are better.
const BUCKETS = {
  ring: { alone: { bucketBytes: 1e6 }, ofNodes: { bucketBytes: 4e6, smallestBucketBytes: 0.25e6 } },
  nccl: { alone: { bucketBytes: 25e6 }, ofNodes: { bucketBytes: 64e6 } },
};
/** The size of the parts that a ring passes on between nodes, in bytes. */
export const PART_BYTES = 2e6;

/** What a user chose of {@link communicationOf}. */
interface Chosen {
  /** Default: `nccl` on GPUs, `ring` on CPUs and on parts of one GPU. */
  collectives?: Collectives;
  /** In units of 10^6 bytes. */
  bucketMegabytes?: number;
  compression?: Compression;
}

/**
 * How replicas add up their gradients; fills in the defaults.
 * @param devices TensorFlow's names of this process's devices: `CPU:0`, `GPU:1`.
 * @param nodes The number of nodes with such devices. Default 1.
 * @throws one line when NCCL is asked for on CPUs or on parts of one GPU, or is to take bfloat16.
 */
export function communicationOf(
  devices: readonly string[],
  { collectives, bucketMegabytes, compression = "none" }: Chosen,
  nodes = 1,
): Communication {
  const onGpus = devices[0].startsWith("GPU");
  if (collectives === "nccl" && !onGpus) {
    throw new Error('The collectives "nccl" need GPUs, and the devices are CPUs: choose "ring", or leave it out.');
  }
  if (collectives === "nccl" && virtualGpus()) {
    throw new Error('NCCL does not connect the parts of one GPU: choose the collectives "ring", or leave it out.');
  }
  const chosen = collectives ?? (onGpus && !virtualGpus() ? "nccl" : "ring");
  if (chosen === "nccl" && compression === "bfloat16") {
    throw new Error(
      'The compression "bfloat16" needs the collectives "ring", since TensorFlow cannot add up bfloat16 by NCCL: choose "ring", or no compression.',
    );
  }
  if (bucketMegabytes !== undefined) return { collectives: chosen, bucketBytes: 1e6 * bucketMegabytes };
  return { collectives: chosen, ...BUCKETS[chosen][nodes > 1 ? "ofNodes" : "alone"] };
}
