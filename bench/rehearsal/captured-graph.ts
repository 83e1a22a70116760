import { readFileSync } from "node:fs";
import type { Precision } from "../../lib/tensorflow";
import { readGraph, type GraphNode } from "./graph-def";

/** The steps of a training, each of which is a graph: the last two are those of an update of several batches. */
export type StepName = "training" | "last batch" | "evaluation" | "accumulation" | "update";

/** What a process is told to capture. */
export interface CaptureTask {
  models: readonly string[];
  /** Captures only what devices do together in one of these ways: `one-device`, `zero-3`. Default: all. */
  only?: readonly string[];
  /** GPUs of this process, where a strategy takes several. */
  gpus: number;
  /** Where the graphs are written. */
  folder: string;
  /** Where several processes train together: their addresses, and which of them this one is. Otherwise it trains alone. */
  worker?: { addresses: readonly string[]; task: number };
}

/** A training step to compare with Keras's, with the names of keras_step.py. */
export interface ComparedStep {
  model: string;
  image_size: number;
  classes: number;
  batch: number;
}

/** The same for a process that captures ours. */
export interface ComparedTask {
  compared: ComparedStep;
  precision: Precision;
  /** Where it is written. Without it, the step runs once on the CPU instead, compiled by XLA. */
  file?: string;
}

/** A step as it was captured for GPUs, in a file. */
export interface CapturedGraph {
  /** A serialized GraphDef. */
  file: string;
  model: string;
  /** How devices train together: a strategy's name, or how a mesh divides a network: `zero-3 data=2`. */
  strategy: string;
  precision: string;
  step: StepName;
  /** Which process of several captured it. */
  task?: number;
  /** Replicas, or devices of a mesh, in this process and in all. */
  replicas: number;
  allReplicas: number;
  /** The numbers that devices of a mesh have for themselves, by the names of their inputs: their places, and the keys of their groups. */
  numbers: Readonly<Record<string, number>>;
  /** The serialized ConfigProto under which TensorFlow optimises the step, in base64. */
  config: string;
}

/** A graph with its ops. */
export interface LoadedGraph extends CapturedGraph {
  /** What messages call it. */
  name: string;
  nodes: GraphNode[];
}

/** Reads a graph. @param file Another form of the same graph. Default: as it was captured. */
export function load(graph: CapturedGraph, file = graph.file): LoadedGraph {
  const task = graph.task === undefined ? [] : [`task ${graph.task}`];
  const name = [graph.model, graph.strategy, ...task, graph.precision, graph.step].join(", ");
  return { ...graph, name, nodes: readGraph(readFileSync(file)) };
}
