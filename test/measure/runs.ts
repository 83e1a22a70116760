import type { RunRecord } from "parallel-training/runs";

/** What a made-up run is like; a step computes for `stepSeconds`, after waiting for `wait`. */
export interface Plan {
  id?: string;
  /** Seconds of a step in each epoch. */
  stepSeconds: number[];
  /** Images of each step. */
  images: number[];
  wait?: number;
  replicas?: number;
}

/** A made-up run record with times that are easy to reckon with. */
export function madeUpRun({ id = "made-up", stepSeconds, images, wait = 0, replicas = 1 }: Plan): RunRecord {
  let clock = 5;
  const epochs = stepSeconds.map((seconds, index) => {
    const steps: RunRecord["epochs"][number]["steps"] = { start: [], end: [], wait: [], images, loss: [], correct: [] };
    images.forEach(() => {
      clock += wait;
      steps.start.push(clock);
      clock += seconds;
      steps.end.push(clock);
      steps.wait.push(wait);
      steps.loss.push(2);
      steps.correct.push(1);
    });
    clock += 3;
    return { epoch: index + 1, steps, loss: 2, accuracy: 0.1, validation: { loss: 2, accuracy: 0.1, seconds: 3 } };
  });
  return {
    schema: 1,
    id,
    outcome: "completed",
    startedAt: "2025-01-01T00:00:00.000Z",
    where: { hosts: [], devices: [], processor: "", cores: 2, memoryBytes: 0, tensorflow: "", node: "" },
    configuration: {
      program: "test",
      model: "resnet50v2",
      parameters: 100,
      dataset: "synthetic",
      imageSize: 32,
      classes: 10,
      trainImages: images.reduce((sum, count) => sum + count, 0),
      testImages: 0,
      globalBatchSize: images[0],
      localBatchSize: images[0] / replicas,
      replicas,
      strategy: "one-device",
      device: "cpu",
      precision: "float32",
      learningRate: 0.01,
      momentum: 0,
      epochs: stepSeconds.length,
      seed: 1,
      data: "device",
      prefetch: 0,
    },
    captureSeconds: 4,
    timeToFirstStepSeconds: 9,
    epochs,
    peakMemoryBytes: 1000,
  };
}
