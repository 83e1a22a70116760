import { backend, tf } from "../backend";
import { cApi } from "../c-api";
import type { Node } from "./graph";
import { activeRecording, type Recording } from "./recording";

/** How replicas add up their tensors: TensorFlow's rings of copies, or NVIDIA's library on GPUs. */
export type Collectives = "ring" | "nccl";

/** How gradients travel: as they are, or rounded to bfloat16 (8 bits of mantissa instead of 24), which is half the bytes. */
export type Compression = "none" | "bfloat16";

/** The replicas that take part in an all-reduce. */
export interface CollectiveGroup {
  /** One a replica, those of other processes included: `/device:CPU:1`, `/job:worker/replica:0/task:1/device:CPU:0`. */
  devices: readonly string[];
  collectives: Collectives;
  /**
   * Small tensors are packed together until they are so many bytes, in the order in which they become ready, and travel
   * as one; a tensor that is as large travels alone, without being copied.
   */
  bucketBytes: number;
  /**
   * A ring passes a tensor on in parts of at most about so many bytes, several of them at a time: between machines, while one
   * part is added up, others are on the wire. Default: as many parts as replicas.
   */
  partBytes?: number;
  /** An all-reduce that takes longer is given up. Default: never. */
  timeoutSeconds?: number;
}

/** How one all-reduce differs from others of its group. */
export interface AllReduceOptions {
  /** Default `none`. */
  compression?: Compression;
}

// TensorFlow knows a group of devices by a key for as long as it runs, and every bucket of every step by another.
const groupKeys = new Map<string, bigint>();
let nextKey = 1;
// TensorFlow's number of the type, which the binding has no name for.
const BFLOAT16 = 14;

function groupKey({ devices, collectives }: CollectiveGroup): bigint {
  const name = [collectives, ...devices].join(" ");
  const key = groupKeys.get(name) ?? BigInt(groupKeys.size + 1);
  groupKeys.set(name, key);
  return key;
}

/** The keys by which the replicas of one step find each other: each replica's recording begins with the same one. */
export class CollectiveKeys {
  private used = 0;
  /** The bucket before the next one, of this recording. */
  last: Node | undefined;

  constructor(
    readonly group: CollectiveGroup,
    private readonly first = nextKey,
  ) {}

  /** How many buckets there are so far. */
  get count(): number {
    return this.used;
  }

  next(): bigint {
    const key = this.first + this.used++;
    nextKey = Math.max(nextKey, key + 1);
    return BigInt(key);
  }

  /** The same keys, from the beginning. */
  again(): CollectiveKeys {
    return new CollectiveKeys(this.group, this.first);
  }
}

/**
 * The sum of each tensor over all replicas, inside a captured step; with one replica, the tensors themselves. The
 * reduction of a bucket starts when its last tensor is there, while others are still being computed. Every replica gets
 * the same bits: each part of a tensor is added up in one place and then copied.
 * @param tensors float32, of shapes that all replicas have in common.
 */
export function allReduce<T extends tf.Tensor>(
  tensors: readonly T[],
  { compression = "none" }: AllReduceOptions = {},
): T[] {
  const recording = activeRecording();
  const keys = recording?.collectives;
  if (!recording || !keys) return tensors.map((tensor) => tensor.clone());
  const nodes = tensors.map((tensor) => recording.nodeOf(tensor));
  const reduced: Node[] = [];
  buckets(nodes, keys.group.bucketBytes).forEach((bucket) => {
    const members = bucket.map((place) => nodes[place]);
    const packed = members.length === 1 ? members[0] : pack(recording, members);
    const sum = compression === "none" ? reduceOne(recording, keys, packed) : reduceRounded(recording, keys, packed);
    const parts = members.length === 1 ? [sum] : unpack(recording, sum, members);
    bucket.forEach((place, index) => (reduced[place] = parts[index]));
  });
  return reduced.map((node) => recording.tensorOf(node) as T); // every tensor is in a bucket, and its sum has its shape
}

const size = ({ shape }: Node): number => shape.reduce((product, length) => product * length, 1);

