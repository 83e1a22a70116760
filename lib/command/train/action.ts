import { datasetNamed, datasetNames, textNamed, windowsOf, type Dataset, type TextDataset } from "../../../datasets";
import { stepsOf } from "../../../datasets/feeds/feed";
import { gpt, gptSizes, modelNamed, modelNames, type Chain } from "../../models";
import { installation } from "../../tensorflow/engine";
import { adamW, clipped, cosine, fit, presetNamed, sgd, textPresetNamed, type Optimizer } from "../../training";
import { refuseOutputs } from "../../training/record-file";
import { usualOptimizer } from "./by-model";
import type { TrainFlags } from "./command";
import { strategyOf } from "./devices";
import { didYouMean } from "../../system/names";

/** A flag names an unknown model or dataset. */
export class UnknownName extends Error {}

/** The training of `workbook train`, which runs in a process of its own. */
export async function trainFromFlags(flags: TrainFlags): Promise<void> {
  refuseOutputs(flags);
  refuseUnknown("--model", flags.model, [...modelNames, ...gptNames]);
  const isText = gptNames.includes(flags.model);
  const dataset = flags.dataset ?? (isText ? "shakespeare" : "cifar10");
  if (!isText) refuseUnknown("--dataset", dataset, datasetNames);
  const strategy = await strategyOf(flags);
  const { replicas } = strategy;
  const { model, data, epochs } = await (isText ? textOf : imagesOf)(flags, dataset, replicas);
  const examples = "vocabulary" in data ? windowsOf(data.train, data.context) : data.train.count;
  const batches = stepsOf(examples, data.globalBatchSize);
  await fit(model, data, {
    ...flags, // what both name alike
    ...{ strategy, epochs, stepsPerEpoch: flags.steps, program: "train" },
    xla: flags.xla === "auto" ? "auto" : flags.xla === "on",
    profile: flags.profile === undefined ? undefined : { file: flags.profile, steps: flags.profileSteps },
    optimizer: optimizerOf(flags, replicas, epochs * updatesOf(flags, batches)),
  });
}

/** A network and the data that it trains on. */
interface Material {
  model: Chain;
  data: Dataset | TextDataset;
  epochs: number;
}

async function imagesOf(flags: TrainFlags, name: string, replicas: number): Promise<Material> {
  const { device = installation().device, dataDir, seed, checkpointActivations: checkpoint } = flags;
  const sizes = presetNamed(flags.preset ?? "full", { device, model: flags.model, dataset: name });
  const { imageSize, batchSize, epochs, trainImages, testImages } = { ...sizes, ...given(flags) };
  const globalBatchSize = flags.localBatchSize === undefined ? batchSize : flags.localBatchSize * replicas;
  const data = await datasetNamed(name, { dataDir, imageSize, globalBatchSize, trainImages, testImages });
  const inputShape: [number, number, number] = [imageSize, imageSize, data.train.shape[2]];
  return {
    model: modelNamed(flags.model, { inputShape, classes: data.classes.length, seed, checkpoint }),
    data,
    epochs,
  };
}

async function textOf(flags: TrainFlags, name: string, replicas: number): Promise<Material> {
  const { seed, checkpointActivations: checkpoint } = flags;
  const preset = textPresetNamed(flags.preset ?? "full");
  const { context, batchSize, epochs, trainImages, testImages } = { ...preset, ...given(flags) };
  const globalBatchSize = flags.localBatchSize === undefined ? batchSize : flags.localBatchSize * replicas;
  const rows = { trainRows: trainImages, testRows: testImages };
  const data = await textNamed(name, { context, globalBatchSize, ...rows });
  const sizes = gptSizes[flags.model as keyof typeof gptSizes]; // refused otherwise
  return { model: gpt({ ...sizes, context, vocabulary: data.vocabulary.size, seed, checkpoint }), data, epochs };
}

const gptNames: readonly string[] = Object.keys(gptSizes);

/** The updates of an epoch. */
const updatesOf = ({ steps = Infinity, syncEvery = 1 }: TrainFlags, batches: number): number =>
  Math.ceil(Math.min(steps, batches) / syncEvery);

/** @param steps The run's updates. */
function optimizerOf(flags: TrainFlags, replicas: number, steps: number): Optimizer {
  const isSgd = usualOptimizer(flags) === "sgd";
  const peak = flags.learningRate ?? (isSgd ? 0.01 * replicas : 0.001);
  const rate = flags.cosine ? cosine(peak, { steps }) : peak;
  const optimizer = isSgd ? sgd(rate, flags) : adamW(rate, flags);
  return flags.clipNorm === undefined ? optimizer : clipped(optimizer, flags.clipNorm);
}

function refuseUnknown(flag: string, value: string, names: readonly string[]): void {
  if (!names.includes(value))
    throw new UnknownName(`${flag} is "${value}", but must be one of ${names.join(", ")}.${didYouMean(value, names)}`);
}

/** The flags that were given. */
function given<T extends object>(flags: T): Partial<T> {
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)) as Partial<T>;
}
