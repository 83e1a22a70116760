import { basename, dirname, join } from "node:path";
import type { Dataset } from "../../datasets";
import { sampleGpu } from "./gpu-sampler";
import type { Model } from "../models";
import type { Team } from "../strategy";
import { measureCeiling } from "./ceiling";
import { configurationOf, digestOf } from "./configuration";
import { descriptionOf } from "./description";
import type { FitOptions } from "./fit-options";
import { Interruption } from "./interruption";
import { lossScaleFor } from "./loss-scale";
import { machinesUnder, ownMachine } from "./machine";
import { outOfMemoryReason, saysOutOfMemory, suggestBatchSize } from "./out-of-memory";
import { progressOn, silent } from "./progress";
import type { RunRecord } from "../runs/record";
import { onOneLine } from "../system/words";
import { beginOrResume } from "./resume";
import type { RunLog } from "./run-log";
import { train } from "./train";
import { whereAmI } from "./where";

/**
 * Trains a model, evaluates it after each epoch, and writes the run record: at the start, after the first step, after
 * each epoch, and at the end.
 * @returns the record. Its outcome is `completed`, `interrupted` when SIGINT or SIGTERM ended the run early, or
 * `out-of-memory` with a batch size that should fit.
 * @throws one line on any other error, which the record holds as the reason of outcome `failed`.
 */
export async function fit(model: Model, dataset: Dataset, options: FitOptions): Promise<RunRecord> {
  const { strategy } = options;
  // A job gets a folder for checkpoints. It may be another try of the same training, so it goes on from what is there.
  const jobCheckpoint = options.checkpoint === undefined ? process.env.WORKBOOK_CHECKPOINT : undefined;
  const checkpoint = options.checkpoint ?? jobCheckpoint;
  const resume = options.resume === true || jobCheckpoint !== undefined;
  const configuration = configurationOf(model, dataset, options);
  const { team } = strategy;
  const isQuiet = options.progress === false || team?.isChief === false;
  const progress = isQuiet ? silent : progressOn(options.epochs);
  const datasetDigest = digestOf(dataset);
  const optimizer = options.optimizer.bind(model.trainableWeights);
  const lossScale = lossScaleFor(configuration.precision);
  const variables = [...model.weights, ...optimizer.slots, ...(lossScale?.variables ?? [])];
  const interruption = new Interruption((line) => {
    progress.say(line);
  }, team !== undefined);
  try {
    const where = whereAmI(strategy);
    const ceiling = options.ceiling ? measureCeiling() : undefined;
    const file = (id: string): string => fileOf(team, options.record ?? defaultFile(configuration.program, id));
    const start = { configuration, where, checkpoint, resume, file, variables, datasetDigest, progress };
    const { log, position } = await beginOrResume(start);
    if (ceiling) log.record.ceiling = ceiling;
    await log.write();
    const training = {
      model,
      dataset,
      datasetDigest,
      options: { ...options, checkpoint },
      optimizer,
      lossScale,
      variables,
    };
    await recordTheEnd(log, interruption, strategy.devices.length, async () => {
      const description = descriptionOf(log.record, position, datasetDigest, variables);
      const descriptions = await team?.join(description, { ...ownMachine() });
      if (descriptions) Object.assign(log.record.where, machinesUnder(descriptions));
      return train({ ...training, log, position, progress, interruption });
    });
    if (log.record.reason !== undefined) progress.say(log.record.reason);
    progress.say(`The run's record: ${log.file}`);
    return log.record;
  } finally {
    interruption.dispose();
    optimizer.dispose();
    lossScale?.dispose();
  }
}

function defaultFile(program: string, id: string): string {
  return process.env.WORKBOOK_RECORD ?? join("results", program, `${id}.json`);
}

/** The chief's record is the run's; those of the other processes lie in a folder beside it. */
function fileOf(team: Team | undefined, file: string): string {
  if (!team || team.isChief) return file;
  return join(dirname(file), "workers", `${basename(file, ".json")}.task-${team.cluster.task}.json`);
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
