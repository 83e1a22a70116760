import type { Collectives } from "../tensorflow";

// Measured by `npm run bench -- mirrored` and `-- many-nodes`, see README.md. On CPUs a bucket is copied in memory, so
// large gradients should travel alone; between nodes there must be several on the way at a time, and each costs a few
// messages; NCCL likes long ones.
const BUCKET_MEGABYTES = { ring: 1, ringOfNodes: 4, nccl: 25 };
/** Between nodes a ring passes on parts of so many bytes. */
export const PART_BYTES = 2e6;

/**
 * How replicas add up, with defaults put in.
 * @param devices TensorFlow's names of this process's: `CPU:0`, `GPU:1`.
 * @param bucketMegabytes Of 10^6 bytes.
 * @param nodes How many have such devices. Default 1.
 * @throws one line when NCCL is asked for on CPUs.
 */
export function communicationOf(
  devices: readonly string[],
  collectives?: Collectives,
  bucketMegabytes?: number,
  nodes = 1,
): { collectives: Collectives; bucketBytes: number } {
  const onGpus = devices[0].startsWith("GPU");
  if (collectives === "nccl" && !onGpus) {
    throw new Error('The collectives "nccl" need GPUs, and the devices are CPUs: choose "ring", or leave it out.');
  }
  const how = collectives ?? (onGpus ? "nccl" : "ring");
  const usual = BUCKET_MEGABYTES[how === "ring" && nodes > 1 ? "ringOfNodes" : how];
  return { collectives: how, bucketBytes: 1e6 * (bucketMegabytes ?? usual) };
}
