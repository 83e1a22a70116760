import { createHash } from "node:crypto";
import { deviceFeed, hostFeed, textFeed, windowsOf, type Dataset, type Feed, type TextDataset } from "../../datasets";
import { wholeNumber } from "../../datasets/dataset";
import { counted } from "../system/words";
import { isGpt, type Chain, type Model } from "../models";
import type { PlacedModel, Strategy } from "../strategy";
import { bucketBytesFor, bytesOf } from "../tensorflow/engine";
import type { FitOptions } from "./fit-options";
import { precisionOn } from "./precision";
import { programName } from "./program-name";
import type { Configuration } from "../runs/record";

/** What `fit` trains on. */
export type Data = Dataset | TextDataset;

export const isText = (data: Data): data is TextDataset => "vocabulary" in data;
const takesImages = (model: Chain): model is Model => "inputShape" in model;

/**
 * All settings of a run, including defaults, as they are where XLA compiles nothing.
 * @throws one line when a value is out of range, or the model does not fit the dataset.
 */
export function configurationOf(
  { model, strategy }: { model: Chain; strategy: Strategy },
  data: Data,
  options: Omit<FitOptions, "strategy">,
): Configuration {
  const { optimizer } = options;
  const { globalBatchSize } = data;
  const { replicas, sharding } = strategy;
  wholeNumber("epochs", options.epochs);
  wholeNumber("seed", options.seed ?? 1, -(2 ** 31), 2 ** 31 - 1);
  if (options.stepsPerEpoch !== undefined) wholeNumber("stepsPerEpoch", options.stepsPerEpoch);
  if (options.syncEvery !== undefined) wholeNumber("syncEvery", options.syncEvery);
  if (typeof options.checkpointSteps === "number") wholeNumber("checkpointSteps", options.checkpointSteps);
  checkFit(model, data);
  refuseSmall(data, strategy);
  const place = isText(data) ? "device" : (options.data ?? "device"); // what feeds images is nothing to a text
  const preset = options.preset ?? process.env.WORKBOOK_PRESET;
  const device = deviceOf(strategy);
  const precision = precisionOn({ device, joins: !isText(data) }, options.precision);
  return {
    program: options.program ?? programName(),
    model: model.name,
    parameters: model.parameters,
    dataset: data.name,
    ...(isText(data) ? sizesOfText(data, model) : sizesOfImages(data, model)),
    globalBatchSize,
    localBatchSize: Math.ceil(globalBatchSize / replicas),
    replicas,
    strategy: strategy.name,
    ...(strategy.team ? { workers: strategy.team.workers } : {}),
    ...(options.syncEvery === undefined ? {} : { syncEvery: options.syncEvery }),
    ...(sharding ? { sharding } : {}),
    ...(model.checkpoint ? { checkpointActivations: true } : {}),
    device,
    precision,
    learningRate: optimizer.learningRate(optimizer.warmUpSteps),
    ...(optimizer.warmUpSteps > 0 ? { warmUpSteps: optimizer.warmUpSteps } : {}),
    ...optimizer.schedule,
    momentum: optimizer.momentum,
    ...(optimizer.betas ? { optimizer: optimizer.name, beta1: optimizer.betas[0], beta2: optimizer.betas[1] } : {}),
    ...(optimizer.epsilon ? { epsilon: optimizer.epsilon } : {}),
    ...(optimizer.weightDecay ? { weightDecay: optimizer.weightDecay } : {}),
    ...(optimizer.clipNorm ? { clipNorm: optimizer.clipNorm } : {}),
    epochs: options.epochs,
    seed: options.seed ?? 1,
    ...(options.augment && !isText(data) ? { augmentation: "crop-flip" as const } : {}),
    data: place,
    prefetch: place === "host" ? (options.prefetch ?? 2) : 0,
    ...(place === "host" && options.loaders !== undefined ? { loaders: options.loaders } : {}),
    ...(place === "host" && options.secondsPerImage ? { secondsPerImage: options.secondsPerImage } : {}),
    ...(preset === undefined ? {} : { preset }),
  };
}

/** The kind of the devices. */
export const deviceOf = ({ devices }: Pick<Strategy, "devices">): "cpu" | "gpu" =>
  devices.some((name) => name.includes("GPU")) ? "gpu" : "cpu";

const sizesOfImages = ({ imageSize, train, test }: Dataset, { classes }: Chain) => ({
  ...{ imageSize, classes, trainImages: train.count, testImages: test.count },
});

