import { writeFileSync } from "node:fs";
import { modelNamed } from "../../lib/models";
import { OneDeviceStrategy } from "../../lib/strategy";
import { configureTensorFlow, rehearseGpus, tf } from "../../lib/tensorflow/engine";
import { stepConfig } from "../../lib/tensorflow/config";
import { asTheyAre } from "../../lib/training/backward";
import { sgd } from "../../lib/training/optimizer";
import { TrainingState } from "../../lib/training/state";
import { trainingStep } from "../../lib/training/step";
import type { CapturedGraph, ComparedTask } from "./captured-graph";

/**
 * Captures a model's training step on one GPU as for Keras's `train_step`: SGD without momentum, images in float32,
 * without what a feed does before. Neither has a loss scale: Keras hides its update behind a condition then, in a function that Grappler does not look into.
 */
export function* captureCompared({ compared, precision, file }: ComparedTask): Generator<CapturedGraph> {
  configureTensorFlow({ device: "cpu" });
  if (file !== undefined) rehearseGpus(1);
  const { model: name, image_size: size, classes, batch } = compared;
  const strategy = new OneDeviceStrategy();
  const model = modelNamed(name, { inputShape: [size, size, 3], classes });
  const state = new TrainingState(strategy.place(model), { optimizer: sgd(0.01) });
  const step = trainingStep(state, { feed: asTheyAre, precision, xla: file === undefined });
  const tensors = [tf.zeros([batch, size, size, 3]), tf.zeros([batch], "int32")];
  const inputs = { rate: tf.scalar(0.01), labels: tf.scalar(batch), stop: tf.scalar(0) };
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
