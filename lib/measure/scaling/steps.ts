import { mean } from "simple-statistics";
import type { Epoch, RunRecord } from "../../runs/record";
import { epochImages, epochSeconds, finishedEpochs, resumedAt, steadyEpochs } from "../../runs/epochs";

/** The values of one run for a study. Times are in seconds. */
export interface Measured {
  run: RunRecord;
  stepsPerEpoch: number;
  imagesPerEpoch: number;
  epochSeconds: number;
  firstEpochSeconds: number;
}

/**
 * An epoch's time as the sum of its steps, full or not. A step lasts from the end of the previous step to its own end, which
 * includes waiting for its images. The first step begins with the request for its images.
 *
 * This is `epochSeconds`, which begins with the first step's computation, plus the first step's wait. The wait matters here:
 * more devices make fewer, larger steps, and dropping one wait out of 2 instead of one out of 8 would make a run that
 * starves for images look faster.
 */
export function summedSeconds(epoch: Epoch, resumedAt: number[] = []): number {
  return epoch.steps.end.length === 0 ? 0 : epochSeconds(epoch, resumedAt) + epoch.steps.wait[0];
}

/**
 * Measures one run.
 * @throws one line when it has no steady epoch without a resumption.
 */
export function measured(run: RunRecord): Measured {
  const finished = finishedEpochs(run);
  const steady = undisturbed(run, steadyEpochs(run));
  const images = steady.map(epochImages);
  const seconds = (epoch: Epoch) => summedSeconds(epoch, resumedAt(run, epoch));
  if (new Set(images).size > 1) {
    throw new Error(`Run ${run.id} has epochs of ${images.join(" and ")} images: train the same images every epoch.`);
  }
  return {
    run,
    stepsPerEpoch: steady[0].steps.end.length,
    imagesPerEpoch: images[0],
    epochSeconds: mean(steady.map(seconds)),
    firstEpochSeconds: mean(finished.filter(({ epoch }) => epoch === 1).map(seconds)),
  };
}

/** The epochs without a resumption, after which the first step prepares and captures everything again. */
function undisturbed(run: RunRecord, steady: Epoch[]): Epoch[] {
  const starts = (run.resumedFrom ?? []).map(({ epoch, step }) => {
    const stopped = run.epochs.find((candidate) => candidate.epoch === epoch);
    // If the run stopped between the last step and the evaluation, the next step is the first of the next epoch.
    return stopped && step >= stopped.steps.end.length ? epoch + 1 : epoch;
  });
  const others = steady.filter(({ epoch }) => !starts.includes(epoch));
  if (others.length > 0) return others;
  throw new Error(
    `Run ${run.id} was resumed in epoch ${starts.join(", ")}, which carries a second start-up, and has no other epoch after ` +
      "the first: train one epoch more.",
  );
}
