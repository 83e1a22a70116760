import { modelNamed } from "../models";
import { OneDeviceStrategy } from "../strategy";
import { configureTensorFlow, tf, tensorFlowRuns } from "../tensorflow";
import { asTheyAre } from "../training/backward";
import { SCRATCH } from "../training/memory-model";
import { sgd } from "../training/optimizer";
import { TrainingState } from "../training/state";
import { trainingStep } from "../training/step";
import type { Subject } from "./subject";

/** With fewer images, the gradients of weights can take more than the images do, unless these are large. */
const batchesOf = (imageSize: number): [number, number] => (imageSize > 1024 ? [1, 2] : [8, 16]);

/**
 * The memory that each image adds to a training step, by the graphs of two batches in float32. Nothing is computed.
 * @throws one line when there is no such model, or it cannot have images of that size.
 */
export function memoryOfStep(
  name: string,
  imageSize: number,
  classes: number,
): Pick<Subject, "name" | "parameters" | "bytesPerImage"> {
  if (!tensorFlowRuns()) configureTensorFlow({ device: "cpu" });
  const model = modelNamed(name, { inputShape: [imageSize, imageSize, 3], classes });
  const state = new TrainingState(new OneDeviceStrategy().place(model), { optimizer: sgd(0.01) });
  const batches = batchesOf(imageSize);
  const [few, many] = batches.map((batch) => {
    const step = trainingStep(state, { feed: asTheyAre, precision: "float32" });
    try {
      return tf.tidy(() => {
        const tensors = [tf.zeros([batch, imageSize, imageSize, 3]), tf.zeros([batch], "int32")];
        const inputs = { rate: tf.scalar(0.01), labels: tf.scalar(batch), stop: tf.scalar(0) };
        return step.prepare({ tensors, images: batch }, inputs).computed;
      });
    } finally {
      step.dispose();
    }
  });
  const parameters = model.trainableWeights.reduce((sum, { variable }) => sum + variable.size, 0);
  state.dispose();
  model.dispose();
  return { name: model.name, parameters, bytesPerImage: (SCRATCH * (many - few)) / (batches[1] - batches[0]) };
}
