import { stepsOf } from "../../datasets/feeds/feed";
import type { Chain } from "../models";
import type { Strategy } from "../strategy";
import { measureCeiling } from "./ceiling";
import { checkpointEveryOfJob } from "./checkpoint-times";
import { compilationOf } from "./compilation";
import { configurationOf, digestOf, isText, recordedCommunication, type Data } from "./configuration";
import { descriptionOf } from "./description";
import type { FitOptions } from "./fit-options";
import { sampleGpu } from "./gpu-sampler";
import { Interruption } from "./interruption";
import { lossScaleFor } from "./loss-scale";
import { machinesUnder, ownMachine } from "./machine";
import { mfuInWords, mfuOf, peakOf } from "./mfu";
import { outOfMemoryReason, saysOutOfMemory, suggestBatchSize } from "./out-of-memory";
import { precisionOn } from "./precision";
import { progressOn, silent } from "./progress";
import { recordFile, refuseOutputs } from "./record-file";
import type { Configuration, RunRecord } from "../runs/record";
import { onOneLine } from "../system/words";
import { beginOrResume, refuseBeginning } from "./resume";
import type { RunLog } from "./run-log";
import { gradientBytesOf, TrainingState } from "./state";
import { train } from "./train";
import { whereAmI } from "./where";

/**
 * Trains a model, evaluates it after each epoch, and writes the run record: at the start, after the first step, after
 * each epoch, and at the end. Where devices share the model (`fullyShard` at ZeRO stage 3, `tensorParallel`, `pipeline`), its weights are
 * gone afterwards, and remain in the checkpoints only.
 * @returns the record. Its outcome is `completed`, `interrupted` when SIGINT or SIGTERM ended the run early, or
 * `out-of-memory` with a batch size that should fit.
 * @throws one line on any other error, which the record holds as the reason of outcome `failed`.
 */
export async function fit(model: Chain, data: Data, options: FitOptions): Promise<RunRecord> {
  // A job gets a folder for checkpoints. It may be another try of the same training, so it goes on from what is there.
  const jobCheckpoint = options.checkpoint === undefined ? process.env.WORKBOOK_CHECKPOINT : undefined;
  const checkpoint = options.checkpoint ?? jobCheckpoint;
  const checkpointSteps = options.checkpointSteps ?? (jobCheckpoint === undefined ? undefined : checkpointEveryOfJob());
  refuseOutputs({ ...options, checkpoint, profile: options.profile?.file });
  const resume = options.resume === true || jobCheckpoint !== undefined;
  const strategy = strategyOf(options);
  const { team } = strategy;
  const settings = configurationOf({ model, strategy }, data, options);
  const { trainImages, globalBatchSize } = settings;
  const stepsPerEpoch = Math.min(options.stepsPerEpoch ?? Infinity, stepsOf(trainImages, globalBatchSize));
  const examples = options.epochs * Math.min(stepsPerEpoch * globalBatchSize, trainImages);
  const { xla, because } = compilationOf(model, settings, examples, options.xla);
  const precision = precisionOn({ device: settings.device, joins: !isText(data) && !xla }, options.precision);
  const checked: Configuration = { ...settings, precision, ...(xla ? { xla } : {}) };
  const interruption = new Interruption((line) => {
    progress.say(line);
  }, team !== undefined);
  const isQuiet = options.progress === false || team?.isChief === false;
  const { epochs, optimizer } = options;
  const progress = isQuiet ? silent : progressOn({ epochs, context: isText(data) ? data.context : undefined });
  if (because !== undefined) progress.say(because);
  const lossScale = lossScaleFor(checked.precision);
  const made: { dispose(): void }[] = lossScale ? [lossScale] : [];
  try {
    const datasetDigest = digestOf(data);
    await refuseBeginning({ configuration: checked, checkpoint, resume, datasetDigest });
    const placed = strategy.place(model);
    made.unshift(placed);
    const configuration = { ...checked, ...recordedCommunication(strategy.communication, gradientBytesOf(placed)) };
    const { syncEvery = 1 } = configuration;
    const state = new TrainingState(placed, { optimizer, batches: Math.min(syncEvery, stepsPerEpoch), lossScale });
    made.unshift(state);
    const where = whereAmI(strategy);
    const ceiling = options.ceiling ? measureCeiling() : undefined;
    const peak = team?.isChief === false ? undefined : peakOf(configuration, where);
    const file = (id: string): string => recordFile(team?.cluster, configuration.program, id, options.record);
    const start = { configuration, where, checkpoint, resume, file, variables: state.stored, datasetDigest, progress };
    const { log, position } = await beginOrResume(start);
    if (ceiling) log.record.ceiling = ceiling;
    await log.write();
    const chosen = { ...options, stepsPerEpoch, checkpoint, checkpointSteps };
    const training = { strategy, state, data, datasetDigest, options: chosen };
    await recordTheEnd(log, interruption, async () => {
      // Where devices share the model, no process has all of its numbers.
      const weightsDigest = strategy.sharding ? undefined : state.digest();
      const description = descriptionOf(log.record, position, datasetDigest, weightsDigest);
      const descriptions = await team?.join(description, { ...ownMachine() });
      if (descriptions) Object.assign(log.record.where, machinesUnder(descriptions));
      const outcome = await train({ ...training, log, position, progress, interruption });
      log.record.mfu = mfuOf(log.record, peak);
      return outcome;
    });
    if (log.record.reason !== undefined) progress.say(log.record.reason);
    if (log.record.mfu) progress.say(mfuInWords(log.record.mfu));
    progress.say(`The run's record: ${log.file}`);
    return log.record;
  } finally {
    interruption.dispose();
    made.forEach((each) => each.dispose());
  }
}

function strategyOf({ strategy }: Partial<FitOptions>): Strategy {
  if (strategy) return strategy;
  throw new Error("fit needs the devices that train the model: give it a strategy, such as new OneDeviceStrategy().");
}

/** Runs the training and writes into the record how it ended. */
async function recordTheEnd(
  log: RunLog,
  interruption: Interruption,
  run: () => Promise<"completed" | "interrupted">,
): Promise<void> {
  const startedAt = new Date(log.record.startedAt);
  const { configuration, where } = log.record;
  // Those that the record names: the parts of a divided GPU are one.
  const gpu = configuration.device === "gpu" ? sampleGpu({ startedAt, used: where.gpus?.length }) : undefined;
  try {
    const outcome = await run();
    log.addGpuSamples(await gpu?.stop());
    const cause = interruption.signal ?? "a signal to another task";
    await log.end(outcome, outcome === "interrupted" ? `Ended by ${cause}.` : undefined);
  } catch (error) {
    log.addGpuSamples(await gpu?.stop());
    const message = onOneLine((error as Error).message);
    if (!saysOutOfMemory(message)) {
      await log.end("failed", message);
      throw error;
    }
    const { globalBatchSize, replicas } = log.record.configuration;
    const suggested = suggestBatchSize(globalBatchSize, replicas, log.memory);
    if (suggested !== undefined) log.record.suggestedBatchSize = suggested;
    await log.end("out-of-memory", outOfMemoryReason(globalBatchSize, suggested));
  }
}
