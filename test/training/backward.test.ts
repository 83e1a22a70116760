import { afterEach, expect, it, vi } from "vitest";
import { capture, tf } from "../../lib/tensorflow";
import { Graph } from "../../lib/tensorflow/capture/graph";
import { countCorrect } from "../../lib/training/backward";
import { nodesOf } from "../tensorflow/capture/graph-def";

afterEach(() => {
  vi.restoreAllMocks();
});

const INT32 = 3;

it("hits are counted without comparing int32 numbers, which TensorFlow does on the host when it has a GPU", () => {
  const serialize = vi.spyOn(Graph.prototype, "serialize");
  const step = capture((logits: tf.Tensor2D, labels: tf.Tensor1D) => countCorrect(logits, labels));
  const classes = 1000;
  const best = [0, 1, 999, 998];
  const logits = tf.oneHot(tf.tensor1d(best, "int32"), classes).cast<tf.Tensor2D>("float32");
  const labels = tf.tensor1d([0, 2, 999, 998], "int32");
  expect(step(logits, labels).dataSync()).toEqual(Float32Array.of(3));
  const nodes = nodesOf(serialize.mock.results.at(-1)?.value as Uint8Array);
  const compared = nodes.filter(({ op }) => /Equal|Greater|Less/.test(op));
  expect(compared.map(({ op }) => op)).toEqual(["Equal"]);
  expect(compared[0].attr.T.type).not.toBe(INT32);
  step.dispose();
});
