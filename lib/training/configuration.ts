import { createHash } from "node:crypto";
import { basename, dirname, extname } from "node:path";
import { deviceFeed, hostFeed, type Dataset, type Feed, type ImageSet } from "../../datasets";
import { wholeNumber } from "../../datasets/dataset";
import type { Model } from "../models";
import type { Strategy } from "../strategy";
import { refuseBesideXla } from "../tensorflow";
import type { FitOptions } from "./fit-options";
import { precisionOn } from "./precision";
import type { Configuration } from "../runs/record";

/**
 * All settings of a run, including defaults.
 * @throws one line when a value is out of range, or the model does not fit the dataset.
 */
export function configurationOf(model: Model, dataset: Dataset, options: FitOptions): Configuration {
  const { strategy, optimizer } = options;
  const { globalBatchSize, imageSize } = dataset;
  const { replicas } = strategy;
  wholeNumber("epochs", options.epochs);
  wholeNumber("seed", options.seed ?? 1, -(2 ** 31), 2 ** 31 - 1);
  if (options.stepsPerEpoch !== undefined) wholeNumber("stepsPerEpoch", options.stepsPerEpoch);
  if (options.syncEvery !== undefined) wholeNumber("syncEvery", options.syncEvery);
  if (options.checkpointSteps !== undefined) wholeNumber("checkpointSteps", options.checkpointSteps);
  checkFit(model, dataset);
  if (globalBatchSize < replicas) {
    throw new Error(
      `A global batch of ${globalBatchSize} images leaves some of ${replicas} replicas without any: take at least ${replicas}.`,
    );
  }
  const data = options.data ?? "device";
  const preset = options.preset ?? process.env.WORKBOOK_PRESET;
  const device = strategy.devices.some((name) => name.includes("GPU")) ? "gpu" : "cpu";
  const precision = precisionOn(device, options.precision);
  if (options.xla) refuseBesideXla(strategy.communication === undefined, precision);
  return {
    program: options.program ?? programName(),
    model: model.name,
    parameters: model.parameters,
    dataset: dataset.name,
    imageSize,
    classes: model.classes,
    trainImages: dataset.train.count,
    testImages: dataset.test.count,
    globalBatchSize,
    localBatchSize: Math.ceil(globalBatchSize / replicas),
    replicas,
    strategy: strategy.name,
    ...(strategy.team ? { workers: strategy.team.workers } : {}),
    ...(options.syncEvery === undefined ? {} : { syncEvery: options.syncEvery }),
    ...strategy.communication,
    device,
    precision,
    ...(options.xla ? { xla: true } : {}),
    learningRate: optimizer.learningRate(optimizer.warmUpSteps),
    ...(optimizer.warmUpSteps > 0 ? { warmUpSteps: optimizer.warmUpSteps } : {}),
    momentum: optimizer.momentum,
    ...(optimizer.betas ? { optimizer: optimizer.name, beta1: optimizer.betas[0], beta2: optimizer.betas[1] } : {}),
    ...(optimizer.weightDecay ? { weightDecay: optimizer.weightDecay } : {}),
    ...(optimizer.clipNorm ? { clipNorm: optimizer.clipNorm } : {}),
    epochs: options.epochs,
    seed: options.seed ?? 1,
    data,
    prefetch: data === "host" ? (options.prefetch ?? 2) : 0,
    ...(data === "host" && options.loaders !== undefined ? { loaders: options.loaders } : {}),
    ...(data === "host" && options.secondsPerImage ? { secondsPerImage: options.secondsPerImage } : {}),
    ...(preset === undefined ? {} : { preset }),
  };
}

/** What a strategy says of its communication, and the record has no field for: nothing, or reading a record would drop it. */
type Unrecorded = Exclude<keyof NonNullable<Strategy["communication"]>, keyof Configuration>;
true satisfies [Unrecorded] extends [never] ? true : false;

/** A configuration for comparisons: settings that may be missing in a record have their defaults. */
export const withDefaults = (configuration: Configuration): Configuration => ({
  syncEvery: 1,
  xla: false,
  optimizer: "sgd",
  ...configuration,
});

function checkFit(model: Model, dataset: Dataset): void {
  const [height, width, channels] = model.inputShape;
  const { imageSize, train, classes } = dataset;
  if (height !== imageSize || width !== imageSize || channels !== train.shape[2]) {
    const images = `${imageSize}x${imageSize}x${train.shape[2]}`;
    throw new Error(
      `${model.name} takes images of ${height}x${width}x${channels}, but ${dataset.name} gives ${images}.`,
    );
  }
  if (model.classes < classes.length) {
    throw new Error(`${model.name} tells ${model.classes} classes apart, but ${dataset.name} has ${classes.length}.`);
  }
}

/** `01-one-device/train` for a chapter's program, the file's name for another, `notebook` where there is none. */
function programName(): string {
  const file = process.argv.at(1);
  if (file === undefined || file.includes("tslab")) return "notebook";
  const name = basename(file, extname(file));
  const folder = dirname(file);
  return basename(dirname(folder)) === "chapters" ? `${basename(folder)}/${name}` : name;
}

/** The feed of a set of images, according to the configuration and the model. */
export function feedOf(
  set: ImageSet,
  configuration: Configuration,
  { shuffle, strategy, model }: { shuffle: boolean; strategy: Strategy; model: Model },
): Feed {
  const { globalBatchSize: batchSize, imageSize, seed, data, prefetch, loaders, secondsPerImage } = configuration;
  const rowsOf = strategy.rowsOf.bind(strategy);
  const options = { batchSize, imageSize, pixelRange: model.pixelRange, shuffle, seed, rowsOf };
  return data === "device"
    ? deviceFeed(set, options)
    : hostFeed(set, { ...options, prefetch, loaders, secondsPerImage });
}

/** A digest of the training labels and the first image, which identifies a dataset. */
export function digestOf({ train }: Dataset): string {
  const firstImage = train.images.subarray(0, train.images.length / train.count);
  return createHash("sha256").update(train.labels).update(firstImage).digest("hex");
}
