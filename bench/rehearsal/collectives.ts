import { groupedBy } from "../../lib/system/grouped-by";
import { NCCL_TYPES } from "../../lib/tensorflow/engine";
import type { LoadedGraph } from "./captured-graph";
import { bySteps, exchangesOf, isExchange, isOfPair, type Exchange } from "./exchanges";
import { computedType, type GraphNode } from "./graph-def";

/** Whether NCCL exchanges a pair's tensor, or all to all: the first would need one order of everything, the second goes wrong between processes. */
const isTransfer = (node: GraphNode): boolean => isOfPair(node) || node.op === "CollectiveAllToAllV2";

/** Finds collectives that NCCL refuses or gets wrong, or that should go by NCCL and do not. */
export function* groupProblems(graph: LoadedGraph): Generator<string> {
  for (const { node, hint } of exchangesOf(graph)) {
    const wanted = isTransfer(node) ? "ring" : "nccl";
    const type = node.attributes.T?.type;
    if (hint !== wanted) yield `${node.name} goes by "${hint}", not by "${wanted}"`;
    if (hint === "nccl" && (type === undefined || !NCCL_TYPES.has(type)))
      yield `${node.name} sends ${computedType(node)}, which NCCL does not take`;
  }
}

/**
 * Finds collectives by which devices would not meet: in a group that lacks a member or has one too many, keys, types or ops that differ
 * between its members, and a key that two collectives of a group share. A device that waits for a key that nobody else has waits for ever.
 * @param graphs All graphs, those of all processes.
 */
export function* keyProblems(graphs: readonly LoadedGraph[]): Generator<[graph: LoadedGraph, problem: string]> {
  for (const step of bySteps(graphs)) {
    for (const [group, exchanges] of groupedBy(step.flatMap(exchangesOf), (exchange) => exchange.group)) {
      for (const problem of problemsOfGroup(exchanges)) yield [exchanges[0].graph, `group ${group}: ${problem}`];
    }
  }
  // Keys are counted in each process.
  const ofProcesses = groupedBy(graphs.flatMap(exchangesOf), ({ graph, device, group, key }) =>
    [graph.model, graph.task ?? "", device, group, key].join(),
  );
  for (const [first, second] of ofProcesses.values()) {
    if (second) yield [second.graph, `the key ${first.key} of ${second.node.name} is also that of ${first.graph.name}`];
  }
}

function* problemsOfGroup(exchanges: readonly Exchange[]): Generator<string> {
  const [[first, own], ...others] = groupedBy(exchanges, ({ device }) => device);
  for (const { node, members } of own) {
    if (members !== 1 + others.length)
      yield `${node.name} is for ${members} devices, but ${1 + others.length} have such`;
  }
  const lists = others.map(([device, list]) => [device, described(list)] as const);
  const unlike = lists.find(([, list]) => list !== described(own));
  if (unlike) yield `${first} has ${described(own)}; ${unlike[0]} has ${unlike[1]}`;
  for (const [key, pair] of groupedBy(
    exchanges.filter(({ node }) => isOfPair(node)),
    ({ key }) => String(key),
  )) {
    const senders = pair.filter(({ node }) => node.op === "CollectiveBcastSendV2").length;
    if (senders !== 1) yield `${senders} devices send by the key ${key}`;
  }
}

/** The ops of a device in a group, in the order of their keys. */
const described = (exchanges: readonly Exchange[]): string =>
  [...exchanges]
    .sort((a, b) => a.key - b.key)
    .map(({ node, key }) => `${node.op.replace(/^Collective|Send|Recv/g, "")} ${key} ${computedType(node)}`)
    .join(", ");

/** How many collectives a graph has. */
export const collectives = ({ nodes }: LoadedGraph): number => nodes.filter(isExchange).length;
