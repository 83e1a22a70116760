import { gptSizes } from "../models/gpt-sizes"; // without the models, which load TensorFlow
import { presetNamed, textPresetNamed, type PresetName } from "../training/presets";
import type { ArgumentValues } from "./run-program";

/** The resources that a job asks Slurm for. */
export interface Resources {
  nodes: number;
  gpusPerNode: number;
  /** Cores on each node, or for each of its GPUs. */
  cpus: number;
  /** Memory in GiB on each node, or for each of its GPUs. */
  memory: number;
  minutes: number;
}

/** What a task's arguments follow from. */
export interface TaskNodes extends Pick<Resources, "nodes" | "gpusPerNode"> {
  /** Logical devices where there are no GPUs. Default 2. */
  devices?: number;
}

/** A run of a lesson's program, in one size for each preset. */
export interface Task {
  name: string;
  lesson: string;
  /** A few words for lists and for the head of a job script. */
  what: string;
  /** A chapter's program: `01-one-device/train`. */
  program: string;
  resources: Record<PresetName, Resources>;
  /** The numbers of nodes, and of GPUs on each node, that it can use; 0 means without GPUs. */
  limits: { nodes: [least: number, most: number]; gpusPerNode: [least: number, most: number] };
  /** The network that it trains, unless its arguments name another. */
  model: string;
  /** The dataset that it trains on. */
  dataset: "cifar10" | "tinyimagenet" | "shakespeare";
  /** The program's arguments, without the dataset. */
  arguments: (preset: PresetName, on: TaskNodes) => ArgumentValues;
}

type Kind = Omit<Task, "name" | "what">;

const oneDevice = (device: "cpu" | "gpu", resources: Task["resources"]): Kind => ({
  lesson: "01-one-device",
  program: "01-one-device/train",
  model: "resnet50v2",
  dataset: "cifar10",
  limits: { nodes: [1, 1], gpusPerNode: device === "gpu" ? [1, 1] : [0, 0] },
  resources,
  arguments: (preset) => ({ device, ...presetNamed(preset, { device }) }),
});

/** Trains on several devices of one node: GPUs, or two logical devices where there are none. */
const severalDevices = (lesson: string, model: string): Kind => ({
  lesson,
  program: `${lesson}/train`,
  model,
  dataset: "cifar10",
  limits: { nodes: [1, 1], gpusPerNode: [0, 16] },
  resources: {
    quick: { nodes: 1, gpusPerNode: 0, cpus: 2, memory: 3, minutes: 10 },
    local: { nodes: 1, gpusPerNode: 2, cpus: 4, memory: 8, minutes: 30 },
    full: { nodes: 1, gpusPerNode: 4, cpus: 20, memory: 60, minutes: 30 },
  },
  arguments: (preset, { gpusPerNode, devices: logical = 2 }) => {
    const device = gpusPerNode > 0 ? "gpu" : "cpu";
    const devices = gpusPerNode > 0 ? gpusPerNode : logical;
    const sizes = presetNamed(preset, { device, model });
    return { device, devices, ...sizes, batchSize: sizes.batchSize * devices };
  },
});

