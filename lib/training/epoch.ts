import { setImmediate } from "node:timers/promises";
import type { Feed, FeedBatch } from "../../datasets";
import type { Batch } from "../strategy";
import { setRandomSeed, tf, type Captured } from "../tensorflow/engine";
import type { StepProfile } from "../profile";
import type { Interruption } from "./interruption";
import type { Optimizer } from "./optimizer";
import type { Progress } from "./progress";
import type { Epoch } from "../runs/record";
import type { RunLog, StepRecord } from "./run-log";
import type { EvaluationResult } from "./step";
import type { Done, UpdateBatch, Updated, Updates } from "./update";

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
  updates: Pick<Updates, "accumulate" | "update">;
  stepsPerEpoch: number;
  /** Batches of an update; the last update of an epoch may have fewer. */
  syncEvery: number;
  optimizer: Pick<Optimizer, "learningRate">;
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
  /** When its batch was there, in seconds since the run started. */
  start: number;
}

/** A step that was launched and whose results have not been taken yet. */
interface Launched extends Step {
  /** Its number in the run, from 0. */
  number: number;
  results: Promise<Done | Updated>;
}

/**
 * A training's steps: `for await (const step of loop.steps()) await loop.run(step)` trains to the end of an epoch.
 *
 * The results of a step are taken when the next one has been launched, so that a GPU always has work: while it computes, this
 * process takes the results of the step before, and prepares the next one. On a CPU a step is over when it is launched.
 */
export class TrainingLoop {
  /** The steps of an unfinished update, whose results are not known yet. */
  private readonly unfinished: Omit<StepRecord, "loss" | "correct">[] = [];
  private launched?: Launched;
  private isOver = false;
  /** When the results of the step before were there, in seconds since the run started. */
  private lastEnd = -Infinity;

  constructor(private readonly parts: LoopParts) {}

  /**
   * The steps from the training's position to the end of its epoch, or until a signal arrives. The last one ends an update, and
   * all are finished at the end. Run each step before requesting the next one, which disposes its batch.
   */
  async *steps(): AsyncGenerator<Step> {
    const { feed, stepsPerEpoch, seed, log, position, progress, profile } = this.parts;
    progress.epochStarts(position.epoch, stepsPerEpoch, position.stepInEpoch);
    if (position.stepInEpoch >= stepsPerEpoch) return; // The run was stopped between its last step and its evaluation.
    try {
      for await (const batch of feed.batches(position.epoch, position.stepInEpoch)) {
        try {
          profile?.beforeStep(batch.waitSeconds);
          const step = { start: log.seconds(), batch, ...this.placeInUpdate() };
          // Random ops (dropout) give the same numbers at this step, whether or not the run was resumed.
          setRandomSeed(seed, position.globalStep);
          yield step;
          if (this.isOver) return;
        } finally {
          tf.dispose(batch.tensors);
        }
      }
    } finally {
      await this.finish(); // also when the step after it failed
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

  /** Launches a step and advances the position, then finishes the step before. */
  async run(step: Step): Promise<void> {
    const { updates, log, position, stepsPerEpoch, syncEvery, interruption, profile } = this.parts;
    const { batch, about, endsUpdate } = step;
    const results = log.launch(`${endsUpdate ? "update" : "accumulation"} of ${batch.images}`, () =>
      endsUpdate ? updates.update(batch, about) : updates.accumulate(batch, about),
    );
    const before = this.launched;
    this.launched = { ...step, number: position.globalStep, results };
    results.catch(() => undefined); // `take` throws the error, unless the step before has one, too
    position.stepInEpoch++;
    position.globalStep++;
    profile?.afterLaunch();
    if (before) await this.take(before);
    await setImmediate(); // lets Node deliver signals
    // Several processes know of a signal from the results of the step before, so that all end with the same one. A long update is
    // finished at once: otherwise they would learn of it in the next update, and make that, too.
    if (endsUpdate && syncEvery > 1 && interruption.inTeam) await this.finish();
    this.isOver = endsUpdate && (interruption.requested() || position.stepInEpoch >= stepsPerEpoch);
  }

  /** Waits for the step that was launched last, if it has not been finished. Then the weights are those of the position. */
  async finish(): Promise<void> {
    const { launched } = this;
    this.launched = undefined;
    if (launched) await this.take(launched);
  }

  /** Takes a step's results. When it ended an update, all steps of the update are added to the record. */
  private async take({ batch, about, number, results, ...step }: Launched): Promise<void> {
    const { log, profile } = this.parts;
    const done = await results;
    const end = log.secondsAt(done.at);
    // A device does one step at a time. While it did the one before, it did not wait for this one's batch.
    const start = Math.max(step.start, this.lastEnd);
    const wait = Math.min(batch.waitSeconds, start - this.lastEnd);
    this.lastEnd = end;
    this.unfinished.push({ start, end, wait, images: batch.images });
    if ("batches" in done) this.record(done, about);
    await profile?.afterStep(number, done.at);
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
  step: Captured<[batch: Batch, stop: tf.Scalar], EvaluationResult>;
}

/**
 * The mean loss and the accuracy over all batches of a feed, or undefined when a signal arrived. As in training, the results of a
 * batch are taken when the next one has been launched.
 */
export async function evaluate(
  { feed, step }: Evaluation,
  log: RunLog,
  interruption: Interruption,
): Promise<Epoch["validation"]> {
  const start = log.seconds();
  const sums = { labels: 0, loss: 0, correct: 0 };
  const launch = ({ tensors, images }: FeedBatch) => {
    const stop = tf.scalar(interruption.signal === undefined ? 0 : 1);
    try {
      const results = log.launch(`evaluation of ${images}`, () => step.launch({ tensors, images }, stop));
      results.catch(() => undefined); // `take` throws the error, unless the batch before has one, too
      return { images, results };
    } finally {
      tf.dispose([stop, ...tensors]);
    }
  };
  const take = async ({ images, results }: ReturnType<typeof launch>): Promise<void> => {
    const { loss, correct, stop } = (await results).values;
    sums.labels += images * feed.labelsOfExample;
    sums.loss += loss[0];
    sums.correct += Math.round(correct[0]);
    interruption.heard(stop[0]);
  };
  let launched: ReturnType<typeof launch> | undefined;
  for await (const batch of feed.batches(1)) {
    const before = launched;
    launched = launch(batch);
    if (before) await take(before);
    await setImmediate(); // lets Node deliver signals
    if (interruption.requested()) break;
  }
  if (launched) await take(launched);
  if (interruption.requested()) return undefined;
  return { loss: sums.loss / sums.labels, accuracy: sums.correct / sums.labels, seconds: log.seconds() - start };
}
