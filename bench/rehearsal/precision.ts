import type { LoadedGraph } from "./captured-graph";
import { computedType, type GraphNode } from "./graph-def";

// Nearly all of a step's arithmetic.
const PRODUCTS = /^_?(Fused)?(Conv2D|DepthwiseConv2dNative|MatMul|BatchMatMul)/;
// Where the walk back from a result ends: here begins what is not kept. BatchNorm and the loss compute their own results in
// float32 by themselves; a bias is added to a product, which is an activation.
const BEGINNINGS =
  /^(BiasAdd|Bitcast|_?FusedBatchNorm.*|SparseSoftmaxCrossEntropyWithLogits|Placeholder|Const|ArgMax)$/;
// What adds up over devices.
const SUMS = /^Collective(Reduce|ReduceV2|ReduceScatterV2)$/;
// What stages send each other, activations and their gradients, is not kept.
const SENDS = /^CollectiveBcastSend/;
// What computes nothing: a gradient may be moved in 16 bits.
const MOVES = /^(Cast|Reshape|Transpose|ConcatV2|Split|SplitV|Slice|ExpandDims|Squeeze|Identity)$/;
// What computes the gradient of a weight.
const GRADIENTS = /Backprop|Grad$|MatMul/;

const isHalf = (type: string): boolean => /float16/.test(type);

/** Finds products that mixed precision leaves in float32, and all others where everything should be float32. */
export function* productProblems({ precision, nodes }: LoadedGraph): Generator<string> {
  for (const node of nodes.filter(({ op }) => PRODUCTS.test(op))) {
    const type = computedType(node);
    if (isHalf(type) !== (precision !== "float32")) yield `${node.op} ${node.name} computes in ${type}`;
  }
}

/**
 * Finds what must be float32 and is not: what devices add up, and whatever makes of gradients and statistics what a step
 * keeps or returns. In 16 bits a small update of a large weight is lost.
 */
export function* keptProblems({ nodes }: LoadedGraph): Generator<string> {
  for (const node of nodes.filter(({ op }) => SUMS.test(op))) {
    if (isHalf(computedType(node))) yield `${node.name} adds up in ${computedType(node)}`;
  }
  const read = new Set(nodes.flatMap(({ inputs }) => inputs.map(({ from }) => from)));
  const open = nodes.filter((node) => !read.has(node) && !SENDS.test(node.op));
  const seen = new Set<GraphNode>(open);
  for (let node = open.pop(); node; node = open.pop()) {
    for (const { from } of node.inputs) {
      if (seen.has(from) || BEGINNINGS.test(from.op)) continue;
      seen.add(from);
      // A gradient may come in 16 bits, if it is cast at once.
      if (GRADIENTS.test(from.op)) continue;
      const isFine = MOVES.test(from.op) || SUMS.test(from.op) || !isHalf(computedType(from));
      if (isFine) open.push(from);
      else yield `${from.op} ${from.name} makes in ${computedType(from)} what the step keeps`;
    }
  }
}
