import { backend, tf } from "../backend";
import type { OpAttribute } from "../binding";
import type { Axis } from "./axis";
import { BFLOAT16, cast } from "./casts";
import { collectiveOp } from "./collective-op";
import { bucketBytesFor, groupKey, type CollectiveKeys } from "./collective-keys";
import { sizeOf, type Node } from "./graph";
import { activeRecording, type Recording } from "./recording";

/** How gradients are sent: in float32, or rounded to bfloat16 (8 bits of mantissa instead of 24), which is half the bytes. */
export type Compression = "none" | "bfloat16";

/** The TF_DataTypes that TensorFlow's NcclManager takes: float32, float64, int32, int64 and float16 (kValidDataTypes in nccl_manager.cc). */
export const NCCL_TYPES: ReadonlySet<number> = new Set([1, 2, 3, 9, 19]);

/** Which replicas add up, and in what type. */
interface AllReduceOptions {
  /** Default `none`. */
  compression?: Compression;
  /** Only the devices along this axis of a mesh add up. Default: all replicas. */
  along?: Axis;
}

/**
 * The sum of each tensor over all replicas, inside a captured step; with one replica, the tensors themselves. The
 * reduction of a bucket starts when its last tensor is ready, while others are still being computed. Every replica gets
 * the same bits, since each part of a tensor is added up in one place and then copied.
 * @param tensors float32, of the same shapes on all replicas.
 */
export function allReduce<T extends tf.Tensor>(
  tensors: readonly T[],
  { compression = "none", along }: AllReduceOptions = {},
): T[] {
  const recording = activeRecording();
  const keys = recording?.collectives;
  if (!recording || !keys || along?.size === 1) return tensors.map((tensor) => tensor.clone());
  const nodes = tensors.map((tensor) => recording.nodeOf(tensor));
  const reduced: Node[] = [];
  const bytes = nodes.reduce((sum, node) => sum + float32Bytes(node), 0);
  buckets(nodes, bucketBytesFor(keys.group, bytes)).forEach((bucket) => {
    const members = bucket.map((index) => nodes[index]);
    const packed = members.length === 1 ? members[0] : pack(recording, members);
    const reduce = (node: Node): Node => (along ? reduceAlong(along, node) : reduceOne(recording, keys, node));
    const sum = compression === "none" ? reduce(packed) : reduceRounded(recording, packed, reduce);
    const parts = members.length === 1 ? [sum] : unpack(recording, sum, members);
    bucket.forEach((index, position) => (reduced[index] = parts[position]));
  });
  return reduced.map((node) => recording.tensorOf(node) as T); // a sum has the shape of its tensor
}

const float32Bytes = (node: Node): number => 4 * sizeOf(node);

/**
 * The indices of the tensors of each bucket. They go from the last tensor to the first, since a backward pass computes the
 * gradients of the last layers first. They must depend only on sizes, which are the same on all replicas: a replica without
 * images may have one node for several tensors of zeros.
 */
function buckets(nodes: Node[], bucketBytes: number): number[][] {
  const full: number[][] = [];
  let open: number[] = [];
  let openBytes = 0;
  for (const index of [...nodes.keys()].reverse()) {
    const bytes = float32Bytes(nodes[index]);
    if (bytes >= bucketBytes) {
      full.push([index]);
      continue;
    }
    open.push(index);
    openBytes += bytes;
    if (openBytes < bucketBytes) continue;
    full.push(open);
    open = [];
    openBytes = 0;
  }
  return open.length > 0 ? [...full, open] : full;
}

function pack(recording: Recording, nodes: Node[]): Node {
  const flat = nodes.map((node) => recording.reshape(node, [sizeOf(node)]));
  const axis = int32(recording, [0], []);
  return recording.graph.op("ConcatV2", [intAttribute("N", nodes.length)], [...flat, axis])[0];
}

function unpack(recording: Recording, packed: Node, nodes: Node[]): Node[] {
  const sizes = int32(recording, nodes.map(sizeOf), [nodes.length]);
  const axis = int32(recording, [0], []);
  const parts = recording.graph.op("SplitV", [intAttribute("num_split", nodes.length)], [packed, sizes, axis]);
  return parts.map((part, index) => recording.reshape(part, nodes[index].shape));
}

function int32(recording: Recording, values: number[], shape: number[]): Node {
  return recording.constant(Int32Array.from(values), shape, backend().binding.TF_INT32);
}

const intAttribute = (name: string, value: number) => ({ name, type: backend().binding.TF_ATTR_INT, value });

/** The sum is computed in bfloat16, too: every stage of a ring rounds once more. */
function reduceRounded(recording: Recording, node: Node, reduce: (node: Node) => Node): Node {
  const { graph } = recording;
  return cast(graph, reduce(cast(graph, node, BFLOAT16)), backend().binding.TF_FLOAT);
}

function reduceAlong(axis: Axis, node: Node): Node {
  const participants = { count: axis.size, key: { axis: axis.name, what: "group" } as const };
  activeRecording()?.sends(node, shareOfRing(axis.size), axis.name);
  return collectiveOp("CollectiveReduceV2", participants, { before: [node], merges: true, dtype: node.dtype })[0];
}

/** What each of n devices sends of a tensor that they add up in a ring: all parts but its own, twice (P. Patarasuk, X. Yuan, 2009). */
const shareOfRing = (devices: number): number => (2 * (devices - 1)) / devices;

function reduceOne(recording: Recording, keys: CollectiveKeys, node: Node): Node {
  const { TF_ATTR_INT, TF_ATTR_STRING, TF_ATTR_TYPE } = backend().binding;
  refuseForNccl(node, keys);
  const { devices, collectives, partBytes = Infinity } = keys.group;
  recording.sends(node, shareOfRing(devices.length));
  const partsPerDevice = Math.max(1, Math.ceil(float32Bytes(node) / (devices.length * partBytes)));
  const name = `all_reduce/bucket_${keys.count()}`;
  const text = (attribute: string, value: string): OpAttribute => ({ name: attribute, type: TF_ATTR_STRING, value });
  const attributes: OpAttribute[] = [
    { name: "T", type: TF_ATTR_TYPE, value: node.dtype },
    intAttribute("group_size", devices.length),
    intAttribute("group_key", groupKey(keys.group)),
    intAttribute("instance_key", keys.next()),
    ...[text("merge_op", "Add"), text("final_op", "Id"), text("communication_hint", collectives)],
    { name: "subdiv_offsets", type: TF_ATTR_INT, value: Array<number>(partsPerDevice).fill(0) },
  ];
  const after = keys.last && keys.needsOrder ? [keys.last] : [];
  const [sum] = recording.graph.op("CollectiveReduce", attributes, [node], { after, name });
  keys.last = recording.graph.latest;
  return sum;
}

function refuseForNccl({ dtype }: Node, { group }: CollectiveKeys): void {
  if (group.collectives !== "nccl" || NCCL_TYPES.has(dtype)) return;
  throw new Error(
    `TensorFlow cannot add up ${dtype === BFLOAT16 ? "bfloat16" : `tensors of its type ${dtype}`} by NCCL: choose the collectives "ring".`,
  );
}
