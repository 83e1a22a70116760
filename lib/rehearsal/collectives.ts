import { NCCL_TYPES } from "../tensorflow";
import type { LoadedGraph } from "./captured-graph";
import { computedType, replicaOf, textOf, type GraphNode } from "./graph-def";

const isAllReduce = ({ op }: GraphNode): boolean => op === "CollectiveReduce";
const instanceKey = ({ attributes }: GraphNode): string => attributes.instance_key?.i ?? "0";

/** The all-reduces of each replica, in the order of their keys. */
function byReplica({ nodes }: LoadedGraph): GraphNode[][] {
  const replicas: GraphNode[][] = [];
  for (const node of nodes.filter(isAllReduce)) (replicas[replicaOf(node) ?? 0] ??= []).push(node);
  for (const own of replicas) own.sort((a, b) => Number(instanceKey(a)) - Number(instanceKey(b)));
  return replicas;
}

/** Finds all-reduces that NCCL refuses or that are not for all replicas. */
export function* groupProblems(graph: LoadedGraph): Generator<string> {
  for (const node of graph.nodes.filter(isAllReduce)) {
    const hint = textOf(node, "communication_hint");
    const type = node.attributes.T?.type;
    if (hint !== "nccl") yield `${node.name} goes by "${hint}", not by NCCL`;
    if (type === undefined || !NCCL_TYPES.has(type))
      yield `${node.name} sends ${computedType(node)}, which NCCL cannot add up`;
    const members = node.attributes.group_size?.i ?? "0";
    if (Number(members) !== graph.allReplicas) yield `${node.name} is for ${members} of ${graph.allReplicas} replicas`;
  }
}

/**
 * Finds all-reduces by which replicas would not meet: keys or types that differ between replicas of one process or of several,
 * and a key that two buckets or two steps share. A replica that waits for a key that nobody else has waits for ever.
 * @param graphs All graphs; those of one step on several tasks are compared.
 */
export function* keyProblems(graphs: readonly LoadedGraph[]): Generator<[graph: LoadedGraph, problem: string]> {
  const steps = new Map<string, { graph: LoadedGraph; keys: string }>();
  const users = new Map<string, LoadedGraph>();
  for (const graph of graphs) {
    const replicas = byReplica(graph);
    const keys = replicas.map((own) => own.map((node) => describe(node)).join(" "));
    const unlike = keys.findIndex((each) => each !== keys[0]);
    if (unlike > 0) yield [graph, `replicas 0 and ${unlike} have other all-reduces (${keys[0]}; ${keys[unlike]})`];
    if (replicas.length !== 0 && replicas.length !== graph.replicas) {
      yield [graph, `${replicas.length} of ${graph.replicas} replicas have all-reduces`];
    }
    const step = [graph.model, graph.strategy, graph.precision, graph.step].join();
    const known = steps.get(step);
    if (known && known.keys !== keys[0]) {
      yield [graph, `task ${known.graph.task ?? 0} has other all-reduces (${known.keys}; here ${keys[0]})`];
    }
    steps.set(step, { graph, keys: keys[0] });
    for (const node of replicas[0] ?? []) {
      // Keys are counted in each process.
      const key = `${graph.strategy} ${graph.task ?? ""} ${instanceKey(node)}`;
      const user = users.get(key);
      if (user) yield [graph, `the all-reduce key ${instanceKey(node)} is also that of ${user.name}`];
      users.set(key, graph);
    }
  }
}

function describe(node: GraphNode): string {
  return `${node.attributes.group_key?.i ?? ""}/${instanceKey(node)} ${computedType(node)}`;
}

/**
 * Finds all-reduces that replicas could start in different orders. Within a process TensorFlow starts NCCL's kernels in one
 * order on all GPUs; between processes only the graph can: each all-reduce must follow the one before.
 */
export function* orderProblems(graph: LoadedGraph): Generator<string> {
  if (graph.allReplicas === graph.replicas) return;
  for (const [replica, own] of byReplica(graph).entries()) {
    const before = ancestorsOf(own);
    const [unordered] = own.filter((node, index) => index > 0 && !before.get(node)?.has(own[index - 1]));
    if (unordered) yield `replica ${replica} may start ${unordered.name} before the all-reduce that precedes it`;
  }
}

/** All-reduces that each of some all-reduces follows. The first is searched first, so that its result serves the next. */
function ancestorsOf(own: readonly GraphNode[]): Map<GraphNode, Set<GraphNode>> {
  const found = new Map<GraphNode, Set<GraphNode>>();
  for (const node of own) {
    const ancestors = new Set<GraphNode>();
    const seen = new Set<GraphNode>();
    const open = [node];
    for (let next = open.pop(); next; next = open.pop()) {
      for (const from of [...next.inputs.map((input) => input.from), ...next.controls]) {
        if (seen.has(from)) continue;
        seen.add(from);
        const known = found.get(from);
        if (isAllReduce(from)) ancestors.add(from);
        if (known) known.forEach((each) => ancestors.add(each));
        else open.push(from);
      }
    }
    found.set(node, ancestors);
  }
  return found;
}

/** How many all-reduces a graph has. */
export const allReduces = ({ nodes }: LoadedGraph): number => nodes.filter(isAllReduce).length;
