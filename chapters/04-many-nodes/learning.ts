import { runOnNodes, type Place } from "../../lib/cells";
import { gradientBytes, type EpochCounts, type EpochPlan } from "../../lib/measure";
import type { RunRecord } from "../../lib/runs";
import type { Rows } from "../../lib/system/rows";

/** In what the trainings differ that are compared by what they learn. */
interface LearningChoice {
  syncEvery: number;
  learningRate: number;
  compression: "none" | "bfloat16";
}

/** Trains a small network on two nodes: 16 epochs of the same 64 images. @param name Of the run's record. */
export function learnOnTwo(place: Place, name: string, choice: LearningChoice): Promise<RunRecord> {
  return runOnNodes({
    program: "04-many-nodes/train",
    nodes: 2,
    arguments: {
      ...choice,
      collectives: "ring", // also on GPUs: TensorFlow cannot send bfloat16 by NCCL, and all runs must match
      ...{ model: "tinyefficientnet", dataset: "synthetic", device: place.device, imageSize: 32, localBatchSize: 8 },
      ...{ trainImages: 64, testImages: 16, epochs: 16, stepsPerEpoch: 4 },
    },
    record: `results/learning-${name}.json`,
  });
}

/** The loss of a run's last epoch. */
export const lastLoss = ({ epochs }: RunRecord): number => epochs[epochs.length - 1].loss;

/** What such trainings sent and learned, as a table. @param count The numbers of an epoch. */
export const learningTable = (
  learning: readonly { name: string; run: RunRecord }[],
  count: (plan: EpochPlan) => EpochCounts,
): Rows =>
  learning.map(({ name, run }) => {
    const { localBatchSize, syncEvery = 1, compression, parameters } = run.configuration;
    const { syncs, effectiveBatch } = count({ images: 64, localBatchSize, nodes: 2, syncEvery });
    return {
      ...{ run: name, "effective batch": effectiveBatch, updates: run.epochs.length * syncs },
      "kB in an all-reduce": gradientBytes(parameters, compression) / 1e3,
      "loss in the last epoch": lastLoss(run),
    };
  });
