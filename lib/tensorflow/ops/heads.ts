import { tf } from "../backend";
import { nativeOp, type AttributeValue } from "../native-op";
import { biasAdd } from "./bias-add";
import { hasOwnKernels } from "./own-kernels";

/** Some tokens' queries, and the keys and values that these may see: of the same tokens and all before them. [rows, heads, tokens, depth]. */
export interface AttentionPart {
  query: tf.Tensor4D;
  key: tf.Tensor4D;
  value: tf.Tensor4D;
}

/** With fewer tokens, the products of halves would be too small to be fast. */
const FEWEST_OF_HALF = 64;

/**
 * Divides the output of attention's first layer, and its bias, among the heads, and many tokens into halves: the first half has nothing
 * to do with the second one's keys and values, which is a quarter of attention's products.
 * @param x shape [rows, tokens, 3 · heads · depth]: the queries of all heads, then the keys, then the values.
 * @param bias is added before, shape [3 · heads · depth].
 * @param depth numbers of a head.
 * @returns one part, or the first and the second half.
 */
export function divideHeads(x: tf.Tensor3D, bias: tf.Tensor1D, depth: number): AttentionPart[] {
  if (!hasOwnKernels()) return [byTensorFlow(x, bias, depth)];
  const [, tokens] = x.shape;
  const blocks = tokens % 2 === 0 && tokens >= 2 * FEWEST_OF_HALF ? 2 : 1;
  const parts: tf.Tensor[] = tf
    .engine()
    .runKernel("WorkbookDivideHeads", { x, bias }, { depth, kinds: 3, count: 3 * blocks });
  return Array.from({ length: blocks }, (_, block) => {
    const [query, key, value] = [0, 1, 2].map((kind) => parts[kind * blocks + block] as tf.Tensor4D);
    return { query, key, value };
  });
}

/**
 * Joins what the heads have computed for each token: the reverse of `divideHeads`.
 * @param parts as `divideHeads` gives the queries.
 * @returns shape [rows, tokens, heads · depth].
 */
export function joinHeads(parts: readonly tf.Tensor4D[]): tf.Tensor3D {
  const [rows, heads, , depth] = parts[0].shape;
  if (!hasOwnKernels()) return tf.transpose(parts[0], [0, 2, 1, 3]).reshape([rows, -1, heads * depth]);
  return tf
    .engine()
    .runKernel("WorkbookJoinHeads", Object.fromEntries(parts.entries()), { depth, kinds: 1, count: parts.length });
}

/** One transposition of all, whose parts lie one behind another. */
function byTensorFlow(x: tf.Tensor3D, bias: tf.Tensor1D, depth: number): AttentionPart {
  const [rows, tokens, width] = x.shape;
  const biased = biasAdd(x.reshape<tf.Tensor2D>([rows * tokens, width]), bias);
  const all = tf.transpose(biased.reshape([rows, tokens, 3, -1, depth]), [2, 0, 3, 1, 4]);
  const [query, key, value] = tf.unstack(all) as tf.Tensor4D[];
  return { query, key, value };
}

interface Division {
  depth: number;
  /** 3 for queries, keys, and values, or 1. */
  kinds: number;
  /** The number of parts of all kinds. */
  count: number;
}

// What the functions above give.
const divisionOf = (attributes: unknown): Division => attributes as Division;

// Each of the kernels is the other's gradient.
const divided = (x: tf.TensorInfo, bias: tf.TensorInfo, { depth, kinds, count }: Division): tf.Tensor[] =>
  nativeOp("WorkbookDivideHeads", attributesOf({ depth, kinds, count }), [x, bias], count);
const joined = (parts: tf.TensorInfo[], { kinds, count }: Division): tf.Tensor[] =>
  nativeOp("WorkbookJoinHeads", attributesOf({ kinds, count }), parts, 2);

const attributesOf = (numbers: Record<string, number>): Record<string, AttributeValue> => ({
  T: { type: "float32" },
  ...numbers,
});

tf.registerKernel({
  kernelName: "WorkbookDivideHeads",
  backendName: "tensorflow",
  kernelFunc: ({ inputs, attrs }) => divided(inputs.x!, inputs.bias!, divisionOf(attrs)),
});

tf.registerGradient({
  kernelName: "WorkbookDivideHeads",
  gradFunc: (dys, _saved, attrs) => {
    const [dx, dbias] = joined(dys as tf.Tensor[], divisionOf(attrs)); // the kernel has several outputs
    return { x: () => dx, bias: () => dbias };
  },
});

tf.registerKernel({
  kernelName: "WorkbookJoinHeads",
  backendName: "tensorflow",
  kernelFunc: ({ inputs, attrs }) => {
    const [x, sum] = joined(Object.values(inputs) as tf.TensorInfo[], divisionOf(attrs));
    sum.dispose();
    return x;
  },
});

tf.registerGradient({
  kernelName: "WorkbookJoinHeads",
  gradFunc: (dy, _saved, attrs) => {
    const none = tf.tensor1d([], "float32");
    const parts = divided(dy as tf.Tensor, none, divisionOf(attrs)); // the kernel has one output
    return Object.fromEntries(parts.map((part, index) => [index, () => part]));
  },
});
