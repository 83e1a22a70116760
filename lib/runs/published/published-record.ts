import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { workbookRoot } from "../../system/workbook";
import type { Configuration, Epoch, RunRecord, Where } from "../record";

/** The rows of a table in datasets/published/, by the names of their columns. */
export async function publishedRows(table: string): Promise<Record<string, string>[]> {
  const text = await readFile(join(workbookRoot, "datasets", "published", `${table}.csv`), "utf8");
  return parse(text, { columns: true });
}

/** An epoch of which only the whole was kept. */
export interface PublishedEpoch {
  seconds: number;
  /** Not published unless given. */
  loss?: number;
  accuracy?: number;
}

type PublishedConfiguration = Omit<
  Configuration,
  "globalBatchSize" | "precision" | "momentum" | "epochs" | "seed" | "data" | "prefetch"
>;

/** What is known of a run of which only each epoch's time was kept. */
export interface PublishedRun {
  id: string;
  /** ISO 8601. A record needs a date; where none is published, it is one that says nothing. */
  startedAt?: string;
  where: Where;
  configuration: PublishedConfiguration;
  epochs: PublishedEpoch[];
}

/** The run as a record, so that what was measured there and here goes through the same functions. What is not known is 0 or NaN. */
export function publishedRecord(run: PublishedRun): RunRecord {
  const { id, startedAt = "2025-01-01T00:00:00.000Z", where } = run;
  const { localBatchSize, replicas, trainImages } = run.configuration;
  const globalBatchSize = localBatchSize * replicas;
  let clock = 0;
  const epochs = run.epochs.map((each, at) => {
    const epoch = { epoch: at + 1, ...epochOf(each, clock, trainImages, globalBatchSize) };
    clock += each.seconds;
    return epoch;
  });
  return {
    schema: 1,
    id,
    outcome: "completed",
    startedAt,
    where,
    configuration: {
      ...run.configuration,
      globalBatchSize,
      precision: "float32",
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

/** The settings that all published runs on several nodes have in common. */
export function onNodes(workers: number) {
  return { workers, replicas: workers, strategy: "multi-worker", compression: "none", learningRate: 0 } as const;
}

/** Steps share their epoch's time equally. */
function epochOf(
  { seconds, loss = NaN, accuracy = NaN }: PublishedEpoch,
  from: number,
  trainImages: number,
  batch: number,
): Omit<Epoch, "epoch"> {
  const count = Math.ceil(trainImages / batch);
  const steps = Array.from({ length: count }, (_, step) => step);
  const images = steps.map((step) => Math.min(batch, trainImages - step * batch));
  return {
    steps: {
      start: steps.map((step) => from + (step * seconds) / count),
      end: steps.map((step) => from + ((step + 1) * seconds) / count),
      wait: steps.map(() => 0),
      images,
      loss: steps.map(() => loss),
      correct: images.map((each) => Math.round(each * accuracy) || 0),
    },
    loss,
    accuracy,
  };
}
