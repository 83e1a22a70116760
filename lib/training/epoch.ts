import { setImmediate } from "node:timers/promises";
import type { Feed, FeedBatch } from "../../datasets";
import { setRandomSeed, tf } from "../tensorflow";
import type { StepProfile } from "../profile";
import type { Interruption } from "./interruption";
import type { Optimizer } from "./optimizer";
import type { Progress } from "./progress";
import type { Epoch } from "../runs/record";
import type { RunLog, StepRecord } from "./run-log";
import type { evaluationStep } from "./step";
import type { UpdateBatch, Updated, Updates } from "./update";

/** Where a training stands: epochs count from 1, steps from 0. A step is one batch. */
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
  updates: Updates;
  /** Batches of an update; the last update of an epoch may have fewer. */
  syncEvery: number;
  optimizer: Optimizer;
  seed: number;
  log: RunLog;
  progress: Progress;
  interruption: Interruption;
  profile?: StepProfile;
  /** Called before each step. */
  beforeStep: (batch: FeedBatch, about: UpdateBatch) => Promise<void>;
  /** Called after each step, when `position` counts it. @param updated Whether it has updated the weights. */
  afterStep: (updated: boolean) => Promise<void>;
}

/** Trains from `position`, which moves along, to the end of its epoch, or until a signal comes; it ends after an update. */
export async function trainEpoch(loop: Loop, position: Position, steps: number): Promise<Epoch> {
  const { feed, log, progress, interruption, profile } = loop;
  const epoch = log.epoch(position.epoch);
  progress.epochStarts(position.epoch, steps, position.stepInEpoch);
  if (position.stepInEpoch >= steps) return epoch; // it was stopped between its last step and its evaluation
  let waiting: Omit<StepRecord, "loss" | "correct">[] = [];
  for await (const batch of feed.batches(position.epoch, position.stepInEpoch)) {
    try {
      profile?.beforeStep(batch.waitSeconds);
      const start = log.seconds();
      const about = aboutBatch(loop, position, steps);
      const updated = await runStep(loop, position, batch, about, endsUpdate(loop, position, steps));
      waiting.push({ start, end: log.seconds(), wait: batch.waitSeconds, images: batch.images });
      position.stepInEpoch++;
      position.globalStep++;
      if (updated) {
        // Only now is it known what the batches before have given, over all replicas.
        waiting.forEach((step, index) => {
          const { loss, correct } = updated.batches[index];
          log.addStep(epoch, { ...step, loss: (loss * about.updateImages) / step.images, correct });
        });
        waiting = [];
        interruption.heard(updated.stop);
        progress.stepDone(epoch);
      }
      await profile?.afterStep(position.globalStep - 1);
      await loop.afterStep(updated !== undefined);
      await setImmediate(); // lets signals in
      if (updated && (interruption.requested() || position.stepInEpoch >= steps)) break;
    } finally {
      tf.dispose(batch.tensors);
    }
  }
  return epoch;
}

const endsUpdate = ({ syncEvery }: Loop, { stepInEpoch }: Position, steps: number): boolean =>
  (stepInEpoch + 1) % syncEvery === 0 || stepInEpoch + 1 === steps;

function aboutBatch(loop: Loop, { epoch, stepInEpoch }: Position, steps: number): UpdateBatch {
  const { feed, syncEvery, optimizer, interruption } = loop;
  const place = stepInEpoch % syncEvery;
  const first = stepInEpoch - place;
  const batches = Math.min(syncEvery, steps - first);
  const images = Array.from({ length: batches }, (_, index) => feed.imagesOf(first + index));
  const updatesBefore = (epoch - 1) * Math.ceil(steps / syncEvery) + first / syncEvery;
  return {
    place,
    updateImages: images.reduce((sum, each) => sum + each, 0),
    learningRate: optimizer.learningRate(updatesBefore),
    stop: interruption.signal !== undefined,
  };
}

async function runStep(
  { updates, seed, beforeStep }: Loop,
  { globalStep }: Position,
  batch: FeedBatch,
  about: UpdateBatch,
  endsUpdate: boolean,
): Promise<Updated | undefined> {
  // Dropout and the like draw the same numbers at this step, whether the run was resumed or not.
  setRandomSeed(seed, globalStep);
  await beforeStep(batch, about);
  if (endsUpdate) return updates.update(batch, about);
  await updates.accumulate(batch, about);
  return undefined;
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
    const stop = tf.scalar(interruption.signal === undefined ? 0 : 1);
    try {
      const result = step({ tensors: batch.tensors, images: batch.images }, stop);
      const [[itsLoss], [itsCorrect], [asked]] = await Promise.all([
        result.loss.data(),
        result.correct.data(),
        result.stop.data(),
      ]);
      tf.dispose(result);
      images += batch.images;
      loss += itsLoss;
      correct += itsCorrect;
      interruption.heard(asked);
    } finally {
      tf.dispose([stop, ...batch.tensors]);
    }
    await setImmediate();
    if (interruption.requested()) return undefined;
  }
  return { loss: loss / images, accuracy: correct / images, seconds: log.seconds() - start };
}
