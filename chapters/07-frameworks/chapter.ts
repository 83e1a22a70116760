import type { Chapter } from "../../lib/jobs/chapters";
import type { ArgumentValues } from "../../lib/jobs/run-program";
import type { KindOfTask } from "../../lib/jobs/task";
import type { PresetName } from "../../lib/training/presets";

/** Trains ResNet44 in one framework, one process a node. */
const framework: KindOfTask = {
  model: "resnet44",
  dataset: "cifar10",
  limits: { nodes: [1, 1024], gpusPerNode: [0, 1] },
  resources: {
    quick: { nodes: 2, gpusPerNode: 0, cpus: 1, memory: 3, minutes: 10 },
    local: { nodes: 2, gpusPerNode: 0, cpus: 4, memory: 8, minutes: 60 },
    full: { nodes: 2, gpusPerNode: 1, cpus: 8, memory: 32, minutes: 120 },
  },
  arguments: (preset, { gpusPerNode }) => ({
    device: gpusPerNode > 0 ? "gpu" : "cpu",
    ...frameworkSizes[preset],
  }),
};

// The batch and the rate of He et al. (2016) for each process. Their 64,000 steps would be 164 epochs.
const frameworkSizes: Record<PresetName, ArgumentValues> = {
  quick: { localBatchSize: 16, epochs: 2, trainImages: 256, testImages: 64 },
  local: { localBatchSize: 64, epochs: 3, trainImages: 5000, testImages: 1000 },
  full: { localBatchSize: 128, epochs: 30, augment: true },
};

export const chapter: Chapter = {
  title: "Frameworks",
  question: "Which framework scales, and to what accuracy?",
  gives:
    "a fair comparison, who averages the gradients, mistakes that no error message reports, the ranks that intervals allow, the time to an accuracy, where larger batches stop helping, what a shortcut costs",
  follows: "a comparison of four frameworks, CCGRID 2020",
  after: [2, 5],
  needs: "2 CPU cores, 4 GB of free memory",
  runAll: "2 to 3 minutes",
  tasks: [
    {
      name: "frameworks",
      what: "ResNet44 in another framework, or in this one: --framework names it",
      ...framework,
    },
  ],
};
