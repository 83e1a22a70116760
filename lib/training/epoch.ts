import { setImmediate } from "node:timers/promises";
import type { Feed } from "../../datasets";
import { setRandomSeed, tf } from "../tensorflow";
import type { StepProfile } from "../profile";
import type { Interruption } from "./interruption";
import type { Optimizer } from "./optimizer";
import type { Progress } from "./progress";
import type { Epoch } from "./record";
import type { RunLog } from "./run-log";
import type { evaluationStep, trainingStep } from "./step";

/** Where a training stands: epochs count from 1, steps from 0. */
export interface Position {
  epoch: number;
  /** Steps done in the epoch. */
  stepInEpoch: number;
  /** Steps done in the run. */
  globalStep: number;
}

/** What an epoch's loop works with. */
export interface Loop {
  feed: Feed;
  step: ReturnType<typeof trainingStep>;
  optimizer: Optimizer;
  seed: number;
  log: RunLog;
  progress: Progress;
  interruption: Interruption;
  profile?: StepProfile;
  /** Called before each step, with its inputs. */
  beforeStep: (rate: tf.Scalar, batch: tf.Tensor[]) => Promise<void>;
  /** Called after each step, when `position` counts it. */
  afterStep: () => Promise<void>;
}

/** Trains from `position`, which moves along, to the end of its epoch, or until a signal comes. */
export async function trainEpoch(loop: Loop, position: Position, steps: number): Promise<Epoch> {
  const { feed, log, progress, interruption, profile } = loop;
  const epoch = log.epoch(position.epoch);
  progress.epochStarts(position.epoch, steps, position.stepInEpoch);
  if (position.stepInEpoch >= steps) return epoch; // it was stopped between its last step and its evaluation
  for await (const batch of feed.batches(position.epoch, position.stepInEpoch)) {
    try {
      profile?.beforeStep(batch.waitSeconds);
      const start = log.seconds();
      const { loss, correct } = await runStep(loop, position.globalStep, batch.tensors);
      log.addStep(epoch, { start, end: log.seconds(), wait: batch.waitSeconds, images: batch.images, loss, correct });
      await profile?.afterStep(position.globalStep);
    } finally {
      tf.dispose(batch.tensors);
    }
    position.stepInEpoch++;
    position.globalStep++;
    progress.stepDone(epoch);
    await loop.afterStep();
    await setImmediate(); // lets signals in
    if (interruption.requested() || position.stepInEpoch >= steps) break;
  }
  return epoch;
}

async function runStep(
  { step, optimizer, seed, beforeStep }: Loop,
  globalStep: number,
  batch: tf.Tensor[],
): Promise<{ loss: number; correct: number }> {
  // Dropout and the like draw the same numbers at this step, whether the run was resumed or not.
  setRandomSeed(seed, globalStep);
  const rate = tf.scalar(optimizer.learningRate(globalStep));
  try {
    await beforeStep(rate, batch);
    return await values(step(batch, rate));
  } finally {
    rate.dispose();
  }
}

/** The mean loss and the accuracy over all batches of a feed, or undefined when a signal came. */
export async function evaluate(
  feed: Feed,
  step: ReturnType<typeof evaluationStep>,
  log: RunLog,
  interruption: Interruption,
): Promise<{ loss: number; accuracy: number; seconds: number } | undefined> {
  const start = log.seconds();
  let [images, loss, correct] = [0, 0, 0];
  for await (const batch of feed.batches(1)) {
    try {
      const result = await values(step(batch.tensors));
      images += batch.images;
      loss += result.loss;
      correct += result.correct;
    } finally {
      tf.dispose(batch.tensors);
    }
    await setImmediate();
    if (interruption.requested()) return undefined;
  }
  return { loss: loss / images, accuracy: correct / images, seconds: log.seconds() - start };
}

async function values(result: { loss: tf.Scalar; correct: tf.Scalar }): Promise<{ loss: number; correct: number }> {
  const [[loss], [correct]] = await Promise.all([result.loss.data(), result.correct.data()]);
  tf.dispose(result);
  return { loss, correct };
}