/**
 * Places of the tensors that travel together. From the last to the first: a backward pass makes the gradients of the last
 * layers first. Only sizes count, which all replicas have in common; two tensors may be one node on some replicas, as
 * zeros are where there are no images.
 */
function buckets(nodes: Node[], bucketBytes: number): number[][] {
  const all: number[][] = [];
  let open: number[] = [];
  let bytes = 0;
  for (const place of [...nodes.keys()].reverse()) {
    const own = 4 * size(nodes[place]);
    if (own >= bucketBytes) {
      all.push([place]);
      continue;
    }
    open.push(place);
    bytes += own;
    if (bytes < bucketBytes) continue;
    all.push(open);
    open = [];
    bytes = 0;
  }
  return open.length > 0 ? [...all, open] : all;
}

function pack(recording: Recording, nodes: Node[]): Node {
  const flat = nodes.map((node) => reshape(recording, node, [size(node)]));
  const axis = int32(recording, [0], []);
  return recording.graph.op("ConcatV2", [number("N", nodes.length)], [...flat, axis])[0];
}

function unpack(recording: Recording, packed: Node, nodes: Node[]): Node[] {
  const sizes = int32(recording, nodes.map(size), [nodes.length]);
  const axis = int32(recording, [0], []);
  const parts = recording.graph.op("SplitV", [number("num_split", nodes.length)], [packed, sizes, axis]);
  return parts.map((part, index) => reshape(recording, part, nodes[index].shape));
}

function reshape(recording: Recording, node: Node, shape: number[]): Node {
  if (node.shape.length === shape.length && shape.every((length, axis) => length === node.shape[axis])) return node;
  return recording.graph.op("Reshape", [], [node, int32(recording, shape, [shape.length])])[0];
}

function int32(recording: Recording, values: number[], shape: number[]): Node {
  return recording.constant(Int32Array.from(values), shape, backend().binding.TF_INT32);
}

const number = (name: string, value: number) => ({ name, type: backend().binding.TF_ATTR_INT, value });

/** Added up in bfloat16, too: every stage of a ring rounds once more. */
function reduceRounded(recording: Recording, keys: CollectiveKeys, node: Node): Node {
  const { TF_FLOAT, TF_ATTR_TYPE } = backend().binding;
  const cast = (from: Node, type: number): Node => {
    const types = [
      { name: "SrcT", type: TF_ATTR_TYPE, value: from.dtype },
      { name: "DstT", type: TF_ATTR_TYPE, value: type },
    ];
    return recording.graph.op("Cast", types, [from])[0];
  };
  return cast(reduceOne(recording, keys, cast(node, BFLOAT16)), TF_FLOAT);
}

function reduceOne(recording: Recording, keys: CollectiveKeys, node: Node): Node {
  const api = cApi();
  const { devices, collectives, partBytes = Infinity, timeoutSeconds = 0 } = keys.group;
  const rounds = Math.max(1, Math.ceil((4 * size(node)) / (devices.length * partBytes)));
  const name = `all_reduce/bucket_${keys.count}`;
  const key = keys.next();
  const [sum] = recording.graph.build(
    "CollectiveReduce",
    [node],
    [],
    (operation) => {
      const text = (name: string, value: string): void => {
        const bytes = Buffer.from(value);
        api.call("setString", operation, name, bytes, bytes.length);
      };
      api.call("addInput", operation, node.output);
      api.call("setType", operation, "T", node.dtype);
      api.call("setInt", operation, "group_size", BigInt(devices.length));
      api.call("setInt", operation, "group_key", groupKey(keys.group));
      api.call("setInt", operation, "instance_key", key);
      text("merge_op", "Add");
      text("final_op", "Id");
      text("communication_hint", collectives);
      api.call("setIntList", operation, "subdiv_offsets", Array<bigint>(rounds).fill(0n), rounds);
      api.call("setFloat", operation, "timeout_seconds", timeoutSeconds);
      // NCCL's kernels must start in the same order on every GPU, or they wait for each other for ever.
      if (keys.last && collectives === "nccl") api.call("addControlInput", operation, keys.last.output.oper);
    },
    name,
  );
  keys.last = sum;
  return sum;
}
