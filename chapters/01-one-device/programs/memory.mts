// Says how much memory a training step needs at several batch sizes, by its graph: nothing is trained.
//   node dist/chapters/01-one-device/programs/memory.mjs --image-size 64
import { programArguments } from "parallel-training/jobs";
import { modelNamed } from "parallel-training/models";
import { capture, configureTensorFlow, tf, TensorSpec } from "parallel-training/tensorflow";
import { sparseSoftmaxCrossEntropy } from "parallel-training/tensorflow/ops";

const { model: name, imageSize } = programArguments({
  model: ["resnet50v2", "resnet101v2", "resnet152v2"],
  imageSize: 64,
});

configureTensorFlow({ device: "cpu" });
const model = modelNamed(name, { inputShape: [imageSize, imageSize, 3], classes: 10 });
const weights = model.trainableWeights.map(({ variable }) => variable);

// A step in its simplest form: predict, compare, find the gradients, change the weights.
const step = capture((images: tf.Tensor4D, labels: tf.Tensor1D) =>
  tf.tidy(() => {
    const loss = () => sparseSoftmaxCrossEntropy(model.apply(images, { training: true }), labels).mean<tf.Scalar>();
    const { value, grads } = tf.variableGrads(loss, weights);
    for (const weight of weights) weight.assign(weight.sub(grads[weight.name].mul(0.01)));
    return value;
  }),
);

for (const batchSize of [16, 64, 128]) {
  const images = new TensorSpec([batchSize, imageSize, imageSize, 3]);
  const { held, peak } = step.estimateMemory(images, new TensorSpec([batchSize], "int32"));
  console.log(`batch ${batchSize}: ${megabytes(peak)}, of which ${megabytes(held)} are the weights`);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
