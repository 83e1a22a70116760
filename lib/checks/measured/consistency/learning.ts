import { sum } from "simple-statistics";
import type { Epoch, RunRecord } from "../../../runs/record";

/** Says where an epoch's loss and accuracy are not those of its steps. */
export function* learningContradictions({ epochs, configuration }: RunRecord): Generator<string> {
  for (const record of epochs) {
    const { steps, loss, accuracy, epoch, validation } = record;
    const images = sum(steps.images);
    const ofSteps = sum(steps.loss.map((value, step) => value * steps.images[step])) / images;
    if (!alike(loss, ofSteps)) yield differs(record, "loss", loss, ofSteps);
    const right = sum(steps.correct) / (images * (configuration.context ?? 1));
    if (!alike(accuracy, right)) yield differs(record, "accuracy", accuracy, right);
    if (steps.loss.some((value) => value < 0)) yield `a step of epoch ${epoch} has a loss below 0`;
    const share = validation?.accuracy ?? 0;
    if (share < 0 || share > 1) yield `after epoch ${epoch} it is right for ${100 * share} % of the test images`;
  }
}

/** A loss that diverged is not finite, neither in the steps nor in the epoch. */
function alike(one: number, other: number): boolean {
  if (!Number.isFinite(one) || !Number.isFinite(other)) return !Number.isFinite(one) && !Number.isFinite(other);
  return Math.abs(one - other) <= 1e-6 * Math.max(1, Math.abs(other));
}

function differs({ epoch }: Epoch, what: string, recorded: number, ofSteps: number): string {
  const [written, computed] = [recorded, ofSteps].map((value) => Number(value.toPrecision(4)));
  return `epoch ${epoch} has a mean ${what} of ${written}, but that of its steps is ${computed}`;
}
