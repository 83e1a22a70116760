import type { Operation } from "./graph";

/** How replicas add up their tensors: by TensorFlow's ring all-reduce, or by NVIDIA's library (NCCL) on GPUs. */
export type Collectives = "ring" | "nccl";

/** The replicas that take part in an all-reduce. */
export interface CollectiveGroup {
  /** The device of each replica of all processes: `/device:CPU:1`, `/job:worker/replica:0/task:1/device:CPU:0`. */
  devices: readonly string[];
  collectives: Collectives;
  /**
   * The size of a bucket. Small tensors are packed into buckets of at least this size, in the order in which they become
   * ready, and each bucket is sent as one tensor. A tensor of this size or more is sent alone, without being copied.
   */
  bucketBytes: number;
  /** Gradients that fill fewer than ten buckets go in smaller ones, down to this size, see {@link bucketBytesFor}. Default: `bucketBytes`. */
  smallestBucketBytes?: number;
  /**
   * About the largest part in which a ring passes a tensor on. It sends several parts at a time: between machines, some parts
   * are on the wire while another is added up. Default: as many parts as replicas.
   */
  partBytes?: number;
}

/**
 * The size of a bucket for gradients of so many bytes in all: a tenth of them, within the group's limits. With a few large buckets, little
 * is sent before the backward pass has ended; the limits keep a bucket from costing more messages than time on the wire.
 */
export function bucketBytesFor(
  { bucketBytes, smallestBucketBytes = bucketBytes }: Pick<CollectiveGroup, "bucketBytes" | "smallestBucketBytes">,
  bytes: number,
): number {
  return Math.min(bucketBytes, Math.max(smallestBucketBytes, bytes / 10));
}

// TensorFlow identifies a group of devices by a key for as long as it runs, and every bucket of every step by another key.
const groupKeys = new Map<string, number>();

/** As many keys as a step may use. All processes give the same steps the same keys, although their devices may use more or fewer. */
const KEYS_OF_A_STEP = 2 ** 14;
let steps = 0;

/** The key of a group of devices, the same for the same devices. */
export function groupKey({ devices, collectives }: CollectiveGroup): number {
  const name = [collectives, ...devices].join(" ");
  const key = groupKeys.get(name) ?? groupKeys.size + 1;
  groupKeys.set(name, key);
  return key;
}

/** The keys by which the replicas of one step find each other. Each replica's recording begins with the same key. */
export class CollectiveKeys {
  /** The recording's last collective op. */
  last: Operation | undefined;
  /**
   * Whether each collective op must wait for the one before. NCCL's kernels must start in the same order on every GPU; otherwise they
   * wait for each other for ever. In one process TensorFlow sees to that, for groups that overlap as well: its NcclManager puts a
   * collective into the queues of all its GPUs at once, under one lock. Between processes a control edge must, although it waits until
   * the op before has ended. (TensorFlow's `wait_for` would wait only until it has begun, but its executor keeps what has begun in the
   * first step, and the second would hang.)
   */
  readonly needsOrder: boolean;
  private readonly counts = new Map<string, number>();

  constructor(
    readonly group: CollectiveGroup,
    private readonly first = 1 + KEYS_OF_A_STEP * steps++,
  ) {
    this.needsOrder = group.collectives === "nccl" && areOfSeveralProcesses(group.devices);
  }

  /** How many ops there were so far. @param among See {@link next}. */
  count(among = ""): number {
    return this.counts.get(among) ?? 0;
  }

  /**
   * The key of the next collective op.
   * @param among Those that take part, if not all do: recordings of different replicas count each group's ops for itself.
   */
  next(among = ""): number {
    const count = this.count(among);
    this.counts.set(among, count + 1);
    return this.numbered(count);
  }

  /** The key of the collective op that all who take part give this number. */
  numbered(index: number): number {
    return this.first + index;
  }

  /** The same keys, from the beginning. */
  again(): CollectiveKeys {
    return new CollectiveKeys(this.group, this.first);
  }
}

/** Whether devices belong to several processes, whose tasks are in their names: `/job:worker/replica:0/task:1/device:GPU:0`. */
function areOfSeveralProcesses(devices: readonly string[]): boolean {
  return new Set(devices.map((name) => /\/task:\d+/.exec(name)?.[0])).size > 1;
}
