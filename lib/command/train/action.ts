import { datasetNamed, datasetNames } from "../../../datasets";
import { modelNamed, modelNames } from "../../models";
import {
  MirroredStrategy,
  MultiWorkerMirroredStrategy,
  OneDeviceStrategy,
  resolveCluster,
  type Strategy,
} from "../../strategy";
import { installation } from "../../tensorflow";
import { adamW, clipped, cosine, fit, presetNamed, sgd, type Optimizer } from "../../training";
import type { TrainFlags } from "./command";

/** A flag names an unknown model or dataset. */
export class UnknownName extends Error {}

/** The training of `workbook train`, which runs in a process of its own. */
export async function trainFromFlags(flags: TrainFlags): Promise<void> {
  refuseUnknown("--model", flags.model, modelNames);
  refuseUnknown("--dataset", flags.dataset, datasetNames);
  const { device = installation().device, dataDir, seed, precision, xla } = flags;
  const sizes = presetNamed(flags.preset ?? "full", { device, model: flags.model, dataset: flags.dataset });
  const { imageSize, batchSize, epochs, trainImages, testImages } = { ...sizes, ...given(flags) };
  const strategy = await strategyOf(flags);
  const globalBatchSize = flags.localBatchSize === undefined ? batchSize : flags.localBatchSize * strategy.replicas;
  const images = await datasetNamed(flags.dataset, { dataDir, imageSize, globalBatchSize, trainImages, testImages });
  const inputShape: [number, number, number] = [imageSize, imageSize, images.train.shape[2]];
  const model = modelNamed(flags.model, { inputShape, classes: images.classes.length, seed });
  await fit(model, images, {
    ...{ strategy, epochs, precision, xla, seed, data: flags.data, prefetch: flags.prefetch },
    loaders: flags.loaders,
    ...{ secondsPerImage: flags.secondsPerImage, evaluate: flags.evaluate, stepsPerEpoch: flags.steps },
    ...{ checkpoint: flags.checkpoint, checkpointSteps: flags.checkpointSteps, resume: flags.resume },
    ...{ record: flags.record, graph: flags.graph, preset: flags.preset, program: "train" },
    ...{ checkReplicas: flags.checkReplicas, syncEvery: flags.syncEvery },
    profile: flags.profile === undefined ? undefined : { file: flags.profile, steps: flags.profileSteps },
    optimizer: optimizerOf(flags, strategy.replicas, epochs * updatesOf(flags, images.train.count / globalBatchSize)),
  });
}

/** The updates of an epoch. @param batches The last one may be a part. */
const updatesOf = ({ steps = Infinity, syncEvery = 1 }: TrainFlags, batches: number): number =>
  Math.ceil(Math.min(steps, Math.ceil(batches)) / syncEvery);

/** @param steps The run's updates. */
function optimizerOf(flags: TrainFlags, replicas: number, steps: number): Optimizer {
  const isSgd = flags.optimizer === "sgd";
  const peak = flags.learningRate ?? (isSgd ? 0.01 * replicas : 0.001);
  const rate = flags.cosine ? cosine(peak, { steps }) : peak;
  const optimizer = isSgd ? sgd(rate, flags) : adamW(rate, flags);
  return flags.clipNorm === undefined ? optimizer : clipped(optimizer, flags.clipNorm);
}

async function strategyOf(flags: TrainFlags): Promise<Strategy> {
  const { device, deterministic, tf32, threads, devices, collectives, bucketMb } = flags;
  const chosen = { device, deterministic, tf32, intraOpThreads: threads };
  const mirrored = { ...chosen, devices, collectives, bucketMegabytes: bucketMb };
  if (flags.strategy === "mirrored") return new MirroredStrategy(mirrored);
  if (flags.strategy === "multi-worker") {
    const timeoutSeconds = flags.collectiveTimeout;
    const cluster = await resolveCluster({ timeoutSeconds });
    if (cluster.source === "alone")
      console.log("There is no TF_CONFIG and no Slurm job here, so this process trains alone.");
    return new MultiWorkerMirroredStrategy({ ...mirrored, cluster, compression: flags.compression, timeoutSeconds });
  }
  return new OneDeviceStrategy({ ...chosen, interOpThreads: threads });
}

function refuseUnknown(flag: string, value: string, names: readonly string[]): void {
  if (!names.includes(value)) throw new UnknownName(`${flag} is "${value}", but must be one of ${names.join(", ")}.`);
}

/** The flags that were given. */
function given<T extends object>(flags: T): Partial<T> {
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)) as Partial<T>;
}
