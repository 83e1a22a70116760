import { Graph, type Node } from "../../lib/tensorflow/capture/graph";
import { backend } from "../../lib/tensorflow/backend";

// TensorFlow's rewriter for float16 computes these ops in half on a GPU, see auto_mixed_precision_lists.h of TensorFlow 2.20.
const MULTIPLIES = new Set([
  ...["Conv2D", "Conv2DBackpropFilter", "Conv2DBackpropInput", "MatMul"],
  ...["DepthwiseConv2dNative", "DepthwiseConv2dNativeBackpropFilter", "DepthwiseConv2dNativeBackpropInput"],
]);
const FOLLOWS = new Set([
  ...["AddV2", "AvgPool", "AvgPoolGrad", "BiasAdd", "BiasAddGrad", "FusedBatchNormV3", "FusedBatchNormGradV3"],
  ...["ConcatV2", "MaxPool", "MaxPoolGrad", "Pack", "Pad", "PadV2", "Relu", "ReluGrad", "Slice"],
]);
const [TF_FLOAT, TF_HALF] = [1, 19];

/**
 * From now on, ops that a GPU computes in float16 have their values rounded to it in every recording, and sum up in float32 as
 * tensor cores do. So a captured step learns on a CPU as it would on a GPU. The gradient's way to the weights' update stays
 * in float32, as TensorFlow's rewriter leaves it.
 * @returns a function that undoes this.
 */
export function computeInHalf(): () => void {
  const { op } = Graph.prototype;
  const rounded = new WeakMap<Node, Node>();
  const isHalf = new WeakSet<Node>();
  const { TF_ATTR_TYPE } = backend().binding;
  Graph.prototype.op = function (this: Graph, name, attributes, inputs, options) {
    const cast = (node: Node, type: number): Node => {
      const types = { SrcT: node.dtype, DstT: type };
      const named = Object.entries(types).map(([key, value]) => ({ name: key, type: TF_ATTR_TYPE, value }));
      return op.call(this, "Cast", named, [node], options)[0];
    };
    const round = (node: Node): Node => {
      if (node.dtype !== TF_FLOAT || isHalf.has(node)) return node;
      const known = rounded.get(node) ?? cast(cast(node, TF_HALF), TF_FLOAT);
      rounded.set(node, known);
      isHalf.add(known);
      return known;
    };
    if (MULTIPLIES.has(name)) return op.call(this, name, attributes, inputs.map(round), options).map(round);
    const outputs = op.call(this, name, attributes, inputs, options);
    // An op that only follows is in half where its input is. Of BatchNorm's results only the images are: the rest stays float32.
    if (!FOLLOWS.has(name) || !inputs.some((node) => isHalf.has(node))) return outputs;
    return outputs.map((node, index) => (name.startsWith("FusedBatchNorm") && index > 0 ? node : round(node)));
  };
  return () => {
    Graph.prototype.op = op;
  };
}
