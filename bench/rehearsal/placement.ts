import type { LoadedGraph } from "./captured-graph";
import { replicaOf, type GraphNode } from "./graph-def";

/**
 * Finds ops that would run elsewhere than on their replica's GPU, and tensors that would go from one replica's GPU to another.
 * Each replica gets its own arguments, variables and tensors from outside; only all-reduces connect replicas, and they have no
 * edges. What a step reads must lie on its replica's GPU before the step; `test/strategy/placement.test.ts` runs that.
 */
export function* placementProblems({ nodes }: LoadedGraph): Generator<string> {
  for (const node of nodes) {
    const replica = replicaOf(node);
    // What follows the replicas are copies of their results, and those of the first replica may be left to TensorFlow.
    const device = replica === undefined ? deviceOfReader(node) : `GPU:${replica}`;
    if (device !== undefined && !node.device.endsWith(`/device:${device}`)) {
      yield `${node.op} ${node.name} is placed on ${node.device || "no device"}, not on ${device}`;
    }
    if (replica === undefined) continue;
    const other = [...node.inputs.map(({ from }) => from), ...node.controls].find(
      (from) => replicaOf(from) !== replica,
    );
    if (other) yield `${node.name} on ${node.device} reads ${other.name} of ${other.device || "no device"}`;
  }
}

function deviceOfReader({ device, inputs }: GraphNode): string | undefined {
  const replica = inputs.length === 0 ? undefined : replicaOf(inputs[0].from);
  return device === "" && replica === 0 ? undefined : `GPU:${replica ?? 0}`;
}
