import { expect, it } from "vitest";
import { readGraph } from "../../bench/rehearsal/graph-def";
import { capture, tf } from "../../lib/tensorflow";
import { areCorrect } from "../../lib/training/backward";

const INT32 = 3;

it("hits are counted without comparing int32 numbers, which TensorFlow does on the host when it has a GPU", () => {
  const step = capture((logits: tf.Tensor2D, labels: tf.Tensor1D) => areCorrect(logits, labels).sum());
  const classes = 1000;
  const best = [0, 1, 999, 998];
  const logits = tf.oneHot(tf.tensor1d(best, "int32"), classes).cast<tf.Tensor2D>("float32");
  const labels = tf.tensor1d([0, 2, 999, 998], "int32");
  expect(step(logits, labels).dataSync()).toEqual(Float32Array.of(3));
  const nodes = readGraph(step.definitions[0]);
  const compared = nodes.filter(({ op }) => /Equal|Greater|Less/.test(op));
  expect(compared.map(({ op }) => op)).toEqual(["Equal"]);
  expect(compared[0].attributes.T?.type).not.toBe(INT32);
  step.dispose();
});
