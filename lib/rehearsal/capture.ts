import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { deviceFeed, hostFeed, type Feed } from "../../datasets";
import { modelNamed, type Model } from "../models";
import {
  MirroredStrategy,
  MultiWorkerMirroredStrategy,
  OneDeviceStrategy,
  type Batch,
  type Strategy,
} from "../strategy";
import { configureTensorFlow, rehearseGpus, tf } from "../tensorflow";
import { stepConfig } from "../tensorflow/config";
import { Accumulation, accumulationStep } from "../training/accumulation";
import type { StepParts } from "../training/backward";
import { lossScaleFor } from "../training/loss-scale";
import { sgd } from "../training/optimizer";
import { evaluationStep, trainingStep } from "../training/step";
import type { CapturedGraph, CaptureTask, StepName } from "./captured-graph";
import { gpuPrecisions } from "./precisions";

// Nothing is computed, so sizes are free; small images make small constants.
const IMAGES_OF_REPLICA = 8;
const IMAGE_SIZE = 64;
const CLASSES = 10;
const STORED = [32, 32, 3] as const;

/**
 * Captures the steps of every training that the command line offers, as for GPUs, and writes their graphs: each model, on one
 * GPU and on several, in each precision; images kept on the device and one batch an update, then images fed by the host,
 * several batches an update, and momentum; also for the last batch of an epoch, which leaves a replica without images.
 */
export async function* captureGraphs({ models, gpus, folder, worker }: CaptureTask): AsyncGenerator<CapturedGraph> {
  configureTensorFlow({ device: "cpu" });
  rehearseGpus(gpus);
  const strategies = worker
    ? [workerOf(worker, gpus)]
    : [new OneDeviceStrategy(), new MirroredStrategy({ devices: gpus })];
  for (const strategy of strategies) {
    for (const name of models) {
      const model = modelNamed(name, { inputShape: [IMAGE_SIZE, IMAGE_SIZE, STORED[2]], classes: CLASSES });
      for (const precision of gpuPrecisions) {
        const lossScale = lossScaleFor(precision);
        const parts = { model, strategy, precision, lossScale };
        const steps = [
          ...(await withFeed(deviceFeed, parts, oneBatchAnUpdate)),
          ...(await withFeed((set, options) => hostFeed(set, { ...options, prefetch: 0 }), parts, twoBatchesAnUpdate)),
        ];
        for (const { step, definition } of steps) {
          const names = [name, strategy.name, worker?.task ?? "", precision, step];
          const file = join(folder, `${names.join("-").replace(/\W+/g, "-")}.pb`);
          writeFileSync(file, definition);
          yield {
            ...{ file, model: name, strategy: strategy.name, precision, step, task: worker?.task },
            ...{ replicas: strategy.devices.length, allReplicas: strategy.replicas },
            config: Buffer.from(stepConfig(precision, true)).toString("base64"),
          };
        }
        lossScale?.dispose();
      }
      model.dispose();
    }
    strategy.dispose();
  }
}

function workerOf({ addresses, task }: NonNullable<CaptureTask["worker"]>, devices: number): Strategy {
  const hostOf = (address: string) => address.split(":")[0];
  const members = addresses.map((address) => ({ host: hostOf(address), address }));
  const cluster = { members, task, listenOn: hostOf(addresses[task]), source: "TF_CONFIG" } as const;
  return new MultiWorkerMirroredStrategy({ cluster, devices });
}

interface Step {
  step: StepName;
  definition: Uint8Array;
}

/** The parts of an image model's steps. */
type ImageParts = StepParts & { model: Model };

interface Batches {
  whole: Batch;
  last: Batch;
}

/** Makes a feed of one whole batch and one of a single image, and captures steps of them. */
async function withFeed(
  make: typeof deviceFeed,
  parts: ImageParts,
  capture: (parts: StepParts, feed: Feed, batches: Batches) => Step[],
): Promise<Step[]> {
  const { model, strategy } = parts;
  const batchSize = IMAGES_OF_REPLICA * strategy.replicas;
  const count = batchSize + 1;
  const [height, width, channels] = STORED;
  const images = new Uint8Array(count * height * width * channels);
  const set = {
    images,
    labels: new Uint8Array(count),
    count,
    shape: [height, width, channels] as [number, number, number],
  };
  const feed = make(set, {
    ...{ batchSize, imageSize: IMAGE_SIZE, pixelRange: model.pixelRange, shuffle: false, seed: 0 },
    rowsOf: (images) => strategy.rowsOf(images),
  });
  const batches: Batch[] = [];
  for await (const { tensors, images } of feed.batches(1)) batches.push({ tensors, images });
  try {
    return capture(parts, feed, { whole: batches[0], last: batches[1] });
  } finally {
    batches.forEach(({ tensors }) => tf.dispose(tensors));
    feed.dispose();
  }
}

function oneBatchAnUpdate(parts: StepParts, feed: Feed, { whole, last }: Batches): Step[] {
  const optimizer = sgd(0.01).bind(parts.model.trainableWeights);
  const training = trainingStep(parts, feed, optimizer);
  const evaluation = evaluationStep(parts, feed);
  tf.tidy(() => {
    for (const batch of [whole, last]) training.prepare(batch, updateInputs(batch.images));
    evaluation.prepare(whole, tf.scalar(0));
  });
  const [ofWhole, ofLast] = training.definitions;
  const steps: Step[] = [
    { step: "training", definition: ofWhole },
    { step: "last batch", definition: ofLast },
    { step: "evaluation", definition: evaluation.definitions[0] },
  ];
  [training, evaluation, optimizer].forEach((part) => {
    part.dispose();
  });
  return steps;
}

function twoBatchesAnUpdate(parts: StepParts, feed: Feed, { whole }: Batches): Step[] {
  const { trainableWeights } = parts.model;
  const optimizer = sgd(0.01, { momentum: 0.9 }).bind(trainableWeights);
  const sums = new Accumulation(trainableWeights, 2);
  const accumulation = accumulationStep(parts, feed, sums);
  const update = trainingStep(parts, feed, optimizer, sums);
  tf.tidy(() => {
    accumulation.prepare(whole, { labels: tf.scalar(2 * whole.images), place: tf.ones([1, 1]) });
    update.prepare(whole, updateInputs(2 * whole.images));
  });
  const steps: Step[] = [
    { step: "accumulation", definition: accumulation.definitions[0] },
    { step: "update", definition: update.definitions[0] },
  ];
  [accumulation, update, sums, optimizer].forEach((part) => {
    part.dispose();
  });
  return steps;
}

const updateInputs = (labels: number) => ({ rate: tf.scalar(0.01), labels: tf.scalar(labels), stop: tf.scalar(0) });
