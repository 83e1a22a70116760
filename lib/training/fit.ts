import type { Chain } from "../models";
import type { ShardedModel } from "../sharding";
import type { Strategy } from "../strategy";
import { measureCeiling } from "./ceiling";
import { checkpointEveryOfJob } from "./checkpoint-times";
import { configurationOf, deviceOf, digestOf, isText, type Data } from "./configuration";
import { descriptionOf } from "./description";
import type { FitOptions } from "./fit-options";
import { sampleGpu } from "./gpu-sampler";
import { Interruption } from "./interruption";
import { lossScaleFor, type LossScale } from "./loss-scale";
import { machinesUnder, ownMachine } from "./machine";
import { outOfMemoryReason, saysOutOfMemory, suggestBatchSize } from "./out-of-memory";
import { precisionOn } from "./precision";
import { progressOn, silent } from "./progress";
import { recordFile, refuseOutputs } from "./record-file";
import { replicated } from "./replicated";
import type { RunRecord } from "../runs/record";
import { onOneLine } from "../system/words";
import { beginOrResume } from "./resume";
import type { RunLog } from "./run-log";
import { sharded } from "./sharded";
import { train } from "./train";
import type { Trainer } from "./trainer";
import { whereAmI } from "./where";

/**
 * Trains a model, evaluates it after each epoch, and writes the run record: at the start, after the first step, after
 * each epoch, and at the end.
 * @param model A network, with a strategy among the options; or a model that is divided among the devices of a mesh (`fullyShard`,
 * `tensorParallel`, `pipeline`), without.
 * @returns the record. Its outcome is `completed`, `interrupted` when SIGINT or SIGTERM ended the run early, or
 * `out-of-memory` with a batch size that should fit.
 * @throws one line on any other error, which the record holds as the reason of outcome `failed`.
 */
export async function fit(model: Chain | ShardedModel, data: Data, options: FitOptions): Promise<RunRecord> {
  // A job gets a folder for checkpoints. It may be another try of the same training, so it goes on from what is there.
  const jobCheckpoint = options.checkpoint === undefined ? process.env.WORKBOOK_CHECKPOINT : undefined;
  const checkpoint = options.checkpoint ?? jobCheckpoint;
  const checkpointSteps = options.checkpointSteps ?? (jobCheckpoint === undefined ? undefined : checkpointEveryOfJob());
  refuseOutputs({ ...options, checkpoint, profile: options.profile?.file });
  const resume = options.resume === true || jobCheckpoint !== undefined;
  const placed = "mesh" in model ? { devices: model.mesh.deviceNames, team: model.mesh.team } : strategyOf(options);
  const { team } = placed;
  const lossScale = lossScaleFor(precisionOn(deviceOf(placed), options.precision));
  const trainer = trainerOf(model, options, lossScale);
  const interruption = new Interruption((line) => {
    progress.say(line);
  }, team !== undefined);
  const isQuiet = options.progress === false || team?.isChief === false;
  const { epochs } = options;
  const progress = isQuiet ? silent : progressOn({ epochs, context: isText(data) ? data.context : undefined });
  try {
    const configuration = configurationOf(trainer, data, options);
    const datasetDigest = digestOf(data);
    const { variables } = trainer;
    const where = whereAmI(trainer.placed);
    const ceiling = options.ceiling ? measureCeiling() : undefined;
    const file = (id: string): string => recordFile(team?.cluster, configuration.program, id, options.record);
    const start = { configuration, where, checkpoint, resume, file, variables, datasetDigest, progress };
    const { log, position } = await beginOrResume(start);
    if (ceiling) log.record.ceiling = ceiling;
    await log.write();
    const training = { trainer, data, datasetDigest, options: { ...options, checkpoint, checkpointSteps } };
    await recordTheEnd(log, interruption, placed.devices.length, async () => {
      const description = descriptionOf(log.record, position, datasetDigest, trainer.weightsDigest());
      const descriptions = await team?.join(description, { ...ownMachine() });
      if (descriptions) Object.assign(log.record.where, machinesUnder(descriptions));
      return train({ ...training, log, position, progress, interruption, lossScale });
    });
    if (log.record.reason !== undefined) progress.say(log.record.reason);
    progress.say(`The run's record: ${log.file}`);
    return log.record;
  } finally {
    interruption.dispose();
    trainer.dispose();
    lossScale?.dispose();
  }
}

function trainerOf(model: Chain | ShardedModel, options: FitOptions, lossScale?: LossScale): Trainer {
  if (!("mesh" in model)) return replicated(model, strategyOf(options), options.optimizer, lossScale);
  if (options.strategy) throw new Error("This model is divided among the devices of a mesh: leave the strategy out.");
  return sharded(model, options.optimizer, options.syncEvery ?? 1, lossScale);
}

function strategyOf({ strategy }: FitOptions): Strategy {
  if (strategy) return strategy;
  throw new Error("fit needs the devices that train the model: give it a strategy, such as new OneDeviceStrategy().");
}

/** Runs the training and writes into the record how it ended. */
async function recordTheEnd(
  log: RunLog,
  interruption: Interruption,
  devices: number,
  run: () => Promise<"completed" | "interrupted">,
): Promise<void> {
  const startedAt = new Date(log.record.startedAt);
  const gpu = log.record.configuration.device === "gpu" ? sampleGpu({ startedAt, used: devices }) : undefined;
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
