import type { Dataset } from "../../datasets";
import type { Model } from "../models";
import { StepProfile } from "../profile";
import { saveCheckpoint } from "./checkpoint";
import { feedOf } from "./configuration";
import { evaluate, trainEpoch, type Loop, type Position } from "./epoch";
import type { FitOptions } from "./fit";
import type { Interruption } from "./interruption";
import { memoryModelOf } from "./memory-model";
import type { BoundOptimizer, NamedVariable } from "./optimizer";
import type { Progress } from "./progress";
import type { RunLog } from "./run-log";
import { evaluationStep } from "./step";
import { Updates } from "./update";

// So that a run can be followed from outside; between two steps, whose times hold nothing of it.
const followedEverySeconds = 10;

/** A training that is about to go on. */
export interface Training {
  model: Model;
  dataset: Dataset;
  /** What tells the dataset from others, for checkpoints. */
  datasetDigest: string;
  options: FitOptions;
  optimizer: BoundOptimizer;
  /** Everything that a checkpoint keeps. */
  variables: readonly NamedVariable[];
  log: RunLog;
  position: Position;
  progress: Progress;
  interruption: Interruption;
}

/**
 * Trains from `position` to the last epoch, or until a signal comes; records and checkpoints on the way.
 * @returns how it ended.
 */
export async function train(training: Training): Promise<"completed" | "interrupted"> {
  const { dataset, options, log, position, progress, interruption } = training;
  const { configuration } = log.record;
  const feed = feedOf(dataset.train, configuration, {
    shuffle: true,
    strategy: options.strategy,
    model: training.model,
  });
  const testFeed =
    options.evaluate === false
      ? undefined
      : feedOf(dataset.test, configuration, { shuffle: false, strategy: options.strategy, model: training.model });
  const parts = { model: training.model, strategy: options.strategy, precision: configuration.precision };
  const syncEvery = configuration.syncEvery ?? 1;
  const updates = new Updates(parts, feed, training.optimizer, syncEvery);
  const testStep = testFeed && evaluationStep(parts, testFeed);
  const steps = Math.min(options.stepsPerEpoch ?? Infinity, feed.stepsPerEpoch);
  const profile = options.profile && profileOf(options.profile, progress);
  let isFirst = true;
  let updatedAt = position.globalStep;
  const loop: Loop = {
    ...{ feed, updates, syncEvery, optimizer: options.optimizer, seed: configuration.seed },
    ...{ log, progress, interruption, profile },
    beforeStep: async (batch, about) => {
      if (!isFirst) return;
      isFirst = false;
      log.memory = await memoryModelOf(training.model, configuration, updates.prepare(batch, about));
      await log.write(); // the last chance to say it, if this step needs too much
    },
    afterStep: async (updated) => {
      noteCapture();
      if (log.record.timeToFirstStepSeconds === 0) {
        log.record.timeToFirstStepSeconds = log.seconds();
        if (options.graph !== undefined) updates.writeGraph(options.graph);
        await log.write();
      } else if (log.secondsSinceWritten() > followedEverySeconds) await log.write();
      if (!updated) return;
      if (options.checkReplicas) options.strategy.checkReplicas(training.model.weights);
      const every = options.checkpointSteps ?? Infinity;
      const isDue = Math.floor(position.globalStep / every) > Math.floor(updatedAt / every);
      updatedAt = position.globalStep;
      if (isDue) await checkpoint(training);
    },
  };
  const before = log.record.captureSeconds;
  const noteCapture = (): void => {
    log.record.captureSeconds = before + updates.captureSeconds + (testStep?.captureSeconds ?? 0);
  };
  try {
    while (position.epoch <= configuration.epochs && !interruption.requested()) {
      const epoch = await trainEpoch(loop, position, steps);
      await profile?.pause();
      if (interruption.requested()) break;
      if (testFeed && testStep) epoch.validation = await evaluate(testFeed, testStep, log, interruption);
      if (interruption.requested()) break;
      noteCapture();
      progress.epochEnds(epoch);
      position.epoch++;
      position.stepInEpoch = 0;
      await log.write();
      await checkpoint(training);
    }
    if (!interruption.requested()) return "completed";
    await checkpoint(training);
    return "interrupted";
  } finally {
    await profile?.close();
    updates.dispose();
    testStep?.dispose();
    feed.dispose();
    testFeed?.dispose();
  }
}

function profileOf({ file, steps }: { file: string; steps?: number }, progress: Progress): StepProfile {
  return new StepProfile(file, { steps, say: progress.say.bind(progress) });
}

async function checkpoint({ options, position, log, datasetDigest, variables }: Training): Promise<void> {
  if (options.checkpoint === undefined || options.strategy.team?.isChief === false) return;
  await saveCheckpoint(options.checkpoint, { ...position, record: log.record, dataset: datasetDigest }, variables);
}
