import { backend } from "../backend";
import type { OpAttribute } from "../binding";
import type { CollectiveKeys } from "./collective-keys";
import type { Node } from "./graph";
import { activeRecording, type Recording } from "./recording";
import type { OwnNumber } from "./axis";

/** Devices that take part in a collective op, as the op is told of them. */
export interface Participants {
  count: number;
  key: OwnNumber;
  /** The op's number among theirs. Default: the next one. */
  number?: number;
}

/** The recording under way, if it is one of a mesh; else there is one device on every axis. */
export function meshRecording(): { recording: Recording; keys: CollectiveKeys } | undefined {
  const recording = activeRecording();
  const keys = recording?.collectives;
  return recording && keys && { recording, keys };
}

/**
 * Adds one of TensorFlow's collective ops of version 2, which take their group's key as an input.
 * @param before Inputs before the group. @param after Inputs behind it.
 */
export function collectiveOp(
  op: string,
  { count, key, number }: Participants,
  {
    before = [],
    after = [],
    merges = false,
    dtype,
  }: { before?: Node[]; after?: Node[]; merges?: boolean; dtype: number },
): Node[] {
  const { recording, keys } = meshRecording()!; // the callers have asked
  const { TF_ATTR_STRING, TF_ATTR_TYPE, TF_INT32 } = backend().binding;
  // What devices send each other goes by TensorFlow's own transfers on GPUs, too. For pairs, NCCL would need one order of everything on
  // all of them, and all to all TensorFlow has it exchange only what lies within a process, without an error (TensorFlow 2.20).
  const isTransfer = key.what === "pair" || op === "CollectiveAllToAllV2";
  const collectives = isTransfer ? "ring" : keys.group.collectives;
  const text = (name: string, value: string): OpAttribute => ({ name, type: TF_ATTR_STRING, value });
  const attributes: OpAttribute[] = [
    { name: "T", type: TF_ATTR_TYPE, value: dtype },
    text("communication_hint", collectives),
    ...(merges ? [text("merge_op", "Add"), text("final_op", "Id")] : []),
  ];
  const int = (value: number): Node => recording.constant(Int32Array.of(value), [], TF_INT32);
  const group = [
    int(count),
    recording.ownNumber(key),
    int(number === undefined ? keys.next(JSON.stringify(key)) : keys.numbered(number)),
  ];
  const last = collectives === "nccl" && keys.last && keys.needsOrder ? [keys.last] : [];
  const results = recording.graph.op(op, attributes, [...before, ...group, ...after], { after: last });
  if (collectives === "nccl") keys.last = recording.graph.latest;
  return results;
}
