/** How large the checks' trainings are. */
export interface Sizes {
  model: string;
  /** Height and width of the images, in pixels. */
  imageSize: number;
  /** Images of a step on one device. */
  localBatchSize: number;
  /** Steps of a training, a multiple of 4. */
  steps: number;
  /** Images of a step, and their height, where a GPU's losses are compared with a CPU's, which computes the same. */
  compared: { imageSize: number; batchSize: number };
  /** Bytes that are added up over the devices. */
  allReduceBytes: number;
  /** The model of the runs on several nodes, of lesson 4's program. */
  nodesModel: string;
}

// On GPUs: the book's network, images and smallest batch, so that throughputs can stand beside each other.
const table = {
  gpu: {
    ...{ model: "resnet50v2", imageSize: 128, localBatchSize: 256, steps: 20, allReduceBytes: 256e6 },
    ...{ compared: { imageSize: 64, batchSize: 32 }, nodesModel: "resnet50" },
  },
  cpu: {
    ...{ model: "resnet50v2", imageSize: 32, localBatchSize: 8, steps: 20, allReduceBytes: 64e6 },
    ...{ compared: { imageSize: 64, batchSize: 32 }, nodesModel: "resnet50" },
  },
  quick: {
    ...{ model: "tinyresnetv2", imageSize: 32, localBatchSize: 8, steps: 4, allReduceBytes: 4e6 },
    ...{ compared: { imageSize: 32, batchSize: 32 }, nodesModel: "tinyefficientnet" },
  },
} satisfies Record<string, Sizes>;

/** The sizes for a kind of device. @param quick Seconds on 2 cores: a network that no lesson uses, and 4 steps. */
export const sizesFor = (device: "cpu" | "gpu", quick: boolean): Sizes => table[quick ? "quick" : device];
