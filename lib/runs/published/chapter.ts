import type { RunRecord } from "../record";
import { publishedParameters, publishedRecord, publishedRows } from "./published-record";

/** Which of the two printed times to use. */
interface ChapterOptions {
  /**
   * `steps`: steps x milliseconds per step if they are printed, else the seconds. `seconds`: the seconds, which are
   * rounded. Default `steps`.
   */
  epochTime?: "steps" | "seconds";
}

/** The chapter's models, as run records name them. */
export type ChapterModel = keyof typeof localBatch;

/** Images per step on each GPU in the chapter's scaling runs: the most that fit into its memory. */
const localBatch = { resnet50v2: 2048, resnet152v2: 1024 };

const classes = 10;

/** A row of the table, keyed by column names: one epoch of one run. */
type Row = Record<string, string>;

/**
 * The runs printed in a book chapter, as run records. datasets/published/README.md names the source. Values that are not
 * printed are 0 or say so, and steps share their epoch's time equally.
 */
export async function chapterRuns({ epochTime = "steps" }: ChapterOptions = {}): Promise<RunRecord[]> {
  const runs = new Map<string, Row[]>();
  for (const row of await publishedRows("torres-chapter10")) {
    const { model, processor, devices } = row;
    const id = `torres-${model}-${processor}-${devices}x${localBatchOf(row)}`.toLowerCase();
    runs.set(id, [...(runs.get(id) ?? []), row]);
  }
  return [...runs].map(([id, rows]) => record(id, rows, epochTime));
}

/**
 * The chapter's runs on 1, 2 and 4 GPUs, for a scaling analysis. Its other runs, with 256 images per step, compare a CPU with
 * a GPU.
 * @param options.model Default: both models.
 * @throws one line when the model is not one of the chapter's.
 */
export async function chapterScalingRuns(
  options: ChapterOptions & { model?: ChapterModel } = {},
): Promise<RunRecord[]> {
  const { model } = options;
  const models: Partial<Record<string, number>> = localBatch;
  if (model !== undefined && models[model] === undefined) {
    throw new Error(`There are no published runs of ${model}: choose ${Object.keys(models).join(" or ")}.`);
  }
  const runs = await chapterRuns(options);
  return runs.filter(
    ({ configuration }) =>
      configuration.device === "gpu" &&
      configuration.localBatchSize === models[configuration.model] &&
      (model === undefined || configuration.model === model),
  );
}

const localBatchOf = (row: Row): number => Number(row.global_batch) / Number(row.devices);

function record(id: string, rows: Row[], epochTime: "steps" | "seconds"): RunRecord {
  const [first] = rows;
  const [model, replicas] = [first.model.toLowerCase(), Number(first.devices)];
  const device = first.processor.startsWith("cpu") ? "cpu" : "gpu";
  return publishedRecord({
    id,
    where: {
      hosts: ["MareNostrum 5"],
      devices: Array.from({ length: replicas }, (_, index) =>
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
      model,
      parameters: publishedParameters(model, classes),
      dataset: "cifar10",
      imageSize: 128,
      classes,
      trainImages: 50_000,
      testImages: 10_000,
      localBatchSize: localBatchOf(first),
      replicas,
      strategy: replicas > 1 ? "mirrored" : "one-device",
      device,
      learningRate: 0.01 * replicas,
    },
    epochs: rows.map((row) => ({
      seconds:
        epochTime === "steps" && row.ms_per_step !== ""
          ? (Number(row.steps) * Number(row.ms_per_step)) / 1000
          : Number(row.seconds),
      loss: Number(row.loss),
      accuracy: Number(row.accuracy),
    })),
  });
}
