import { writeFileSync } from "node:fs";
import { gpt, modelNamed } from "../../lib/models";
import { OneDeviceStrategy } from "../../lib/strategy";
import { configureTensorFlow, rehearseGpus, tf } from "../../lib/tensorflow/engine";
import { stepConfig } from "../../lib/tensorflow/config";
import { adamW, clipped, sgd } from "../../lib/training";
import { asTheyAre } from "../../lib/training/backward";
import { TrainingState } from "../../lib/training/state";
import { trainingStep } from "../../lib/training/step";
import type { CapturedGraph, ComparedTask } from "./captured-graph";

/**
 * Captures a model's training step on one GPU as for Keras's `train_step`: SGD without momentum, images in float32; for a GPT AdamW and
 * gradients clipped to a norm of 1; without what a feed does before. Neither has a loss scale: Keras hides its update behind a condition then, in a function that Grappler does not look into.
 */
export function* captureCompared({ compared, precision, file }: ComparedTask): Generator<CapturedGraph> {
  configureTensorFlow({ device: "cpu" });
  if (file !== undefined) rehearseGpus(1);
  const { model: name, image_size: size, classes, batch, sizes } = compared;
  const strategy = new OneDeviceStrategy();
  const model = sizes ? gpt(sizes) : modelNamed(name, { inputShape: [size, size, 3], classes });
  const optimizer = sizes ? clipped(adamW(0.001), 1) : sgd(0.01);
  const state = new TrainingState(strategy.place(model), { optimizer });
  const step = trainingStep(state, { feed: asTheyAre, precision, xla: file === undefined });
  const [ofExample, ofLabels, type] = sizes
    ? ([[sizes.context], [sizes.context], "int32"] as const)
    : ([[size, size, 3], [], "float32"] as const);
  const tensors = [tf.zeros([batch, ...ofExample], type), tf.zeros([batch, ...ofLabels], "int32")];
  const inputs = { rate: tf.scalar(0.01), labels: tf.scalar(tensors[1].size), stop: tf.scalar(0) };
  if (file === undefined) {
    step({ tensors, images: batch }, inputs);
    return;
  }
  step.prepare({ tensors, images: batch }, inputs);
  writeFileSync(file, step.definitions[0]);
  yield {
    ...{
      file,
      model: name,
      strategy: strategy.name,
      precision,
      step: "training",
      replicas: 1,
      allReplicas: 1,
      numbers: {},
    },
    config: Buffer.from(stepConfig(true)).toString("base64"),
  };
}
