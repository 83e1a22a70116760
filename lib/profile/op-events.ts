import type { ProfileEvent } from "./x-space";

/** An op of a graph: `replica_0/MatMul_3` and `MatMul`. */
interface Op {
  name: string;
  type: string;
}

/** The op whose run an event is, if it is one: `name:Type`, see TraceMeOp in tsl/profiler/lib/traceme_encode.h. */
export function opOf({ name }: ProfileEvent): Op | undefined {
  const [, op, type] = /^([^\s:]+):(\w+)$/.exec(name) ?? [];
  return op === undefined ? undefined : { name: op, type };
}

/** The number of the device of a captured step, among its process's, on which an op ran; undefined if the op is of no step. */
export function replicaOf(op: string): number | undefined {
  const number = /(?:^|\/)replica_(\d+)\//.exec(op)?.[1];
  return number === undefined ? undefined : Number(number);
}
