import type { Dataset } from "../../datasets";
import type { Model } from "../models";
import { StepProfile } from "../profile";
import type { StepParts } from "./backward";
import { saveCheckpoint } from "./checkpoint";
import { feedOf } from "./configuration";
import { evaluate, TrainingLoop, type Evaluation, type Position, type Step } from "./epoch";
import type { FitOptions } from "./fit-options";
import type { Interruption } from "./interruption";
import type { LossScale } from "./loss-scale";
import { memoryModelOf } from "./memory-model";
import type { BoundOptimizer, NamedVariable } from "./optimizer";
import type { Progress } from "./progress";
import type { RunLog } from "./run-log";
import { evaluationStep } from "./step";
import { Updates } from "./update";

// Others follow the run by reading its record. It is written between two steps, so that it does not add to their times.
const SECONDS_BETWEEN_WRITES = 10;

/** The parts of a training. */
export interface Training {
  model: Model;
  dataset: Dataset;
  /** See `digestOf`. */
  datasetDigest: string;
  options: FitOptions;
  optimizer: BoundOptimizer;
  /** With `mixed_float16`. */
  lossScale?: LossScale;
  /** The variables in a checkpoint. */
  variables: readonly NamedVariable[];
  log: RunLog;
  position: Position;
  progress: Progress;
  interruption: Interruption;
}

type Machinery = ReturnType<typeof machineryOf>;

/**
 * Trains from `position` to the last epoch, or until a signal arrives, and writes the record and checkpoints.
 * @returns how it ended.
 */
export async function train(training: Training): Promise<"completed" | "interrupted"> {
  const { log, position, progress, interruption } = training;
  const machinery = machineryOf(training);
  const { feed, updates, evaluation, profile } = machinery;
  try {
    while (position.epoch <= log.record.configuration.epochs && !interruption.requested()) {
      await trainToEndOfEpoch(training, machinery);
      await profile?.pause();
      if (interruption.requested()) break;
      const epoch = log.epoch(position.epoch);
      if (evaluation) epoch.validation = await evaluate(evaluation, log, interruption);
      if (interruption.requested()) break;
      noteCaptureSeconds(log, machinery);
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
    evaluation?.step.dispose();
    feed.dispose();
    evaluation?.feed.dispose();
  }
}

async function trainToEndOfEpoch(training: Training, machinery: Machinery): Promise<void> {
  const { model, options, log, position } = training;
  const { loop, updates, before } = machinery;
  for await (const step of loop.steps()) {
    if (position.globalStep === before.steps) await noteMemory(training, updates, step);
    await loop.run(step);
    noteCaptureSeconds(log, machinery);
    if (log.record.timeToFirstStepSeconds === 0) {
      await loop.finish();
      log.record.timeToFirstStepSeconds = log.seconds();
      if (options.graph !== undefined) updates.writeGraph(options.graph);
      await log.write();
    } else if (log.secondsSinceWritten() > SECONDS_BETWEEN_WRITES) {
      await log.write();
    }
    if (!step.endsUpdate) continue;
    const savesNow = isCheckpointDue(position, step, options.checkpointSteps);
    if (options.checkReplicas || savesNow) await loop.finish();
    if (options.checkReplicas) options.strategy.checkReplicas(model.weights);
    if (savesNow) await checkpoint(training);
  }
}

/** Records the memory of a step before the first one runs, because a step that needs too much may end this process. */
async function noteMemory({ model, log }: Training, updates: Updates, { batch, about }: Step): Promise<void> {
  log.memory = await memoryModelOf(model, log.record.configuration, updates.prepare(batch, about));
  await log.write();
}

function noteCaptureSeconds(log: RunLog, { updates, evaluation, before }: Machinery): void {
  log.record.captureSeconds = before.captureSeconds + updates.captureSeconds + (evaluation?.step.captureSeconds ?? 0);
}

/** Whether the update that just ended reached or passed a multiple of `every` steps. */
function isCheckpointDue({ globalStep }: Position, { about }: Step, every = Infinity): boolean {
  const stepsOfUpdate = about.place + 1;
  return Math.floor(globalStep / every) > Math.floor((globalStep - stepsOfUpdate) / every);
}

async function checkpoint({ options, position, log, datasetDigest, variables }: Training): Promise<void> {
  if (options.checkpoint === undefined || options.strategy.team?.isChief === false) return;
  await saveCheckpoint(options.checkpoint, { ...position, record: log.record, dataset: datasetDigest }, variables);
}

function machineryOf(training: Training) {
  const { model, dataset, options, optimizer, lossScale, log, position, progress, interruption } = training;
  const { configuration, captureSeconds } = log.record;
  const { precision, xla, seed, syncEvery = 1 } = configuration;
  const parts = { model, strategy: options.strategy, precision, xla, lossScale };
  const feed = feedOf(dataset.train, configuration, { shuffle: true, ...parts });
  const evaluation = options.evaluate === false ? undefined : evaluationOf(training, parts);
  const updates = new Updates(parts, feed, optimizer, syncEvery);
  const stepsPerEpoch = Math.min(options.stepsPerEpoch ?? Infinity, feed.stepsPerEpoch);
  const { file, steps } = options.profile ?? {};
  const profile = file === undefined ? undefined : new StepProfile(file, { steps, say: progress.say.bind(progress) });
  const loop = new TrainingLoop({
    ...{ feed, updates, stepsPerEpoch, syncEvery, optimizer: options.optimizer, seed },
    ...{ log, position, progress, interruption, profile },
  });
  // The values from before this process resumed the run.
  const before = { steps: position.globalStep, captureSeconds };
  return { loop, feed, updates, evaluation, profile, before };
}

function evaluationOf({ dataset, log }: Training, parts: StepParts): Evaluation {
  const feed = feedOf(dataset.test, log.record.configuration, { shuffle: false, ...parts });
  return { feed, step: evaluationStep(parts, feed) };
}
