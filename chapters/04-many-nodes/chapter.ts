import type { Chapter } from "../../lib/jobs/chapters";
import type { ArgumentValues } from "../../lib/jobs/run-program";
import type { KindOfTask } from "../../lib/jobs/task";
import type { PresetName } from "../../lib/training/presets";

const manyNodes = (syncEvery: number): KindOfTask => ({
  model: "resnet50",
  dataset: "tinyimagenet",
  limits: { nodes: [1, 1024], gpusPerNode: [0, 16] },
  resources: {
    quick: { nodes: 2, gpusPerNode: 0, cpus: 1, memory: 3, minutes: 10 },
    local: { nodes: 2, gpusPerNode: 0, cpus: 4, memory: 8, minutes: 60 },
    full: { nodes: 3, gpusPerNode: 1, cpus: 8, memory: 32, minutes: 240 },
  },
  arguments: (preset, { gpusPerNode }) => ({
    device: gpusPerNode > 0 ? "gpu" : "cpu",
    devices: Math.max(1, gpusPerNode),
    model: "resnet50",
    syncEvery,
    ...manyNodesSizes[preset],
  }),
});

// The sizes of `full` are the study's: 64x64 images, 5 epochs, and a local batch of the study, which its GPUs held.
const manyNodesSizes: Record<PresetName, ArgumentValues> = {
  quick: { imageSize: 32, localBatchSize: 8, epochs: 2, trainImages: 256, testImages: 64 },
  local: { imageSize: 64, localBatchSize: 32, epochs: 2, trainImages: 5000, testImages: 1000 },
  full: { imageSize: 64, localBatchSize: 64, epochs: 5 },
};

export const chapter: Chapter = {
  title: "Many nodes",
  question: "Why can a second machine make training slower?",
  gives:
    "the minimum time of an all-reduce, the network's speed as computed from training times, a sealed prediction, gradient accumulation and its price",
  follows: "a study on three nodes and a slow network",
  after: [2],
  needs: "2 CPU cores, 8 GB of free memory",
  runAll: "about 3 minutes",
  tasks: [
    {
      name: "many-nodes",
      what: "ResNet50 or EfficientNetB0 on several nodes, gradients all-reduced after every batch",
      ...manyNodes(1),
    },
    {
      name: "many-nodes-accumulate",
      what: "ResNet50 or EfficientNetB0 on several nodes, gradients accumulated and all-reduced after every 4 batches",
      ...manyNodes(4),
    },
  ],
};
