import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import type { Dataset } from "../../../datasets";
import { wholeNumber } from "../../../datasets/dataset";
import type { Model } from "../../../lib/models";
import { processesOnSameCores, resolveCluster, type Cluster } from "../../../lib/strategy/rendezvous";
import { sgd } from "../../../lib/training/optimizer";
import { progressOn, silent } from "../../../lib/training/progress";
import { programName } from "../../../lib/training/program-name";
import { recordFile } from "../../../lib/training/record-file";
import { machineWith } from "../../../lib/training/where";
import type { Configuration, RunRecord } from "../../../lib/runs/record";
import { checkCompression } from "../../../lib/frameworks/arguments";
import type { Contender } from "../../../lib/frameworks/contenders";
import { environmentOf, type FrameworkEnvironment } from "../../../lib/frameworks/environment";
import { launchOf } from "./launch";
import { writeMaterial, type Plan } from "./contender-plan";
import { runPrograms } from "./programs";
import { ContenderRecord, numbersOf } from "./record";
import { callTheRoll } from "./roll-call";

/** How to train in another framework. */
export interface ContenderOptions {
  /** Images of a step in one process. */
  localBatchSize: number;
  epochs: number;
  learningRate: number;
  momentum?: number;
  /** Steps over which the learning rate grows at the start. Default 0. */
  warmUpSteps?: number;
  /** Decides the order of the images and their augmentation. Default 1. */
  seed?: number;
  /** Move and mirror the training images. Default false. */
  augment?: boolean;
  device?: "cpu" | "gpu";
  compression?: "none" | "float16";
  /** The processes that train together, as `resolveCluster` finds them. Default: this one alone. */
  cluster?: Cluster;
  /** The Python to train with. Default: what {@link environmentOf} finds. */
  packages?: FrameworkEnvironment;
  /** How soon the loss of another process ends this one, in seconds. Default 60. */
  timeoutSeconds?: number;
  /** Threads of each process. Default: its cores, divided among the processes of its machine. */
  threads?: number;
}

/**
 * Trains a network in another framework, as one of the processes of a cluster, and writes the run record.
 * @param model Has the first weights, and says how deep the network is.
 * @returns the record of this process; that of task 0 is the run's.
 * @throws one line when the framework is not set up, cannot do what is asked for, or a process fails (which one, and why).
 */
