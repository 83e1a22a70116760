import type { LoadedGraph } from "./captured-graph";
import { textOf, type GraphNode } from "./graph-def";

// Ops on images, whose kernels are made for one layout. (BiasAdd also serves the last layer, which has no images.)
const ON_IMAGES = /Conv2D|DepthwiseConv2d|FusedBatchNorm|MaxPool|AvgPool/;

/** The ops on images. A GPT has none: without convolutions, an op of batch normalization normalizes rows, one channel each. */
const onImages = (nodes: readonly GraphNode[]): GraphNode[] =>
  nodes.some(({ op }) => op.includes("Conv2")) ? nodes.filter(({ op }) => ON_IMAGES.test(op)) : [];

/**
 * Finds ops on images in another layout than the others. Where there is a backward pass in float32, Grappler puts channels first, as
 * cuDNN likes it; in 16 bits it leaves them last, as tensor cores like it, and in an evaluation too.
 */
export function* layoutProblems({ precision, step, nodes }: LoadedGraph): Generator<string> {
  const expected = precision === "float32" && step !== "evaluation" ? "NCHW" : "NHWC";
  for (const node of onImages(nodes)) {
    const format = textOf(node, "data_format");
    if (format !== expected) yield `${node.op} ${node.name} is in ${format}, not ${expected}`;
  }
}

/**
 * Finds transposes between layers: each reads and writes all images once more. The step's own images, which are stored with
 * channels last, may be transposed before the first layer, and the gradient behind the last one, which has no layout before.
 */
export function* transposeProblems({ nodes }: LoadedGraph): Generator<string> {
  const layers = new Set(onImages(nodes));
  for (const { op, inputs } of nodes) {
    if (op !== "Transpose") continue;
    const [{ from }] = inputs;
    if (comesFromLayer(from, layers)) yield `what ${from.op} ${from.name} computes is transposed`;
  }
}

function comesFromLayer(node: GraphNode, layers: ReadonlySet<GraphNode>): boolean {
  const seen = new Set([node]);
  for (const each of seen) {
    if (each.op.includes("MatMul")) continue;
    if (layers.has(each)) return true;
    for (const { from } of each.inputs) seen.add(from); // the loop goes on to these
  }
  return false;
}

/**
 * Finds a ReLU behind a BatchNorm that stays a kernel of its own. In float16 and with channels last Grappler makes one of both, where
 * cuDNN's persistent kernels are switched on; without them BatchNorm's kernels transpose all images before and after, too, which no
 * graph shows. Grappler leaves a ReLU alone that others wait for: where devices divide the weights, the next ones are gathered when a
 * part's result is there, and the first part of a ResNet for CIFAR-10 ends in such a ReLU.
 */
export function* fusionProblems({ precision, step, nodes }: LoadedGraph): Generator<string> {
  if (precision !== "mixed_float16" || step === "evaluation") return;
  const awaited = new Set(nodes.flatMap(({ controls }) => controls));
  for (const node of nodes) {
    const { op, name, inputs } = node;
    if (op !== "Relu" || inputs[0].from.op !== "FusedBatchNormV3" || awaited.has(node)) continue;
    yield `${name} is not computed with its BatchNorm`;
  }
}
