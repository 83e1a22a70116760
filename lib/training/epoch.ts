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

/** The position of a training. Epochs count from 1, steps from 0. A step is one batch. */
export interface Position {
  epoch: number;
  /** Steps done in the epoch. */
  stepInEpoch: number;
  /** Steps done in the run. */
  globalStep: number;
}

interface LoopParts {
  feed: Feed;
  updates: Updates;
  stepsPerEpoch: number;
  /** Batches of an update; the last update of an epoch may have fewer. */
  syncEvery: number;
  optimizer: Optimizer;
  seed: number;
  log: RunLog;
  /** The start of the training; each step advances it. */
  position: Position;
  progress: Progress;
  interruption: Interruption;
  profile?: StepProfile;
}

/** A step before it runs. */
export interface Step {
  batch: FeedBatch;
  /** Inputs of the captured step. */
  about: UpdateBatch;
  /** Whether this is the last batch of its update, so that the weights change. */
  endsUpdate: boolean;
  /** When the step began, in seconds since the run started. */
  start: number;
}

/** A training's steps: `for await (const step of loop.steps()) await loop.run(step)` trains to the end of an epoch. */
export class TrainingLoop {
  /** The steps of an unfinished update, whose results are not known yet. */
  private readonly unfinished: Omit<StepRecord, "loss" | "correct">[] = [];

  constructor(private readonly parts: LoopParts) {}

  /**
   * The steps from the training's position to the end of its epoch, or until a signal arrives. The last one ends an update.
   * Run each step before requesting the next one, which disposes its batch.
   */
  async *steps(): AsyncGenerator<Step> {
    const { feed, stepsPerEpoch, seed, log, position, progress, interruption, profile } = this.parts;
    progress.epochStarts(position.epoch, stepsPerEpoch, position.stepInEpoch);
    if (position.stepInEpoch >= stepsPerEpoch) return; // The run was stopped between its last step and its evaluation.
    for await (const batch of feed.batches(position.epoch, position.stepInEpoch)) {
      try {
        profile?.beforeStep(batch.waitSeconds);
        const step = { start: log.seconds(), batch, ...this.placeInUpdate() };
        // Random ops (dropout) give the same numbers at this step, whether or not the run was resumed.
        setRandomSeed(seed, position.globalStep);
        yield step;
        await setImmediate(); // lets Node deliver signals
        if (step.endsUpdate && (interruption.requested() || position.stepInEpoch >= stepsPerEpoch)) return;
      } finally {
        tf.dispose(batch.tensors);
      }
    }
  }

  private placeInUpdate(): Pick<Step, "about" | "endsUpdate"> {
    const { feed, stepsPerEpoch, syncEvery, optimizer, position, interruption } = this.parts;
    const { epoch, stepInEpoch } = position;
    const place = stepInEpoch % syncEvery;
    const firstStep = stepInEpoch - place;
    const batches = Math.min(syncEvery, stepsPerEpoch - firstStep);
    const images = Array.from({ length: batches }, (_, index) => feed.imagesOf(firstStep + index));
    const updatesBefore = (epoch - 1) * Math.ceil(stepsPerEpoch / syncEvery) + firstStep / syncEvery;
    const about = {
      place,
      updateImages: images.reduce((sum, each) => sum + each, 0),
      learningRate: optimizer.learningRate(updatesBefore),
      stop: interruption.signal !== undefined,
    };
    return { about, endsUpdate: place === batches - 1 };
  }

  /** Runs a step and advances the position. When an update ends, all of its steps are added to the record. */
  async run({ start, batch, about, endsUpdate }: Step): Promise<void> {
    const { updates, log, position, profile } = this.parts;
    if (!endsUpdate) await updates.accumulate(batch, about);
    const updated = endsUpdate && (await updates.update(batch, about));
    this.unfinished.push({ start, end: log.seconds(), wait: batch.waitSeconds, images: batch.images });
    position.stepInEpoch++;
    position.globalStep++;
    if (updated) this.record(updated, about);
    await profile?.afterStep(position.globalStep - 1);
  }

  private record({ batches, stop }: Updated, { updateImages }: UpdateBatch): void {
    const { log, position, progress, interruption } = this.parts;
    const epoch = log.epoch(position.epoch);
    this.unfinished.splice(0).forEach((step, index) => {
      const { loss, correct } = batches[index];
      log.addStep(epoch, { ...step, loss: (loss * updateImages) / step.images, correct });
    });
    interruption.heard(stop);
    progress.stepDone(epoch);
  }
}

/** The parts of an evaluation. */
export interface Evaluation {
  feed: Feed;
  step: ReturnType<typeof evaluationStep>;
}

/** The mean loss and the accuracy over all batches of a feed, or undefined when a signal arrived. */
export async function evaluate(
  { feed, step }: Evaluation,
  log: RunLog,
  interruption: Interruption,
): Promise<Epoch["validation"]> {
  const start = log.seconds();
  const sums = { images: 0, loss: 0, correct: 0 };
  for await (const batch of feed.batches(1)) {
    const stop = tf.scalar(interruption.signal === undefined ? 0 : 1);
    try {
      const result = step({ tensors: batch.tensors, images: batch.images }, stop);
      const read = [result.loss.data(), result.correct.data(), result.stop.data()];
      const [[loss], [correct], [asked]] = await Promise.all(read);
      tf.dispose(result);
      sums.images += batch.images;
      sums.loss += loss;
      sums.correct += correct;
      interruption.heard(asked);
    } finally {
      tf.dispose([stop, ...batch.tensors]);
    }
    await setImmediate(); // lets Node deliver signals
    if (interruption.requested()) return undefined;
  }
  return { loss: sums.loss / sums.images, accuracy: sums.correct / sums.images, seconds: log.seconds() - start };
}
