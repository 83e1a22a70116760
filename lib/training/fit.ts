import { basename, dirname, join } from "node:path";
import type { Dataset } from "../../datasets";
import { sampleGpu } from "./gpu-sampler";
import type { Model } from "../models";
import type { Strategy, Team } from "../strategy";
import { configurationOf, digestOf } from "./configuration";
import { descriptionOf } from "./description";
import { Interruption } from "./interruption";
import { machinesUnder, ownMachine } from "./machine";
import type { Optimizer } from "./optimizer";
import { outOfMemoryReason, saysOutOfMemory, suggestBatchSize } from "./out-of-memory";
import { progressOn, silent } from "./progress";
import type { RunRecord } from "../runs/record";
import { onOneLine } from "../system/words";
import { beginOrResume } from "./resume";
import type { RunLog } from "./run-log";
import { train } from "./train";
import { whereAmI } from "./where";

/** How to train; what is left out has the default named. */
export interface FitOptions {
  strategy: Strategy;
  optimizer: Optimizer;
  epochs: number;
  /**
   * Batches of an update: with more than one, each replica adds up the gradients of so many batches, and only then do they
   * travel and the weights change. The last update of an epoch may have fewer. Default 1.
   */
  syncEvery?: number;
  /** `mixed`: bfloat16 or float16 where it is safe, weights in float32. Default `float32`. */
  precision?: "float32" | "mixed";
  /** Decides the order of the images and the random ops; the model's own seed decides its weights. Default 1. */
  seed?: number;
  /** Images kept on the device, or fed by the host. Default `device`. */
  data?: "device" | "host";
  /** Batches that the host prepares ahead. Default 2. */
  prefetch?: number;
  /** Seconds that the host waits for each image, to stand for slow storage. Default 0. */
  secondsPerImage?: number;
  /** Evaluate on the test images after each epoch. Default true. */
  evaluate?: boolean;
  /** End each epoch after so many steps. Default: all of them. */
  stepsPerEpoch?: number;
  /** File of the run record. Default: `$WORKBOOK_RECORD`, else `results/<program>/<id>.json`. */
  record?: string;
  /**
   * Folder for checkpoints: one after each epoch, and when a signal ends the run. Default: `$WORKBOOK_CHECKPOINT`, from
   * which the run also goes on; without it none are kept.
   */
  checkpoint?: string;
  /** Checkpoints also after every so many steps. */
  checkpointSteps?: number;
  /** Go on from the newest checkpoint in `checkpoint`; begin where there is none. Default false. */
  resume?: boolean;
  /** Write the training step's graph into this folder, for TensorBoard. Default: it is not written. */
  graph?: string;
  /** Write TensorFlow's own profile of some steps, see `StepProfile`. Default: none. */
  profile?: { file: string; steps?: number };
  /** Make sure after every step that all replicas have the same weights, bit for bit; it costs time. Default false. */
  checkReplicas?: boolean;
  /** The preset's name, for the record. Default: `$WORKBOOK_PRESET`. */
  preset?: string;
  /** The program's name, for the record. Default: the name of the file that Node runs. */
  program?: string;
  /** Show progress. Default true. */
  progress?: boolean;
}

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
  const variables = [...model.weights, ...optimizer.slots];
  const interruption = new Interruption((line) => {
    progress.say(line);
  }, team !== undefined);
  try {
    const where = whereAmI(strategy);
    const file = (id: string): string => fileOf(team, options.record ?? defaultFile(configuration.program, id));
    const start = { configuration, where, checkpoint, resume, file, variables, datasetDigest, progress };
    const { log, position } = await beginOrResume(start);
    await log.write();
    const training = { model, dataset, datasetDigest, options: { ...options, checkpoint }, optimizer, variables };
    await recordTheEnd(log, interruption, async () => {
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
  run: () => Promise<"completed" | "interrupted">,
): Promise<void> {
  const gpu =
    log.record.configuration.device === "gpu" ? sampleGpu({ startedAt: new Date(log.record.startedAt) }) : undefined;
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