export async function trainIn(
  contender: Contender,
  model: Model,
  dataset: Dataset,
  options: ContenderOptions,
): Promise<RunRecord> {
  const { timeoutSeconds = 60, cluster = await resolveCluster({ environment: {} }) } = options;
  const configuration = configurationOf(contender, model, dataset, options, cluster.members.length);
  const blocks = blocksOf(model.name);
  const packages = options.packages ?? (await environmentOf(contender));
  const progress = cluster.task === 0 ? progressOn({ epochs: options.epochs }) : silent;
  const roll = await callTheRoll(cluster, process.env.WORKBOOK_MEETING ?? "", timeoutSeconds);
  const { environment, helpers, localRank } = launchOf(contender.distribution, cluster, roll.addresses);
  const folder = await mkdtemp(join(tmpdir(), "framework-"));
  const log = new ContenderRecord(
    (id) => recordFile(cluster, configuration.program, id),
    whereIs(cluster, packages, configuration),
    configuration,
  );
  const signals = endingSignals();
  try {
    await log.write();
    const weights = await writeMaterial(folder, { dataset, model, augment: false, seed: 1, ...options });
    const { shape } = dataset.train;
    const plan = planOf({ contender, blocks, shape, configuration, cluster, localRank, folder, weights, options });
    await writeFile(join(folder, "plan.json"), JSON.stringify(plan));
    await runPrograms({
      environment: packages,
      program: contender.program,
      gpu: configuration.device === "gpu",
      folder,
      variables: { ...environment, OMP_NUM_THREADS: String(plan.threads), WORKBOOK_PLAN: join(folder, "plan.json") },
      helpers,
      hasToEnd: Promise.race([roll.lost, signals.came]),
      on: async (event) => {
        log.note(event, event.event === "epoch" ? await roll.gather(numbersOf(event)) : undefined);
        if (event.event !== "begin") await log.write();
        if (event.event === "end") await roll.done(); // no program may leave before all have ended
        if (event.event === "epoch") progress.epochEnds(log.record.epochs[log.record.epochs.length - 1]);
      },
    });
    await log.end("completed");
    progress.say(`The run's record: ${log.file}`);
    return log.record;
  } catch (error) {
    const { message } = error as Error;
    await roll.fail(message);
    await log.end(signals.any() ? "interrupted" : "failed", message);
    throw error;
  } finally {
    signals.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Hears of the signals that end a process, so that its folder and programs go, and its record is completed. */
function endingSignals() {
  const names = ["SIGINT", "SIGTERM"] as const;
  let heard: string | undefined;
  let tell: (line: string) => void = () => undefined;
  const came = new Promise<string>((resolve) => (tell = resolve));
  const listener = (signal: NodeJS.Signals): void => {
    heard ??= signal;
    tell(`Ended by ${heard}.`);
  };
  for (const name of names) process.on(name, listener);
  const dispose = (): void => {
    for (const name of names) process.off(name, listener);
  };
  return { came, any: () => heard !== undefined, dispose };
}

function whereIs(cluster: Cluster, { versions, licences }: FrameworkEnvironment, { device }: Configuration) {
  const members = cluster.members.length > 1 ? cluster.members : [];
  const devices = cluster.members.map((_, task) => `/task:${task}/device:${device.toUpperCase()}:0`);
  return { ...machineWith(members, devices), packages: { versions, licences, tuned: [] } };
}

function configurationOf(
  contender: Contender,
  model: Model,
  { name, imageSize, train, test, classes }: Dataset,
  options: ContenderOptions,
  workers: number,
): Configuration {
  const { localBatchSize, compression = "none", warmUpSteps = 0 } = options;
  wholeNumber("localBatchSize", localBatchSize);
  wholeNumber("epochs", options.epochs);
  wholeNumber("seed", options.seed ?? 1, -(2 ** 31), 2 ** 31 - 1);
  if (options.threads !== undefined) wholeNumber("threads", options.threads);
  sgd(options.learningRate, { momentum: options.momentum, warmUpSteps }); // refuses what is no rate
  const globalBatchSize = localBatchSize * workers;
  if (train.shape[0] !== imageSize) {
    throw new Error(`The contenders train on images as they are, ${train.shape[0]} pixels high, not ${imageSize}.`);
  }
  if (train.count < globalBatchSize) {
    throw new Error(
      `There are ${train.count} training images, too few for a step of ${globalBatchSize}: take more, or smaller batches.`,
    );
  }
  if (test.count < workers) {
    throw new Error(`There are ${test.count} test images for ${workers} processes: take one or more for each.`);
  }
  if (compression !== "none") checkCompression(contender);
  return {
    ...{ program: programName(), model: model.name, parameters: model.parameters, dataset: name, imageSize },
    ...{ classes: classes.length, trainImages: train.count, testImages: test.count, globalBatchSize, localBatchSize },
    ...{ replicas: workers, framework: contender.name, strategy: contender.distribution },
    ...(workers > 1 ? { workers, compression } : {}),
    ...{ device: options.device ?? "cpu", precision: "float32", learningRate: options.learningRate },
    ...(warmUpSteps > 0 ? { warmUpSteps } : {}),
    ...{ momentum: options.momentum ?? 0, epochs: options.epochs, seed: options.seed ?? 1 },
    ...(options.augment ? { augmentation: "crop-flip" as const } : {}),
    ...{ data: "host", prefetch: 2 },
  };
}

interface PlanParts {
  contender: Contender;
  blocks: number;
  shape: readonly number[];
  configuration: Configuration;
  cluster: Cluster;
  localRank: number;
  folder: string;
  weights: number[][];
  options: ContenderOptions;
}

function planOf({ contender, blocks, shape, configuration, cluster, ...parts }: PlanParts): Plan {
  const { members, task } = cluster;
  const ownShare = Math.floor(availableParallelism() / processesOnSameCores(cluster));
  const threads = parts.options.threads ?? Math.max(1, ownShare);
  const { classes, trainImages, globalBatchSize, epochs, learningRate, momentum, warmUpSteps = 0 } = configuration;
  return {
    ...{ folder: parts.folder, rank: task, workers: members.length, localRank: parts.localRank },
    ...{ distribution: contender.distribution, device: configuration.device, threads },
    ...{ blocks, shape, classes, trainImages, globalBatchSize },
    ...{ epochs, learningRate, momentum, warmUpSteps, compression: parts.options.compression ?? "none" },
    weights: parts.weights,
  };
}

/** The residual blocks of each stack of a ResNet for CIFAR-10: ResNet44 has 6 x 7 + 2 layers. */
function blocksOf(model: string): number {
  const blocks = (Number(/^resnet(20|32|44|56)$/i.exec(model)?.[1]) - 2) / 6;
  if (Number.isInteger(blocks)) return blocks;
  throw new Error(`The contenders train ResNet20, 32, 44 or 56, not ${model}.`);
}
