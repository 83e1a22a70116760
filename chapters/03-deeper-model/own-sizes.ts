import type { OwnProgram, Place } from "../../lib/cells";
import type { RunRecord } from "../../lib/runs";

/**
 * The device counts that this place can measure, and the arguments of a run on each: small images on logical devices, larger ones on
 * GPUs. Jobs on a cluster have the book's sizes instead.
 * @param place Where it measures.
 * @param gpusHere How many GPUs this machine has.
 */
export function ownSizes(
  { onCluster, ...place }: Pick<Place, "onCluster" | "device" | "gpus">,
  gpusHere: number,
  dataset: string,
) {
  const gpus = onCluster ? place.gpus : gpusHere;
  const device = onCluster ? place.device : gpus >= 2 ? "gpu" : "cpu";
  // Logical devices share a node: more than two of them would not fit into the memory of a small job.
  const atMost = device === "gpu" ? gpus : onCluster ? 2 : 4;
  const { localBatch, ...size } =
    device === "gpu"
      ? { imageSize: 128, localBatch: 256, trainImages: 10_240 }
      : { imageSize: 32, localBatch: 8, trainImages: 64 };
  return {
    device,
    counts: [1, 2, 4].filter((devices) => devices <= atMost),
    argumentsFor: (devices: number) => {
      const batchSize = devices * localBatch;
      return { dataset, device, devices, ...size, batchSize, epochs: 3, stepsPerEpoch: size.trainImages / batchSize };
    },
  };
}

/** The arguments with which a student's program trains for one epoch on what the lesson's own run trained on. */
export function ofSameTraining({ configuration }: RunRecord): OwnProgram["arguments"] {
  const { dataset, device, replicas, imageSize, globalBatchSize, trainImages } = configuration;
  return {
    ...{ dataset, device, devices: replicas, imageSize, batchSize: globalBatchSize, trainImages, epochs: 1 },
    stepsPerEpoch: Math.floor(trainImages / globalBatchSize),
  };
}
