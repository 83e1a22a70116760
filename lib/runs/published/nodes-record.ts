import type { Configuration, Epoch, RunRecord, Where } from "../record";

/** What is known of a run on several nodes of which only each epoch's time was kept. */
export interface NodesRun {
  id: string;
  startedAt: string;
  epochSeconds: number[];
  where: Where;
  configuration: Pick<
    Configuration,
    | "program"
    | "model"
    | "parameters"
    | "dataset"
    | "imageSize"
    | "classes"
    | "trainImages"
    | "testImages"
    | "localBatchSize"
    | "device"
  > & { workers: number; syncEvery: number };
}

/** A run as a record, one replica a node; its steps share their epoch's time equally, and what is not known is 0 or NaN. */
export function nodesRecord({ id, startedAt, epochSeconds, where, configuration }: NodesRun): RunRecord {
  const { workers, localBatchSize, trainImages } = configuration;
  let clock = 0;
  const epochs = epochSeconds.map((seconds, at) => {
    const epoch = epochOf({ epoch: at + 1, from: clock, seconds, globalBatch: localBatchSize * workers, trainImages });
    clock += seconds;
    return epoch;
  });
  return {
    schema: 1,
    id,
    outcome: "completed",
    startedAt,
    where,
    configuration: {
      ...configuration,
      globalBatchSize: localBatchSize * workers,
      replicas: workers,
      strategy: "multi-worker",
      compression: "none",
      precision: "float32",
      learningRate: 0,
      momentum: 0,
      epochs: epochs.length,
      seed: 0,
      data: "host",
      prefetch: 0,
    },
    captureSeconds: 0,
    timeToFirstStepSeconds: epochs[0].steps.end[0],
    epochs,
    peakMemoryBytes: 0,
  };
}

interface EpochTime {
  epoch: number;
  from: number;
  seconds: number;
  globalBatch: number;
  trainImages: number;
}

function epochOf({ epoch, from, seconds, globalBatch, trainImages }: EpochTime): Epoch {
  const steps = Math.ceil(trainImages / globalBatch);
  const each = <T>(value: (step: number) => T): T[] => Array.from({ length: steps }, (_, step) => value(step));
  return {
    epoch,
    steps: {
      start: each((step) => from + (step * seconds) / steps),
      end: each((step) => from + ((step + 1) * seconds) / steps),
      wait: each(() => 0),
      images: each((step) => Math.min(globalBatch, trainImages - step * globalBatch)),
      loss: each(() => NaN),
      correct: each(() => 0),
    },
    loss: NaN,
    accuracy: NaN,
  };
}
