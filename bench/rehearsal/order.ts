import { groupedBy } from "../../lib/system/grouped-by";
import type { LoadedGraph } from "./captured-graph";
import { bySteps, exchangesOf, isOfPair, type Exchange } from "./exchanges";
import { replicaOf, type GraphNode } from "./graph-def";

/**
 * Finds collectives of NCCL that devices could start in different orders. Within a process TensorFlow starts NCCL's kernels in one order
 * on all GPUs; between processes only the graph can: of any two that a device runs, one must follow the other.
 */
export function* orderProblems(graph: LoadedGraph): Generator<string> {
  if (graph.allReplicas === graph.replicas) return;
  const byNccl = new Set(exchangesOf(graph).flatMap(({ node, hint }) => (hint === "nccl" ? [node] : [])));
  // The longest chain of them that ends with a node. Two that have equally long ones do not follow each other.
  const chains = new Map<GraphNode, number>();
  const { order } = sorted(graph.nodes, before);
  for (const node of order) {
    const longest = Math.max(0, ...before(node).map((each) => chains.get(each) ?? 0));
    chains.set(node, longest + (byNccl.has(node) ? 1 : 0));
  }
  for (const [replica, own] of groupedBy(byNccl, (node) => String(replicaOf(node)))) {
    const alike = [...groupedBy(own, (node) => String(chains.get(node))).values()].find((some) => some.length > 1);
    if (alike) yield `replica ${replica} may start ${alike[0].name} before or after ${alike[1].name}`;
  }
}

const before = ({ inputs, controls }: GraphNode): GraphNode[] => [...inputs.map(({ from }) => from), ...controls];

/**
 * Finds devices that would wait for each other for ever. A collective begins when all of its members have come to it, and what is received
 * has been sent before: if the ops of all devices have an order that respects this, none waits for ever.
 * @param graphs All graphs, those of all processes.
 */
export function* standstillProblems(graphs: readonly LoadedGraph[]): Generator<[graph: LoadedGraph, problem: string]> {
  for (const step of bySteps(graphs)) {
    const meetings = groupedBy(step.flatMap(exchangesOf), ({ group, key }) => `${group} ${key}`);
    const needed = new Map<GraphNode, GraphNode[]>();
    for (const members of meetings.values()) {
      for (const { node } of members) needed.set(node, otherNeeds(node, members));
    }
    const nodes = step.flatMap((graph) => graph.nodes);
    const { order, circle } = sorted(nodes, (node) => [...before(node), ...(needed.get(node) ?? [])]);
    if (order.length < nodes.length) {
      const waiting = circle.filter((node) => needed.has(node)).map(({ name }) => name);
      yield [step[0], `devices wait for each other in ${waiting.slice(0, 4).join(", ")}`];
    }
  }
}

/** What other devices must have done before an exchange can end on this one. */
function otherNeeds(node: GraphNode, members: readonly Exchange[]): GraphNode[] {
  const others = members.map((each) => each.node).filter((other) => other !== node);
  if (isOfPair(node)) return node.op === "CollectiveBcastRecvV2" ? others : [];
  return others.flatMap(before);
}

/** Sorts nodes so that each follows what it needs. @returns those that can be sorted so; and if not all can, some that wait in a circle. */
function sorted(nodes: readonly GraphNode[], needs: (node: GraphNode) => GraphNode[]) {
  const left = new Map(nodes.map((node) => [node, needs(node)]));
  const done = new Set<GraphNode>();
  const readers = new Map<GraphNode, GraphNode[]>();
  const missing = new Map<GraphNode, number>();
  for (const [node, needed] of left) {
    missing.set(node, needed.length);
    for (const each of needed) {
      const known = readers.get(each);
      if (known) known.push(node);
      else readers.set(each, [node]);
    }
  }
  const order = nodes.filter((node) => missing.get(node) === 0);
  for (const node of order) {
    done.add(node);
    for (const reader of readers.get(node) ?? []) {
      const still = missing.get(reader)! - 1; // each has been counted
      missing.set(reader, still);
      if (still === 0) order.push(reader); // the loop goes on to it
    }
  }
  return { order, circle: circleIn(left, done) };
}

/** Follows who waits for whom until somebody is met again. */
function circleIn(needs: ReadonlyMap<GraphNode, GraphNode[]>, done: ReadonlySet<GraphNode>): GraphNode[] {
  const waits = (node: GraphNode): GraphNode | undefined => needs.get(node)?.find((each) => !done.has(each));
  const path = new Set<GraphNode>();
  let node = [...needs.keys()].find((each) => !done.has(each));
  while (node && !path.has(node)) {
    path.add(node);
    node = waits(node);
  }
  const all = [...path];
  return node ? all.slice(all.indexOf(node)) : [];
}