const manyNodes = (syncEvery: number): Kind => ({
  lesson: "04-many-nodes",
  program: "04-many-nodes/train",
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

// The sizes of `full` are the study's: 64x64 images, 5 epochs, and a local batch that one GPU with 8 GB holds.
const manyNodesSizes: Record<PresetName, ArgumentValues> = {
  quick: { imageSize: 32, localBatchSize: 8, epochs: 2, trainImages: 256, testImages: 64 },
  local: { imageSize: 64, localBatchSize: 32, epochs: 2, trainImages: 5000, testImages: 1000 },
  full: { imageSize: 64, localBatchSize: 64, epochs: 5 },
};

/** Trains ResNet44 in one framework, one process a node. */
const framework: Kind = {
  lesson: "07-frameworks",
  program: "07-frameworks/train",
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

function textSizes(preset: PresetName): ArgumentValues {
  const { trainImages: trainRows, testImages: testRows, ...sizes } = textPresetNamed(preset);
  return { ...sizes, trainRows, testRows };
}

/** How devices share a model: those of each node, and the nodes. */
type Share = (devices: number, nodes: number, model: keyof typeof gptSizes) => ArgumentValues;

/** The devices of a node share the layers, as many as can have equally many heads. The others have copies, and nodes are stages. */
const shareLayers: Share = (devices, nodes, model) => {
  const { heads, layers } = gptSizes[model];
  if (nodes > layers) {
    throw new Error(
      `${model} has ${layers} blocks, too few for a stage on each of ${nodes} nodes: take at most ${layers}.`,
    );
  }
  const counts = Array.from({ length: devices }, (_, index) => index + 1);
  const tensor = Math.max(...counts.filter((count) => devices % count === 0 && heads % count === 0));
  return { data: devices / tensor, tensor, stages: nodes };
};

const gptOf = { quick: "gpt-1m", local: "gpt-10m", full: "gpt2" } as const;

/** Trains a language model that the devices of one node, or of several, share. */
const sharedModel = (lesson: string, share: Share): Kind => ({
  lesson,
  program: `${lesson}/train`,
  model: "gpt-1m",
  dataset: "shakespeare",
  limits: { nodes: [1, 1024], gpusPerNode: [0, 16] },
  resources: {
    quick: { nodes: 1, gpusPerNode: 0, cpus: 2, memory: 3, minutes: 10 },
    local: { nodes: 1, gpusPerNode: 2, cpus: 4, memory: 8, minutes: 30 },
    full: { nodes: 1, gpusPerNode: 4, cpus: 20, memory: 60, minutes: 60 },
  },
  arguments: (preset, { nodes, gpusPerNode, devices: logical = 2 }) => ({
    device: gpusPerNode > 0 ? "gpu" : "cpu",
    model: gptOf[preset],
    ...textSizes(preset),
    ...share(nodes > 1 || gpusPerNode > 0 ? Math.max(1, gpusPerNode) : logical, nodes, gptOf[preset]),
  }),
});

/** The tasks of all lessons. The numbers of `full` come from the lessons' sources; a request can replace any of them. */
export const tasks: readonly Task[] = [
  {
    name: "cpu",
    what: "ResNet50V2 on the CPU, the baseline",
    ...oneDevice("cpu", {
      quick: { nodes: 1, gpusPerNode: 0, cpus: 2, memory: 3, minutes: 10 },
      local: { nodes: 1, gpusPerNode: 0, cpus: 4, memory: 8, minutes: 60 },
      full: { nodes: 1, gpusPerNode: 0, cpus: 20, memory: 60, minutes: 75 },
    }),
  },
  {
    name: "gpu",
    what: "ResNet50V2 on one GPU",
    ...oneDevice("gpu", {
      quick: { nodes: 1, gpusPerNode: 1, cpus: 2, memory: 3, minutes: 10 },
      local: { nodes: 1, gpusPerNode: 1, cpus: 4, memory: 8, minutes: 20 },
      full: { nodes: 1, gpusPerNode: 1, cpus: 20, memory: 60, minutes: 30 },
    }),
  },
  {
    name: "mirrored",
    what: "ResNet50V2 on several GPUs of a node",
    ...severalDevices("02-mirrored", "resnet50v2"),
  },
  {
    name: "deeper-model",
    what: "ResNet152V2 on several GPUs of a node",
    ...severalDevices("03-deeper-model", "resnet152v2"),
  },
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
  {
    name: "frameworks",
    what: "ResNet44 in another framework, or in this one: --framework names it",
    ...framework,
  },
  {
    name: "memory",
    what: "a GPT whose training state is divided among devices (ZeRO-3)",
    ...sharedModel("08-memory", (devices) => ({ devices, zero: 3 })),
  },
  {
    name: "model-parallel",
    what: "a GPT whose layers the GPUs of a node share, or in stages on several nodes",
    ...sharedModel("09-model-parallel", shareLayers),
  },
];

/** @throws one line that lists the names, when there is no such task. */
export function taskNamed(name: string): Task {
  const found = tasks.find((task) => task.name === name);
  if (found) return found;
  throw new Error(`There is no task "${name}": choose one of ${tasks.map((task) => task.name).join(", ")}.`);
}
