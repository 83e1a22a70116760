import { expect } from "vitest";
import { nativeOp, tf } from "../../../lib/tensorflow";

export type Fn = (...inputs: tf.Tensor[]) => tf.Tensor;

/** What ours are compared with, in TensorFlow.js's own ops. */
export const gelu: Fn = (x) => x.mul(0.5).mul(x.mul(Math.SQRT1_2).erf().add(1));
export const biasGelu: Fn = (x, bias) => gelu(x.add(bias));
export const layerNorm: Fn = (x, gain, bias) => {
  const centred = x.sub(x.mean(-1, true));
  return centred.mul(centred.square().mean(-1, true).add(1e-5).rsqrt()).mul(gain).add(bias);
};

/** [tokens, tokens]: large for tokens that have not come yet, else 0. */
export const later = (tokens: number): tf.Tensor =>
  tf.sub(1, tf.linalg.bandPart(tf.ones([tokens, tokens]), -1, 0)).mul(1e9);

/** The largest difference relative to the largest value; values below 1e-3 are those that are truly 0. */
export function difference(a: tf.Tensor, b: tf.Tensor): number {
  expect(a.shape).toEqual(b.shape);
  return tf.tidy(() => a.sub(b).abs().max().div(b.abs().max().maximum(1e-3)).dataSync()[0]);
}

/** A tensor of its shape that weights each number by its own factor. */
export const weightsFor = ({ size, shape }: tf.Tensor): tf.Tensor =>
  tf.tensor(Float32Array.from({ length: size }, (_, at) => Math.sin(at + 1)), shape); // prettier-ignore

/** A function's value, then the gradients of its weighted sum. */
export function withGradients(fn: Fn, inputs: tf.Tensor[]): tf.Tensor[] {
  return tf.tidy(() => {
    const value = fn(...inputs);
    const weights = weightsFor(value);
    return [value, ...tf.grads((...x) => fn(...x).mul(weights).sum())(inputs)]; // prettier-ignore
  });
}

type Type = "float32" | "bfloat16";
/** A tensor as bfloat16, which TensorFlow.js takes for float32 but only native ops can use; or back. */
export const cast = (tensor: tf.Tensor, from: Type, to: Type): tf.Tensor =>
  nativeOp("Cast", { SrcT: { type: from }, DstT: { type: to } }, [tensor])[0];
