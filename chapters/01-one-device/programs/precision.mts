// Measures what 16-bit products save on this CPU: products of large matrices and a training step of ResNet50V2, each in float32 and in
// bfloat16 in turn. Both trainings start with the same weights and see the same batches; a third one, in float32, has other first weights.
//   node dist/chapters/01-one-device/programs/precision.mjs --image-size 64 --rounds 3 --out precision.json
import { writeFile } from "node:fs/promises";
import { performance } from "node:perf_hooks";
import { synthetic } from "parallel-training/datasets";
import { programArguments } from "parallel-training/jobs";
import { resNet50V2 } from "parallel-training/models";
import { capture, configureTensorFlow, nativeOp, tf, type Precision } from "parallel-training/tensorflow";
import { sparseSoftmaxCrossEntropy } from "parallel-training/tensorflow/ops";

const { imageSize, batchSize, rounds, steps, out } = programArguments({
  imageSize: 64,
  batchSize: 32,
  rounds: 3,
  steps: 4, // of a round, in each precision
  out: "precision.json",
});

configureTensorFlow({ device: "cpu" });
const precisions = ["float32", "mixed_bfloat16"] as const satisfies readonly Precision[];
const { train } = await synthetic({ trainImages: steps * batchSize, nativeSize: imageSize });
const batches = Array.from({ length: steps }, (_, at) => {
  const bytes = train.images.subarray(at * batchSize * imageSize ** 2 * 3, (at + 1) * batchSize * imageSize ** 2 * 3);
  const images = tf.tensor4d(Float32Array.from(bytes, (byte) => byte / 255), [batchSize, imageSize, imageSize, 3]); // prettier-ignore
  const labels = tf.tensor1d(Int32Array.from(train.labels.subarray(at * batchSize, (at + 1) * batchSize)), "int32");
  return { images, labels };
});

/** A training step in its simplest form, of a model of its own. */
function training(precision: Precision, seed = 1) {
  const model = resNet50V2({ inputShape: [imageSize, imageSize, 3], classes: 10, seed });
  const weights = model.trainableWeights.map(({ variable }) => variable);
  const step = capture(
    (images: tf.Tensor4D, labels: tf.Tensor1D) =>
      tf.tidy(() => {
        const loss = () => sparseSoftmaxCrossEntropy(model.apply(images, { training: true }), labels).mean<tf.Scalar>();
        const { value, grads } = tf.variableGrads(loss, weights);
        for (const weight of weights) weight.assign(weight.sub(grads[weight.name].mul(0.01)));
        return value;
      }),
    { precision },
  );
  return (at: number): number => tf.tidy(() => step(batches[at].images, batches[at].labels).dataSync()[0]);
}

/** Four products of square matrices, one after the other. */
function products(precision: Precision, size = 1024) {
  const matrix = tf.randomNormal([size, size], 0, 1 / Math.sqrt(size), "float32", 1);
  const attributes = { T: { type: "float32" }, transpose_a: false, transpose_b: false } as const;
  const step = capture(
    (right: tf.Tensor) => {
      let left = right;
      for (let count = 0; count < 4; count++) [left] = nativeOp("MatMul", attributes, [left, right]);
      return tf.mean(left);
    },
    { precision },
  );
  return (): number => tf.tidy(() => step(matrix).dataSync()[0]);
}

const trainings = precisions.map((precision) => training(precision));
const others = training("float32", 2);
const multiplied = precisions.map((precision) => products(precision));
const rows: { what: string; precision: string; round: number; seconds: number; value: number }[] = [];

function timed(what: string, at: number, round: number, run: () => number): void {
  const began = performance.now();
  const value = run();
  rows.push({
    what,
    precision: ["float32", "bfloat16"][at],
    round,
    seconds: (performance.now() - began) / 1000,
    value,
  });
}

// Round 0 captures the graphs, and does not count.
for (let round = 0; round <= rounds; round++) {
  // Who begins changes from round to round.
  for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
    for (let step = 0; step < steps; step++) timed("step", at, round, () => trainings[at](step));
    for (let count = 0; count < 4; count++) timed("products", at, round, () => multiplied[at]());
  }
  for (let step = 0; step < steps; step++) timed("other weights", 0, round, () => others(step));
}
await writeFile(out, JSON.stringify(rows));
