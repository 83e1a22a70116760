import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { parameterCount } from "../../models/known";
import { workbookRoot } from "../../system/workbook";
import type { Configuration, Epoch, RunRecord, Where } from "../record";

/** The rows of a table in datasets/published/, keyed by column names. */
export async function publishedRows(table: string): Promise<Record<string, string>[]> {
  const text = await readFile(join(workbookRoot, "datasets", "published", `${table}.csv`), "utf8");
  return parse(text, { columns: true });
}

/** A published epoch, without its steps. */
interface PublishedEpoch {
  seconds: number;
  loss?: number;
  accuracy?: number;
}

/**
 * The number of parameters of a published model, without building it.
 * @throws where the table of known models lacks it.
 */
export function publishedParameters(model: string, classes: number): number {
  const count = parameterCount(model, classes);
  if (count === undefined) throw new Error(`${model} is a published model that lib/models/known.ts lacks.`);
  return count;
}

type PublishedConfiguration = Omit<
  Configuration,
  "globalBatchSize" | "precision" | "momentum" | "epochs" | "seed" | "data" | "prefetch"
>;

/** A run that was published with the times of its epochs only. */
interface PublishedRun {
  id: string;
  /** ISO 8601. Default: an arbitrary date, because a record needs one. */
  startedAt?: string;
  where: Where;
  configuration: PublishedConfiguration;
  epochs: PublishedEpoch[];
}

/** The run as a record, so that the same functions work on published and own runs. Unknown values are 0 or NaN. */
export function publishedRecord(run: PublishedRun): RunRecord {
  const { id, startedAt = "2025-01-01T00:00:00.000Z", where } = run;
  const { localBatchSize, replicas, trainImages } = run.configuration;
  const globalBatchSize = localBatchSize * replicas;
  let clock = 0;
  const epochs = run.epochs.map((published, index) => {
    const epoch = { epoch: index + 1, ...epochOf(published, clock, trainImages, globalBatchSize) };
    clock += published.seconds;
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
export function multiNodeSettings(workers: number) {
  return { workers, replicas: workers, strategy: "multi-worker", compression: "none", learningRate: 0 } as const;
}

/** Steps share their epoch's time equally. */
function epochOf(
  { seconds, loss = NaN, accuracy = NaN }: PublishedEpoch,
  from: number,
  trainImages: number,
  batch: number,
): Omit<Epoch, "epoch"> {
  const stepCount = Math.ceil(trainImages / batch);
  const steps = Array.from({ length: stepCount }, (_, step) => step);
  const images = steps.map((step) => Math.min(batch, trainImages - step * batch));
  return {
    steps: {
      start: steps.map((step) => from + (step * seconds) / stepCount),
      end: steps.map((step) => from + ((step + 1) * seconds) / stepCount),
      wait: steps.map(() => 0),
      images,
      loss: steps.map(() => loss),
      correct: images.map((count) => Math.round(count * accuracy) || 0),
    },
    loss,
    accuracy,
  };
}
