import { StepProfile } from "../profile";
import type { PlacedModel, Strategy } from "../strategy";
import { saveCheckpoint } from "./checkpoint";
import { CheckpointTimes } from "./checkpoint-times";
import { feedOf, type Data } from "./configuration";
import { DeviceMemory } from "./device-memory";
import { evaluate, TrainingLoop, type Evaluation, type Position, type Step } from "./epoch";
import type { FitOptions } from "./fit-options";
import type { Interruption } from "./interruption";
import { memoryModelOf } from "./memory-model";
import type { Progress } from "./progress";
import type { RunLog } from "./run-log";
import type { Configuration } from "../runs/record";
import { gradientBytesOf, type TrainingState } from "./state";
import { evaluationStep } from "./step";
import { Updates } from "./update";

// Others follow the run by reading its record. It is written between two steps, so that it does not add to their times.
const SECONDS_BETWEEN_WRITES = 10;

/** The parts of a training. */
export interface Training {
  strategy: Strategy;
  state: TrainingState;
  data: Data;
  /** See `digestOf`. */
  datasetDigest: string;
  options: FitOptions & Required<Pick<FitOptions, "stepsPerEpoch">>;
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
  const { feed, updates, evaluation, memory, profile } = machinery;
  try {
    while (position.epoch <= log.record.configuration.epochs && !interruption.requested()) {
      await trainToEndOfEpoch(training, machinery);
      await profile?.pause();
      if (interruption.requested()) break;
      training.state.lossScale?.refuseStandstill();
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
    memory?.close();
    updates.dispose();
    evaluation?.step.dispose();
    feed.dispose();
    evaluation?.feed.dispose();
  }
}

async function trainToEndOfEpoch(training: Training, machinery: Machinery): Promise<void> {
  const { state, options, log, position } = training;
  const { loop, updates, memory, before, checkpoints } = machinery;
  for await (const step of loop.steps()) {
    const isFirst = position.globalStep === before.steps;
    if (isFirst) await noteMemory(training, updates, step);
    await (memory ? memory.run(step, loop) : loop.run(step));
    noteCaptureSeconds(log, machinery);
    // Only an update's end has captured all of its steps.
    if (step.endsUpdate) log.record.sentBytes ??= sentBytesOf(updates);
    if (isFirst) await loop.finish(); // the start-up ends here
    if (log.record.timeToFirstStepSeconds === 0) {
      log.record.timeToFirstStepSeconds = log.seconds();
      if (options.graph !== undefined) updates.writeGraph(options.graph);
      await log.write();
    } else if (log.secondsSinceWritten() > SECONDS_BETWEEN_WRITES) {
      await log.write();
    }
    if (!step.endsUpdate) continue;
    const savesNow = checkpoints.isDue(position, step);
    if (options.checkReplicas || savesNow) await loop.finish();
    if (options.checkReplicas) state.placed.checkCopies();
    if (savesNow) await checkpoints.keep(() => checkpoint(training));
  }
}

/** Records the memory of a step before the first one runs, because a step that needs too much may end this process. */
async function noteMemory({ state, log }: Training, updates: Updates, { batch, about }: Step): Promise<void> {
  log.memory = await memoryModelOf(
    gradientBytesOf(state.placed),
    log.record.configuration,
    updates.prepare(batch, about),
  );
  await log.write();
}

/** What the record says of the bytes that devices send. */
function sentBytesOf({ sentBytes }: Updates): Record<string, number[]> | undefined {
  const axes = [...new Set(sentBytes.flatMap((sent) => Object.keys(sent)))];
  if (axes.length === 0) return undefined;
  return Object.fromEntries(axes.map((axis) => [axis, sentBytes.map((sent) => sent[axis] ?? 0)]));
}

function noteCaptureSeconds(log: RunLog, { updates, evaluation, before }: Machinery): void {
  log.record.captureSeconds = before.captureSeconds + updates.captureSeconds + (evaluation?.step.captureSeconds ?? 0);
}

async function checkpoint({ strategy, state, options, position, log, datasetDigest }: Training): Promise<void> {
  if (options.checkpoint === undefined) return;
  if (strategy.team?.isChief === false) {
    if (!strategy.sharding) return; // the first process has all of it
    const reading = {};
    for (const { variable } of state.stored) await variable.data(reading); // each process gives its parts
    return;
  }
  await saveCheckpoint(options.checkpoint, { ...position, record: log.record, dataset: datasetDigest }, state.stored);
}

function machineryOf({ strategy, state, data, options, log, position, progress, interruption }: Training) {
  const { configuration, captureSeconds } = log.record;
  const { precision, xla, globalBatchSize: wholeBatch, seed, syncEvery = 1 } = configuration;
  const { placed, batches } = state;
  const feed = feedOf(data, "train", placed, configuration);
  const updates = new Updates(state, { feed, precision, xla, wholeBatch });
  const evaluation = options.evaluate === false ? undefined : evaluationOf(placed, data, configuration);
  const { file, steps } = options.profile ?? {};
  const say = progress.say.bind(progress);
  const endsWhole = ({ about, batch }: Step): boolean =>
    about.place === batches - 1 && batch.images === feed.imagesOf(batches - 1);
  const memory = options.memory ? new DeviceMemory({ strategy, log, endsWhole, say }) : undefined;
  // TensorFlow has one profiler, which also measures the memory.
  const waits = (): boolean => memory?.isDue === true;
  const profile = file === undefined ? undefined : new StepProfile(file, { steps, waits, say });
  const loop = new TrainingLoop({
    ...{ feed, updates, stepsPerEpoch: options.stepsPerEpoch, syncEvery, optimizer: options.optimizer, seed },
    ...{ log, position, progress, interruption, profile },
  });
  // The values from before this process resumed the run.
  const before = { steps: position.globalStep, captureSeconds };
  const checkpoints = new CheckpointTimes(options.checkpointSteps, { team: strategy.team, say });
  return { loop, feed, updates, evaluation, memory, profile, before, checkpoints };
}

function evaluationOf(placed: PlacedModel, data: Data, configuration: Configuration): Evaluation {
  const feed = feedOf(data, "test", placed, configuration);
  // XLA would compile it for itself, which takes longer than a test's few batches save.
  return { feed, step: evaluationStep(placed, { feed, precision: configuration.precision }) };
}
