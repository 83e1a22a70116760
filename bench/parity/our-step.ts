import { modelNamed, type Model } from "../../lib/models";
import { capture, tf } from "../../lib/tensorflow";
import { sparseSoftmaxCrossEntropy } from "../../lib/tensorflow/ops";
import { sgd } from "../../lib/training/optimizer";
import type { Fixture } from "./fixture";

/** Whether the step runs op by op, or captured as a TensorFlow function. */
export type StepMode = "eager" | "captured";

/** Each tensor's values, by its name in the fixture without `float32/`. */
export type StepTensors = Map<string, Float32Array>;

/**
 * Computes the fixture's tensors with our engine, from the same weights and images: first inference, then one step.
 * @throws when the fixture's model or weights are not ours.
 */
export async function ourStep(fixture: Fixture, mode: StepMode): Promise<StepTensors> {
  const { model: name, imageSize, classes, learningRate } = fixture.description;
  // Keras computed the fixture without dropout, since its random numbers differ from ours.
  const model = modelNamed(name, { inputShape: [imageSize, imageSize, 3], classes, dropout: false });
  const inputs: tf.Tensor[] = [];
  try {
    await setWeights(model, fixture);
    const images = await fixture.read("images");
    const labels = await fixture.read("labels");
    inputs.push(tf.tensor(images.data, images.shape), tf.tensor(labels.data, labels.shape, "int32"));
    inputs.push(tf.scalar(learningRate));
    return await run(model, inputs as [tf.Tensor4D, tf.Tensor1D, tf.Scalar], mode); // pushed in this order
  } finally {
    tf.dispose(inputs);
    model.dispose();
  }
}

async function setWeights(model: Model, fixture: Fixture): Promise<void> {
  const expected = fixture.description.weights.map((weight) => weight.name).join(" ");
  if (model.weights.map((weight) => weight.name).join(" ") !== expected) {
    throw new Error(
      `${fixture.file}: its weights have other names, or another order, than those of ${model.name} here.`,
    );
  }
  for (const { name, variable } of model.weights) {
    const { data, shape } = await fixture.read(`initial/${name}`);
    if (shape.join() !== variable.shape.join()) {
      throw new Error(`${fixture.file}: ${name} has shape [${shape}], but here it has [${variable.shape}].`);
    }
    tf.tidy(() => variable.assign(tf.tensor(data, shape)));
  }
}

async function run(model: Model, [images, labels, rate]: [tf.Tensor4D, tf.Tensor1D, tf.Scalar], mode: StepMode) {
  const tensors: StepTensors = new Map();
  const take = async (name: string, tensor: tf.Tensor) => {
    tensors.set(name, Float32Array.from(await tensor.data()));
  };
  const inference = maybeCaptured(mode, (x: tf.Tensor4D) => model.apply(x, { training: false }));
  const training = maybeCaptured(mode, trainingStep(model));
  const outputs = inference(images);
  const { logits, loss, gradients } = training(images, labels, rate);
  await take("outputs/inference", outputs);
  await take("outputs/training", logits);
  await take("loss/loss", loss);
  for (const [i, { name }] of model.trainableWeights.entries()) await take(`gradients/${name}`, gradients[i]);
  for (const { name, variable, trainable } of model.weights) {
    await take(`${trainable ? "weights" : "moving"}/${name}`, variable);
  }
  tf.dispose([outputs, logits, loss, ...gradients]);
  return tensors;
}

function trainingStep(model: Model) {
  const variables = model.trainableWeights.map((weight) => weight.variable);
  const optimizer = sgd(0.01).bind(model.trainableWeights); // the rate is the step's input
  return (images: tf.Tensor4D, labels: tf.Tensor1D, rate: tf.Scalar) =>
    tf.tidy(() => {
      const outputs: tf.Tensor2D[] = [];
      const { value: loss, grads } = tf.variableGrads(() => {
        outputs.push(tf.keep(model.apply(images, { training: true })));
        return tf.mean<tf.Scalar>(sparseSoftmaxCrossEntropy(outputs[0], labels));
      }, variables);
      const gradients = variables.map((variable) => grads[variable.name]);
      optimizer.update(gradients, rate);
      return { logits: outputs[0], loss, gradients };
    });
}

function maybeCaptured<A extends unknown[], R>(mode: StepMode, step: (...args: A) => R): (...args: A) => R {
  return mode === "captured" ? capture(step) : step;
}
