import { sum } from "simple-statistics";
import type { Epoch, RunRecord } from "../../../runs/record";

/** Where an epoch's loss and accuracy are not those of its steps. */
export function* learningContradictions({ epochs }: RunRecord): Generator<string> {
  for (const each of epochs) {
    const { steps, loss, accuracy, epoch, validation } = each;
    const images = sum(steps.images);
    const ofSteps = sum(steps.loss.map((value, step) => value * steps.images[step])) / images;
    if (!alike(loss, ofSteps)) yield differs(each, "loss", loss, ofSteps);
    const right = sum(steps.correct) / images;
    if (!alike(accuracy, right)) yield differs(each, "accuracy", accuracy, right);
    if (steps.loss.some((value) => value < 0)) yield `a step of epoch ${epoch} has a loss below 0`;
    const shown = validation?.accuracy ?? 0;
    if (shown < 0 || shown > 1) yield `after epoch ${epoch} it is right for ${100 * shown} % of the test images`;
  }
}

/** A loss that diverged is no number, in the steps and in the epoch. */
function alike(one: number, other: number): boolean {
  if (!Number.isFinite(one) || !Number.isFinite(other)) return !Number.isFinite(one) && !Number.isFinite(other);
  return Math.abs(one - other) <= 1e-6 * Math.max(1, Math.abs(other));
}

function differs({ epoch }: Epoch, what: string, said: number, ofSteps: number): string {
  const [written, computed] = [said, ofSteps].map((value) => Number(value.toPrecision(4)));
  return `epoch ${epoch} has a mean ${what} of ${written}, but that of its steps is ${computed}`;
}
