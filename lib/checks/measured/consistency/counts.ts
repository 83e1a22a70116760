import { sum } from "simple-statistics";
import type { RunRecord } from "../../../runs/record";

/** Says where a record's epochs, steps, and images do not follow from its configuration. */
export function* countContradictions({ epochs, configuration }: RunRecord): Generator<string> {
  const { epochs: planned, trainImages, globalBatchSize, learningRate, context = 1 } = configuration;
  if (epochs.length === 0 || epochs.length !== planned || epochs.some(({ epoch }, index) => epoch !== index + 1)) {
    const numbers = epochs.map(({ epoch }) => epoch).slice(0, 9);
    yield `it was to train ${planned} epochs and completed, but holds ${numbers.length === 0 ? "none" : `the epochs ${numbers.join(", ")}`}`;
  }
  for (const { epoch, steps } of epochs) {
    const { images } = steps;
    if (images.length === 0) yield `its epoch ${epoch} has no steps`;
    const wrong = images.findIndex(
      (count, step) => count <= 0 || count !== batchAt(step, trainImages, globalBatchSize),
    );
    if (wrong >= 0) {
      yield (
        `step ${wrong + 1} of epoch ${epoch} has ${images[wrong]} images, but ${trainImages} images in batches of ` +
        `${globalBatchSize} give it ${batchAt(wrong, trainImages, globalBatchSize)}`
      );
    }
    if (images.length !== epochs[0].steps.images.length) {
      yield `epoch ${epoch} has ${images.length} steps, and epoch 1 has ${epochs[0].steps.images.length}`;
    }
    const right = steps.correct.findIndex((count, step) => count > images[step] * context);
    if (right >= 0) {
      yield `in step ${right + 1} of epoch ${epoch} ${steps.correct[right]} of ${images[right] * context} ${context > 1 ? "tokens" : "images"} are right`;
    }
  }
  if (!(learningRate > 0)) yield `its learning rate is ${learningRate}`;
}

/** Images of a step: a full batch, or what is left of the training images. An epoch may end before they are used up. */
function batchAt(step: number, images: number, batch: number): number {
  return Math.max(0, Math.min(batch, images - step * batch));
}

/** Images of the first epoch. */
export function imagesOfEpoch({ epochs }: RunRecord): number {
  return sum(epochs[0]?.steps.images ?? []);
}
