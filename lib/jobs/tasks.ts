import { presetNamed, type PresetName } from "../training/presets";
import type { ArgumentValues } from "./run-program";

/** What a job asks Slurm for. */
export interface Resources {
  nodes: number;
  gpusPerNode: number;
  /** Cores of each process: a node's, or for each of its GPUs. */
  cpus: number;
  /** Memory in GiB: a node's, or for each of its GPUs. */
  memory: number;
  minutes: number;
}

/** Something that a lesson's program does, at a size that a preset names. */
export interface Task {
  name: string;
  lesson: string;
  /** In a few words, for lists and for the head of a job script. */
  what: string;
  /** A chapter's program: `01-one-device/train`. */
  program: string;
  resources: Record<PresetName, Resources>;
  /** How many nodes it can use, and GPUs on each; 0 is: without GPUs. */
  limits: { nodes: [least: number, most: number]; gpusPerNode: [least: number, most: number] };
  /** The dataset that it trains on. */
  dataset: "cifar10" | "tinyimagenet";
  /** The program's arguments, without the dataset. */
  arguments: (preset: PresetName, on: Pick<Resources, "nodes" | "gpusPerNode">) => ArgumentValues;
}

const oneNode: [number, number] = [1, 1];

const oneDevice = (device: "cpu" | "gpu") => (preset: PresetName) => ({ device, ...presetNamed(preset, { device }) });

/** Several devices of one node: GPUs, or two logical devices where there are none. */
const mirrored =
  (model: string): Task["arguments"] =>
  (preset, { gpusPerNode }) => {
    const device = gpusPerNode > 0 ? "gpu" : "cpu";
    const devices = gpusPerNode > 0 ? gpusPerNode : 2;
    const sizes = presetNamed(preset, { device, model });
    return { device, devices, ...sizes, batchSize: sizes.batchSize * devices };
  };

const manyNodes =
  (syncEvery: number): Task["arguments"] =>
  (preset, { gpusPerNode }) => ({
    device: gpusPerNode > 0 ? "gpu" : "cpu",
    devices: Math.max(1, gpusPerNode),
    model: "resnet50",
    syncEvery,
    ...manyNodesSizes[preset],
  });

// `full` is the study's: 64x64 images, 5 epochs, and a local batch that one GPU with 8 GB holds.
const manyNodesSizes: Record<PresetName, ArgumentValues> = {
  quick: { imageSize: 32, localBatchSize: 8, epochs: 2, trainImages: 256, testImages: 64 },
  local: { imageSize: 64, localBatchSize: 32, epochs: 2, trainImages: 5000, testImages: 1000 },
  full: { imageSize: 64, localBatchSize: 64, epochs: 5 },
};

const mirroredResources: Task["resources"] = {
  quick: { nodes: 1, gpusPerNode: 0, cpus: 2, memory: 3, minutes: 10 },
  local: { nodes: 1, gpusPerNode: 2, cpus: 4, memory: 8, minutes: 30 },
  full: { nodes: 1, gpusPerNode: 4, cpus: 20, memory: 60, minutes: 30 },
};

const manyNodesResources: Task["resources"] = {
  quick: { nodes: 2, gpusPerNode: 0, cpus: 1, memory: 3, minutes: 10 },
  local: { nodes: 2, gpusPerNode: 0, cpus: 4, memory: 8, minutes: 60 },
  full: { nodes: 3, gpusPerNode: 1, cpus: 8, memory: 32, minutes: 240 },
};

/** The jobs of all lessons. The numbers of `full` are those of the lessons' sources; a request can replace any of them. */
export const tasks: readonly Task[] = [
  {
    name: "cpu",
    lesson: "01-one-device",
    what: "ResNet50V2 on the CPU, the baseline",
    program: "01-one-device/train",
    dataset: "cifar10",
    limits: { nodes: oneNode, gpusPerNode: [0, 0] },
    resources: {
      quick: { nodes: 1, gpusPerNode: 0, cpus: 2, memory: 3, minutes: 10 },
      local: { nodes: 1, gpusPerNode: 0, cpus: 4, memory: 8, minutes: 60 },
      full: { nodes: 1, gpusPerNode: 0, cpus: 20, memory: 60, minutes: 75 },
    },
    arguments: oneDevice("cpu"),
  },
  {
    name: "gpu",
    lesson: "01-one-device",
    what: "ResNet50V2 on one GPU",
    program: "01-one-device/train",
    dataset: "cifar10",
    limits: { nodes: oneNode, gpusPerNode: [1, 1] },
    resources: {
      quick: { nodes: 1, gpusPerNode: 1, cpus: 2, memory: 3, minutes: 10 },
      local: { nodes: 1, gpusPerNode: 1, cpus: 4, memory: 8, minutes: 20 },
      full: { nodes: 1, gpusPerNode: 1, cpus: 20, memory: 60, minutes: 30 },
    },
    arguments: oneDevice("gpu"),
  },
  {
    name: "mirrored",
    lesson: "02-mirrored",
    what: "ResNet50V2 on several GPUs of a node",
    program: "02-mirrored/train",
    dataset: "cifar10",
    limits: { nodes: oneNode, gpusPerNode: [0, 16] },
    resources: mirroredResources,
    arguments: mirrored("resnet50v2"),
  },
  {
    name: "deeper-model",
    lesson: "03-deeper-model",
    what: "ResNet152V2 on several GPUs of a node",
    program: "03-deeper-model/train",
    dataset: "cifar10",
    limits: { nodes: oneNode, gpusPerNode: [0, 16] },
    resources: mirroredResources,
    arguments: mirrored("resnet152v2"),
  },
  {
    name: "many-nodes",
    lesson: "04-many-nodes",
    what: "ResNet50 on several nodes, gradients all-reduced after every batch",
    program: "04-many-nodes/train",
    dataset: "tinyimagenet",
    limits: { nodes: [1, 1024], gpusPerNode: [0, 16] },
    resources: manyNodesResources,
    arguments: manyNodes(1),
  },
  {
    name: "many-nodes-accumulate",
    lesson: "04-many-nodes",
    what: "ResNet50 on several nodes, gradients accumulated and all-reduced after every 4 batches",
    program: "04-many-nodes/train",
    dataset: "tinyimagenet",
    limits: { nodes: [1, 1024], gpusPerNode: [0, 16] },
    resources: manyNodesResources,
    arguments: manyNodes(4),
  },
];

/** @throws one line that lists the names, when there is no such task. */
export function taskNamed(name: string): Task {
  const task = tasks.find((each) => each.name === name);
  if (task) return task;
  throw new Error(`There is no task "${name}": choose one of ${tasks.map((each) => each.name).join(", ")}.`);
}
