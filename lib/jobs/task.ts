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

/** A run of a lesson's program `train`, in one size for each preset. */
export interface ChapterTask {
  name: string;
  /** A few words for lists and for the head of a job script. */
  what: string;
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

/** What tasks that train alike share. */
export type KindOfTask = Omit<ChapterTask, "name" | "what">;

/** Trains on several devices of one node: GPUs, or two logical devices where there are none. */
export const severalDevices = (model: string): KindOfTask => ({
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

function textSizes(preset: PresetName): ArgumentValues {
  const { trainImages: trainRows, testImages: testRows, ...sizes } = textPresetNamed(preset);
  return { ...sizes, trainRows, testRows };
}

/** How devices share a model: those of each node, and the nodes. */
export type Share = (devices: number, nodes: number, model: keyof typeof gptSizes) => ArgumentValues;

const gptOf = { quick: "gpt-1m", local: "gpt-10m", full: "gpt2" } as const;

/** Trains a language model that the devices of one node, or of several, share. */
export const sharedModel = (share: Share): KindOfTask => ({
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
