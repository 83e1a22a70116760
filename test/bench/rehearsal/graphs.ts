import type { LoadedGraph } from "../../../bench/rehearsal/captured-graph";
import type { Attribute, GraphNode } from "../../../bench/rehearsal/graph-def";

/** TensorFlow's numbers of types. */
export const types = { float32: 1, int32: 3, bfloat16: 14, float16: 19 };

/** An op on the first replica's GPU. */
export function node(op: string, inputs: GraphNode[] = [], attributes: Record<string, Attribute> = {}): GraphNode {
  return {
    ...{ name: `replica_0/${op}`, op, device: "/device:GPU:0", controls: [], attributes },
    inputs: inputs.map((from) => ({ from, output: 0 })),
  };
}

/** A step of one replica. */
export function stepOf(nodes: GraphNode[], about: Partial<LoadedGraph> = {}): LoadedGraph {
  const name = { name: "a step", file: "", model: "m", strategy: "one-device", config: "" };
  const alone = { replicas: 1, allReplicas: 1, numbers: {} };
  return { ...name, precision: "float32", step: "training", ...alone, nodes, ...about };
}

export const typed = (name: keyof typeof types): Record<string, Attribute> => ({ T: { type: types[name] } });
export const text = (value: string): Attribute => ({ s: Buffer.from(value) });
