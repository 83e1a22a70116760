import type { RunRecord } from "../../lib/runs/record";

/** A small record to start a test from. */
export function smallRun(change: Partial<RunRecord> = {}): RunRecord {
  return {
    schema: 1,
    id: "20250102T030405-abcdef",
    outcome: "completed",
    startedAt: "2025-01-02T03:04:05.000Z",
    endedAt: "2025-01-02T03:05:05.000Z",
    where: {
      hosts: ["node1"],
      devices: ["/device:CPU:0"],
      processor: "a processor",
      cores: 2,
      memoryBytes: 8e9,
      tensorflow: "2.20.0",
      node: "20.9.0",
    },
    configuration: {
      program: "train",
      model: "tiny",
      parameters: 10,
      dataset: "synthetic",
      imageSize: 8,
      classes: 10,
      trainImages: 6,
      testImages: 2,
      globalBatchSize: 4,
      localBatchSize: 4,
      replicas: 1,
      strategy: "OneDeviceStrategy",
      device: "cpu",
      precision: "float32",
      learningRate: 0.01,
      momentum: 0,
      epochs: 1,
      seed: 1,
      data: "device",
      prefetch: 0,
    },
    captureSeconds: 0.5,
    timeToFirstStepSeconds: 1.5,
    epochs: [
      {
        epoch: 1,
        steps: { start: [0, 1], end: [1, 2], wait: [0, 0], images: [4, 2], loss: [2.5, 2.25], correct: [1, 1] },
        loss: 2.4,
        accuracy: 1 / 3,
        validation: { loss: 2.2, accuracy: 0.5, seconds: 0.1 },
      },
    ],
    peakMemoryBytes: 1e8,
    ...change,
  };
}