const sizesOfText = ({ context, train, validation }: TextDataset, { classes }: Chain) => ({
  ...{ context, classes, trainImages: windowsOf(train, context), testImages: windowsOf(validation, context) },
});

/**
 * Makes sure that every device gets a part of a batch.
 * @throws one line with the least batch that does.
 */
export function refuseSmall(
  { globalBatchSize }: Pick<Data, "globalBatchSize">,
  { replicas, leastRows = 1, sharding }: Pick<Strategy, "replicas" | "leastRows" | "sharding">,
): void {
  const least = replicas * leastRows;
  if (globalBatchSize >= least) return;
  const parts = sharding?.microbatches
    ? `, each of which cuts its part into ${sharding.microbatches} microbatches`
    : "";
  throw new Error(
    `A global batch of ${globalBatchSize} is too small for ${counted(replicas, "replica")}${parts}: take at least ${least}.`,
  );
}

/** A strategy's communication as the record has it: with the size of a bucket for this network's gradients. */
export function recordedCommunication(communication: Strategy["communication"], gradientBytes: number) {
  if (!communication) return {};
  const { smallestBucketBytes, ...recorded } = communication;
  true satisfies [Exclude<keyof typeof recorded, keyof Configuration>] extends [never] ? true : false; // reading a record drops others
  return { ...recorded, bucketBytes: bucketBytesFor({ ...recorded, smallestBucketBytes }, gradientBytes) };
}

function checkFit(model: Chain, data: Data): void {
  if (isText(data)) checkText(model, data);
  else checkImages(model, data);
}

function checkImages(model: Chain, { imageSize, train, classes, name }: Dataset): void {
  if (!takesImages(model)) throw new Error(`${model.name} takes text, but ${name} has images: take textNamed(...).`);
  const [height, width, channels] = model.inputShape;
  if (height !== imageSize || width !== imageSize || channels !== train.shape[2]) {
    const images = `${imageSize}x${imageSize}x${train.shape[2]}`;
    throw new Error(`${model.name} takes images of ${height}x${width}x${channels}, but ${name} gives ${images}.`);
  }
  if (model.classes < classes.length) {
    throw new Error(`${model.name} tells ${model.classes} classes apart, but ${name} has ${classes.length}.`);
  }
}

function checkText(model: Chain, { vocabulary, context, name }: TextDataset): void {
  if (!isGpt(model)) throw new Error(`${model.name} takes images, but ${name} is a text: take datasetNamed(...).`);
  if (context > model.options.context) {
    throw new Error(
      `Rows of ${name} have ${context} tokens, but ${model.name} looks at ${model.options.context}: shorten the text's context.`,
    );
  }
  if (model.classes < vocabulary.size) {
    throw new Error(
      `${model.name} knows ${model.classes} tokens, but ${name} has ${vocabulary.size}: give the model the text's vocabulary.`,
    );
  }
}

/** The feed of a part of the data, according to the configuration and the model. */
export function feedOf(
  data: Data,
  part: "train" | "test",
  placed: Pick<PlacedModel, "model" | "rowsOf">,
  { globalBatchSize: batchSize, seed, ...configuration }: Configuration,
): Feed {
  const rowsOf = placed.rowsOf.bind(placed);
  const portions = { batchSize, seed, rowsOf, shuffle: part === "train" };
  if (isText(data)) {
    return textFeed({ ...portions, tokens: part === "train" ? data.train : data.validation, context: data.context });
  }
  const { imageSize, train, test } = data;
  const set = part === "train" ? train : test;
  const options = {
    ...portions,
    imageSize,
    pixelRange: takesImages(placed.model) ? placed.model.pixelRange : undefined,
  };
  const { augmentation, prefetch, loaders, secondsPerImage } = configuration;
  const augmented = { ...options, augment: part === "train" && augmentation !== undefined };
  return configuration.data === "device"
    ? deviceFeed(set, augmented)
    : hostFeed(set, { ...augmented, prefetch, loaders, secondsPerImage });
}

/** A digest of a text's training tokens, or of the training labels and the first image, which identifies a dataset. */
export function digestOf(data: Data): string {
  if (isText(data)) return createHash("sha256").update(bytesOf(data.train)).digest("hex");
  const { train } = data;
  const firstImage = train.images.subarray(0, train.images.length / train.count);
  return createHash("sha256").update(train.labels).update(firstImage).digest("hex");
}
