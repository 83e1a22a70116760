import { groupedBy } from "../../lib/system/grouped-by";
import type { LoadedGraph } from "./captured-graph";
import { numberOf, replicaOf, textOf, type GraphNode } from "./graph-def";

/** An op by which devices exchange something, as one of them runs it. */
export interface Exchange {
  graph: LoadedGraph;
  node: GraphNode;
  /** The device that runs it: `task 1, replica 0`. */
  device: string;
  /** The key of those that take part, and how many they are. */
  group: string;
  members: number;
  /** By this they find each other's op. */
  key: number;
  /** How they exchange: `nccl`, or `ring` for TensorFlow's own transfers. */
  hint: string;
}

/** Whether an op is one of a pair, of which one device gives and the other takes. */
export const isOfPair = ({ op }: GraphNode): boolean => op.startsWith("CollectiveBcast");

/** Whether an op exchanges something between devices. */
export const isExchange = ({ op }: GraphNode): boolean => op.startsWith("Collective");

/** The exchanges of a step. Version 1 has its keys as attributes, version 2 as inputs, among them the device's own numbers. */
export function exchangesOf(graph: LoadedGraph): Exchange[] {
  return graph.nodes.filter(isExchange).map((node) => {
    const replica = replicaOf(node) ?? 0;
    const device = `${graph.task === undefined ? "" : `task ${graph.task}, `}replica ${replica}`;
    const first = node.op === "CollectiveBcastRecvV2" ? 0 : 1;
    const [members, group, key] = ["group_size", "group_key", "instance_key"].map((name, index) => {
      if (node.op === "CollectiveReduce") return Number(node.attributes[name]?.i ?? 0);
      const { from } = node.inputs[first + index];
      return graph.numbers[from.name] ?? numberOf(from);
    });
    return { graph, node, device, group: String(group), members, key, hint: textOf(node, "communication_hint") };
  });
}

/** The graphs of each step, one for each process. */
export const bySteps = (graphs: readonly LoadedGraph[]): LoadedGraph[][] => [
  ...groupedBy(graphs, ({ model, strategy, precision, step, task }) =>
    [model, strategy, precision, step, task === undefined].join(),
  ).values(),
];
