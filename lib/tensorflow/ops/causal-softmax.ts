import { tf } from "../backend";
import { nativeOp } from "../native-op";
import { withGradient } from "../own-gradient";
import { hasOwnKernels } from "./own-kernels";

/**
 * The weights with which causal attention adds up values: the softmax of the products of queries and keys, divided by the root of their depth.
 * @param query shape [rows, heads, queries, depth].
 * @param key shape [rows, heads, keys, depth].
 * @returns shape [rows, heads, queries, keys].
 */
export function causalWeights(query: tf.Tensor4D, key: tf.Tensor4D): tf.Tensor4D {
  const scale = 1 / Math.sqrt(query.shape[3]);
  if (hasOwnKernels()) return causalSoftmax(tf.matMul<tf.Tensor4D>(query, key, false, true), scale);
  // There are fewer queries' numbers than scores.
  return causalSoftmax(tf.matMul<tf.Tensor4D>(tf.mul(query, scale), key, false, true), 1);
}

/**
 * Softmax of scores as causal attention takes it: each query's weights of the keys of its own token and those before it add up to 1, and
 * those of later ones are 0.
 * @param scores shape [..., queries, keys], where the queries are those of the last of the keys' tokens.
 * @param scale by which scores are multiplied before, at least 0.
 */
export function causalSoftmax<T extends tf.Tensor>(scores: T, scale: number): T {
  if (!hasOwnKernels()) return tf.softmax(tf.add<T>(scale === 1 ? scores : tf.mul(scores, scale), later(scores)));
  const attributes = { T: { type: "float32" }, scale: { float: scale } } as const;
  return withGradient([scores], () => {
    const [value] = nativeOp("WorkbookCausalSoftmax", attributes, [scores]);
    const gradient = (dy: tf.Tensor, [kept]: tf.Tensor[]) =>
      nativeOp("WorkbookCausalSoftmaxGrad", attributes, [dy, kept])[0];
    return { value, keeps: [value], gradient };
  });
}

/** What is added to the scores of tokens that have not come yet, so that their weights are 0: [queries, keys]. */
function later(scores: tf.Tensor): tf.Tensor2D {
  const [queries, keys] = scores.shape.slice(-2);
  const values = new Float32Array(queries * keys);
  for (let query = 0; query < queries; query++) {
    values.fill(-1e9, query * keys + (keys - queries) + query + 1, (query + 1) * keys);
  }
  return tf.tensor2d(values, [queries, keys]);
}
