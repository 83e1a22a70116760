import { tf } from "../backend";
import { nativeOp, shapeTensor } from "../native-op";
import { levelsOf, type Axis, type OwnNumber } from "./axis";
import { collectiveOp, meshRecording, type Participants } from "./collective-op";
import type { Recording } from "./recording";
import { allReduce } from "./collectives";

/** Along which axis of a mesh devices exchange, and which dimension of a tensor they share. */
export interface Along {
  along: Axis;
  /** Default 0. */
  dimension?: number;
}

/** This device's place along an axis, from 0: an int32 scalar, inside a captured step of a mesh. */
export function placeAlong(axis: Axis): tf.Scalar {
  const mesh = meshRecording();
  if (!mesh || axis.size === 1) return tf.scalar(0, "int32");
  return mesh.recording.tensorOf(mesh.recording.ownNumber({ axis: axis.name, what: "place" })) as tf.Scalar;
}

/**
 * The parts of all devices along an axis, one after another, on each of them.
 * @param x One device's part, of the same shape on all.
 * @returns the shape of x, but `along.size` times as long in the dimension; of a scalar [along.size].
 */
export function allGather(x: tf.Tensor, { along, dimension = 0 }: Along): tf.Tensor {
  const mesh = meshRecording();
  if (!mesh || along.size === 1) return x.clone();
  const part = x.rank === 0 ? x.reshape([1]) : x;
  const gathered = inPieces(part.reshape([1, -1]), (piece) => gatheredRows(piece, along, mesh.recording));
  return joined(gathered.reshape([along.size, ...part.shape]), dimension);
}

/** A row of each device: [devices, length]. */
function gatheredRows(row: tf.Tensor, { name, size }: Axis, recording: Recording): tf.Tensor {
  const node = recording.nodeOf(row);
  const participants = { count: size, key: { axis: name, what: "group" } as const };
  recording.sends(node, size - 1, name); // a ring passes each part on to all others
  const [gathered] = collectiveOp("CollectiveGatherV2", participants, { before: [node], dtype: node.dtype });
  // TensorFlow does not infer the length of the first dimension.
  return recording.tensorOf(recording.reshape(gathered, [size, row.shape[1] ?? 0]));
}

/**
 * Exchanges a tensor of shape [rows, length] in several pieces of its length, which are under way at the same time: between machines
 * one is on the wire while another is copied or added up. NCCL does so by itself.
 * @param exchange Gives rows of the same length as it takes.
 */
function inPieces(rows: tf.Tensor, exchange: (piece: tf.Tensor) => tf.Tensor): tf.Tensor {
  const [count, length] = rows.shape;
  const { collectives, partBytes = Infinity } = meshRecording()!.keys.group; // the callers have asked
  const pieces = collectives === "nccl" ? 1 : Math.min(length, Math.ceil((4 * count * length) / partBytes));
  if (pieces <= 1) return exchange(rows);
  const size = Math.ceil(length / pieces);
  const sizes = Array.from({ length: Math.ceil(length / size) }, (_, piece) => Math.min(size, length - piece * size));
  return tf.concat(tf.split(rows, sizes, 1).map(exchange), 1);
}

/**
 * The sum over all devices along an axis, of which each gets its part.
 * @param x Of the same shape on all; its length in the dimension is a multiple of `along.size`.
 * @throws one line when it is not.
 */
export function reduceScatter(x: tf.Tensor, { along, dimension = 0 }: Along): tf.Tensor {
  const mesh = meshRecording();
  if (!mesh || along.size === 1) return x.clone();
  const parts = divided(x, along, dimension);
  if (mesh.keys.group.collectives === "nccl") return scatteredByNccl(parts, along, mesh.recording);
  if (levelsOf(along.size) === undefined) return rowAtPlace(allReduce([parts], { along })[0], along);
  // CollectiveReduceScatterV2 goes by NCCL only. Exchanging and adding up sends as many bytes.
  const sum = inPieces(parts.reshape([along.size, -1]), (rows) =>
    tf.addN(tf.unstack(exchanged(rows, along))).expandDims(0),
  );
  return sum.reshape(parts.shape.slice(1));
}

function scatteredByNccl(parts: tf.Tensor, { name, size }: Axis, recording: Recording): tf.Tensor {
  const node = recording.nodeOf(parts);
  const participants = { count: size, key: { axis: name, what: "group" } as const };
  recording.sends(node, (size - 1) / size, name); // a ring passes on the sums of all parts but one
  const given = { before: [node], merges: true, dtype: node.dtype };
  const [sum] = collectiveOp("CollectiveReduceScatterV2", participants, given);
  return recording.tensorOf(recording.reshape(sum, parts.shape.slice(1)));
}

/** This device's part of a tensor that all devices along an axis have. @throws as {@link reduceScatter} */
export function partAlong(x: tf.Tensor, axis: Axis, dimension = 0): tf.Tensor {
  return axis.size === 1 ? x.clone() : rowAtPlace(divided(x, axis, dimension), axis);
}

