import { publishedRows } from "../../lib/runs/published/published-record";

/** The main result of the study of CCGRID 2020: how many times as many images a second PyTorch with DDP trained on GPUs as on one of them. */
export const frameworksStudy = { speedup: 10.11, devices: 12 };

/** An epoch of a training in some framework. */
export interface FrameworkEpoch {
  /** Of training, without the test. */
  seconds: number;
  images: number;
  /** Of the training images, while they were trained on: 0 to 1. */
  accuracy: number;
  /** Of the test images, after the epoch. */
  testAccuracy: number;
}

/** A training in some framework, as far as a comparison looks at it. */
export interface FrameworkRun {
  framework: string;
  /** Processes that trained together, on a core each. */
  processes: number;
  /** Also the seed of the first weights and of the images' order. */
  replicate: number;
  /** Images of a step in one process. */
  localBatch: number;
  epochs: FrameworkEpoch[];
}

/** The settings of all runs of the table. */
const [localBatch, trainImages] = [8, 512];

const list = (text: string): number[] => text.split(" ").map(Number);

/** Percent as shares from 0 to 1, without the digits that the division makes up. */
export const shares = (text: string): number[] => list(text).map((each) => Number((each / 100).toFixed(5)));

/**
 * The workbook's own runs of ResNet20 in six ways on one and two processes, three times each.
 * datasets/published/README.md describes the conditions.
 */
export async function frameworkRuns(): Promise<FrameworkRun[]> {
  const rows = await publishedRows("frameworks");
  return rows.map(({ framework, processes, replicate, seconds, accuracy_percent, test_percent }) => {
    const [trained, tested] = [shares(accuracy_percent), shares(test_percent)];
    const images = trainImages - (trainImages % (localBatch * Number(processes)));
    return {
      framework,
      processes: Number(processes),
      replicate: Number(replicate),
      localBatch,
      epochs: list(seconds).map((each, epoch) => ({
        seconds: each,
        images,
        accuracy: trained[epoch],
        testAccuracy: tested[epoch],
      })),
    };
  });
}

/** A training with one batch size, of which only the learning counts. */
export interface BatchRun {
  /** Images of a step. */
  batch: number;
  /** After the warm-up, which lasts one epoch. */
  learningRate: number;
  seed: number;
  /** Of the training images of each epoch, while they were trained on: 0 to 1. */
  accuracy: number[];
  /** Of the weights, in an epoch. */
  updatesPerEpoch: number;
}

/** The workbook's own runs of ResNet20 with growing batches. datasets/published/README.md describes the conditions. */
export async function batchRuns(): Promise<BatchRun[]> {
  const rows = await publishedRows("batch-sizes");
  return rows.map(({ batch, learning_rate, seed, accuracy_percent }) => ({
    batch: Number(batch),
    learningRate: Number(learning_rate),
    seed: Number(seed),
    accuracy: shares(accuracy_percent),
    updatesPerEpoch: Math.floor(trainImages / Number(batch)),
  }));
}

/** A training whose normalizations keep moving averages with some momentum. */
export interface AveragesRun {
  /** Of the averages: what an update leaves of them. */
  momentum: number;
  seed: number;
  /** Of the training images of each epoch, while they were trained on: 0 to 1. */
  accuracy: number[];
  /** Of the test images, after each epoch. */
  testAccuracy: number[];
}

/** The workbook's own runs of ResNet20 with two momenta of its moving averages. datasets/published/README.md describes the conditions. */
export async function averagesRuns(): Promise<AveragesRun[]> {
  const rows = await publishedRows("moving-averages");
  return rows.map(({ momentum, seed, accuracy_percent, test_percent }) => ({
    momentum: Number(momentum),
    seed: Number(seed),
    accuracy: shares(accuracy_percent),
    testAccuracy: shares(test_percent),
  }));
}
