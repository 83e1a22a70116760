import { sum } from "simple-statistics";
import type { Epoch, RunRecord } from "./record";

/** The steps of a made-up run. */
export interface ExamplePlan {
  /** Seconds of each epoch, from the start of its first step to the end of its last. */
  epochSeconds: number[];
  /** Images of each step of every epoch. */
  batches: number[];
  /** Share of a step's time spent waiting for its images. Default 0. */
  waiting?: number;
  /** Default 1. */
  replicas?: number;
}

/**
 * Makes up a run record with known times. Checks use it because they know the right answer, and grading uses it in place of
 * missing student records.
 */
export function exampleRun({ epochSeconds, batches, waiting = 0, replicas = 1 }: ExamplePlan): RunRecord {
  const captureSeconds = 6;
  let clock = 4 + captureSeconds;
  const epochs = epochSeconds.map((seconds, index) => {
    const epoch = exampleEpoch(index + 1, clock, seconds, batches, waiting);
    clock += seconds + 1;
    return epoch;
  });
  const trainImages = sum(batches);
  return {
    schema: 1,
    id: "example",
    outcome: "completed",
    startedAt: "2025-01-01T10:00:00.000Z",
    endedAt: new Date(Date.UTC(2025, 0, 1, 10) + clock * 1000).toISOString(),
    where: {
      hosts: ["example"],
      devices: Array.from({ length: replicas }, (_, index) => `/device:CPU:${index}`),
      processor: "an example, not a machine",
      cores: 2,
      memoryBytes: 8 * 1024 ** 3,
      tensorflow: "2.20.0",
      node: process.versions.node,
    },
    configuration: {
      program: "example",
      model: "resnet50v2",
      parameters: 23_585_290,
      dataset: "synthetic",
      imageSize: 64,
      classes: 10,
      trainImages,
      testImages: 0,
      globalBatchSize: batches[0],
      localBatchSize: Math.ceil(batches[0] / replicas),
      replicas,
      strategy: replicas > 1 ? "mirrored" : "one-device",
      device: "cpu",
      precision: "float32",
      learningRate: 0.01 * replicas,
      momentum: 0,
      epochs: epochs.length,
      seed: 1,
      data: "device",
      prefetch: 0,
    },
    captureSeconds,
    timeToFirstStepSeconds: epochs[0].steps.end[0],
    epochs,
    peakMemoryBytes: 1024 ** 3 + batches[0] * 30 * 1024 ** 2,
  };
}

/** Divides an epoch's time among its steps by their images. Each step except the first waits before it computes. */
function exampleEpoch(epoch: number, from: number, seconds: number, batches: number[], waiting: number): Epoch {
  const steps: Epoch["steps"] = { start: [], end: [], wait: [], images: [], loss: [], correct: [] };
  let clock = from;
  batches.forEach((images, step) => {
    const share = (seconds * images) / sum(batches);
    const wait = step === 0 ? 0 : share * waiting;
    steps.start.push(clock + wait);
    clock += share;
    steps.end.push(clock);
    steps.wait.push(wait);
    steps.images.push(images);
    steps.loss.push(2.3 / epoch);
    steps.correct.push(Math.floor(images * 0.1 * epoch));
  });
  return { epoch, steps, loss: 2.3 / epoch, accuracy: Math.min(1, 0.1 * epoch) };
}
