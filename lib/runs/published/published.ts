import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { workbookRoot } from "../../system/workbook";
import type { Epoch, RunRecord } from "../record";

/** Which of the two printed times to take. */
export interface PublishedOptions {
  /**
   * `steps`: steps x milliseconds a step, where they are printed, else the seconds. `seconds`: the seconds, which are
   * rounded. Default `steps`.
   */
  epochTime?: "steps" | "seconds";
}

/** The chapter's models, as run records name them. */
export type PublishedModel = keyof typeof localBatch;

/** Which of the chapter's scaling runs to take. */
export interface PublishedScalingOptions extends PublishedOptions {
  /** Default: both. */
  model?: PublishedModel;
}

/** Images a step on each GPU in the chapter's scaling runs: what fits into its memory. */
const localBatch = { resnet50v2: 2048, resnet152v2: 1024 };

/** CIFAR-10's training images. */
const trainImages = 50_000;
/** Of Keras's models with 10 classes. */
const parameters: Record<string, number> = { ResNet50V2: 23_585_290, ResNet152V2: 58_352_138 };

/** A row of the table: one epoch of one run. */
interface Row {
  model: string;
  processor: string;
  devices: number;
  batch: number;
  epoch: number;
  seconds: number;
  steps: number;
  millisecondsPerStep: number | undefined;
  loss: number;
  accuracy: number;
}

/**
 * The runs that a book chapter printed (README.md beside this file has the source), as run records: what is measured
 * here and what was measured there goes through the same functions. What is not printed is 0 or says so; steps share
 * their epoch's time equally.
 */
export async function publishedRuns({ epochTime = "steps" }: PublishedOptions = {}): Promise<RunRecord[]> {
  const text = await readFile(join(workbookRoot, "datasets", "published", "torres-chapter10.csv"), "utf8");
  const rows = text.trim().split("\n").slice(1).map(parse);
  const runs = new Map<string, Row[]>();
  for (const row of rows) {
    const id = `torres-${row.model}-${row.processor}-${row.devices}x${row.batch / row.devices}`.toLowerCase();
    runs.set(id, [...(runs.get(id) ?? []), row]);
  }
  return [...runs].map(([id, epochs]) => record(id, epochs, epochTime));
}

/**
 * The chapter's runs on 1, 2 and 4 GPUs, for a scaling analysis: those of {@link publishedRuns} with the local batch that
 * the chapter scales with, without its runs of 256 images a step, which compare a CPU with a GPU.
 * @throws one line when the model is not one of the chapter's.
 */
export async function publishedScalingRuns(options: PublishedScalingOptions = {}): Promise<RunRecord[]> {
  const { model } = options;
  const models: Partial<Record<string, number>> = localBatch;
  if (model !== undefined && models[model] === undefined) {
    throw new Error(`There are no published runs of ${model}: choose ${Object.keys(models).join(" or ")}.`);
  }
  const runs = await publishedRuns(options);
  return runs.filter(
    ({ configuration }) =>
      configuration.device === "gpu" &&
      configuration.localBatchSize === models[configuration.model] &&
      (model === undefined || configuration.model === model),
  );
}

function parse(line: string): Row {
  const [model, processor, devices, batch, epoch, seconds, steps, milliseconds, loss, accuracy] = line.split(",");
  return {
    model,
    processor,
    devices: Number(devices),
    batch: Number(batch),
    epoch: Number(epoch),
    seconds: Number(seconds),
    steps: Number(steps),
    millisecondsPerStep: milliseconds === "" ? undefined : Number(milliseconds),
    loss: Number(loss),
    accuracy: Number(accuracy),
  };
}

function record(id: string, rows: Row[], epochTime: "steps" | "seconds"): RunRecord {
  const { model, processor, devices, batch } = rows[0];
  const device = processor.startsWith("cpu") ? "cpu" : "gpu";
  let clock = 0;
  const epochs = rows.map((row) => {
    const exact = epochTime === "steps" && row.millisecondsPerStep !== undefined;
    const step = exact ? row.millisecondsPerStep! / 1000 : row.seconds / row.steps;
    const epoch = epochOf(row, clock, step);
    clock += row.steps * step;
    return epoch;
  });
  return {
    schema: 1,
    id,
    outcome: "completed",
    startedAt: "2025-01-01T00:00:00.000Z", // not printed; a record needs a date
    where: {
      hosts: ["MareNostrum 5"],
      devices: Array.from({ length: devices }, (_, index) =>
        device === "cpu" ? "20 CPU cores" : `H100 64 GB, ${index}`,
      ),
      processor: "published",
      cores: device === "cpu" ? 20 : 0,
      memoryBytes: 0,
      tensorflow: "not printed",
      node: "none: Python",
    },
    configuration: {
      program: "published: J. Torres, chapter 10",
      model: model.toLowerCase(),
      parameters: parameters[model],
      dataset: "cifar10",
      imageSize: 128,
      classes: 10,
      trainImages,
      testImages: 10_000,
      globalBatchSize: batch,
      localBatchSize: batch / devices,
      replicas: devices,
      strategy: devices > 1 ? "mirrored" : "one-device",
      device,
      precision: "float32",
      learningRate: 0.01 * devices,
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

function epochOf({ epoch, steps, batch, loss, accuracy }: Row, from: number, seconds: number): Epoch {
  const each = <T>(value: (step: number) => T): T[] => Array.from({ length: steps }, (_, step) => value(step));
  const images = each((step) => Math.min(batch, trainImages - step * batch));
  return {
    epoch,
    steps: {
      start: each((step) => from + step * seconds),
      end: each((step) => from + (step + 1) * seconds),
      wait: each(() => 0),
      images,
      loss: each(() => loss),
      correct: images.map((count) => Math.round(count * accuracy)),
    },
    loss,
    accuracy,
  };
}