/** A GPU takes the begin of a slice from the host, where places lie, but indices from its own memory. */
function rowAtPlace(parts: tf.Tensor, axis: Axis): tf.Tensor {
  const shape = parts.shape.slice(1);
  const begin = tf.stack([placeAlong(axis), ...shape.map(() => tf.scalar(0, "int32"))]);
  const types = { T: { type: "float32" }, Index: { type: "int32" } } as const;
  return nativeOp("Slice", types, [parts, begin, shapeTensor([1, ...shape])])[0].reshape(shape);
}

/**
 * Each device cuts its tensor in one dimension and gives every device along the axis a part; the parts that it gets are put one after
 * another in another dimension.
 * @param between The dimension that is cut, and the one that becomes longer.
 * @throws one line when the first is no multiple of `along.size`, or when no exchange of so many devices is possible.
 */
export function allToAll(
  x: tf.Tensor,
  { along, between: [cut, longer] }: { along: Axis; between: [number, number] },
): tf.Tensor {
  const mesh = meshRecording();
  if (!mesh || along.size === 1) return x.clone();
  if (levelsOf(along.size) === undefined) {
    throw new Error(
      `${along.size} devices along ${along.name} cannot exchange all to all: take a number that is a product of two up to 11.`,
    );
  }
  const parts = divided(x, along, cut);
  const got = inPieces(parts.reshape([along.size, -1]), (rows) => exchanged(rows, along));
  return joined(got.reshape(parts.shape), longer);
}

/** From which place along an axis to which other a tensor goes. */
export interface Way {
  along: Axis;
  from: number;
  to: number;
  /**
   * The number of this tensor, from 0, where the two devices may send and receive in different orders. Default: the first that is sent
   * is the first that is received. Number all that goes this way in a step, or nothing.
   */
  number?: number;
}

/** Gives a tensor to the device at another place along an axis, which receives it. */
export function send(x: tf.Tensor, way: Way): void {
  const { recording } = meshRecording() ?? refuseAlone("send");
  const node = recording.nodeOf(x);
  recording.sends(node, 1, way.along.name);
  collectiveOp("CollectiveBcastSendV2", pair(way), { before: [node], dtype: node.dtype });
}

/** The tensor that the device at another place along an axis sends: float32. @param shape Its shape. */
export function receive(shape: number[], way: Way): tf.Tensor {
  const { recording } = meshRecording() ?? refuseAlone("receive");
  const FLOAT32 = 1;
  const INT32 = 3;
  const length = recording.constant(Int32Array.from(shape), [shape.length], INT32);
  const [node] = collectiveOp("CollectiveBcastRecvV2", pair(way), { after: [length], dtype: FLOAT32 });
  return recording.tensorOf(recording.reshape(node, shape));
}

const pair = ({ along: { name }, from, to, number }: Way): Participants => ({
  count: 2,
  key: { axis: name, what: "pair", from, to },
  number,
});

function refuseAlone(what: string): never {
  throw new Error(`A device can ${what} only inside a captured step of a mesh.`);
}

/** Row k goes to device k along the axis; what came from device k is row k. */
function exchanged(parts: tf.Tensor, axis: Axis): tf.Tensor {
  const { recording } = meshRecording()!; // the callers have asked
  const levels = levelsOf(axis.size)!; // and this
  const rest = parts.shape.slice(1);
  let rows = parts.reshape([...levels, ...rest]);
  levels.forEach((count, level) => {
    // The level's dimension comes first, and goes back after the exchange.
    const order = [level, ...levels.keys(), ...rest.map((_, index) => levels.length + index)].filter(
      (dimension, index) => index === 0 || dimension !== level,
    );
    const node = recording.nodeOf(rows.transpose(order));
    recording.sends(node, (count - 1) / count, axis.name); // all but its own part
    const key: OwnNumber = { axis: axis.name, ...(levels.length === 1 ? { what: "group" } : { what: "level", level }) };
    const [got] = collectiveOp("CollectiveAllToAllV2", { count, key }, { before: [node], dtype: node.dtype });
    const back = order.map((_, dimension) => order.indexOf(dimension));
    rows = recording.tensorOf(recording.reshape(got, node.shape)).transpose(back);
  });
  return rows.reshape([axis.size, ...rest]);
}

/** Cuts a dimension into as many parts as there are devices along an axis: [devices, ...shape of a part]. */
function divided(x: tf.Tensor, { name, size }: Axis, dimension: number): tf.Tensor {
  const length = x.shape[dimension];
  if (length === undefined || length % size !== 0) {
    throw new Error(
      `A dimension of ${length ?? "no"} elements cannot be divided among ${size} devices along ${name}: make it a multiple of ${size}.`,
    );
  }
  const [before, after] = [x.shape.slice(0, dimension), x.shape.slice(dimension + 1)];
  const cut = x.reshape([...before, size, length / size, ...after]);
  const others = [...cut.shape.keys()].filter((each) => each !== dimension);
  return dimension === 0 ? cut : cut.transpose([dimension, ...others]);
}

/** The reverse: puts parts one after another in a dimension. */
function joined(parts: tf.Tensor, dimension: number): tf.Tensor {
  const [size, ...shape] = parts.shape;
  const others = [...shape.keys()].map((each) => each + 1);
  const order = [...others.slice(0, dimension), 0, ...others.slice(dimension)];
  const ordered = dimension === 0 ? parts : parts.transpose(order);
  return ordered.reshape(shape.map((length, each) => (each === dimension ? size * length : length)));
}
