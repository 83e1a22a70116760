// One of several processes that train together: `node --require ./built.cjs worker.ts`. TF_CONFIG says which, WORKER what
// to do; what came of it is the last line of its output.
import { synthetic } from "../../datasets";
import { MultiWorkerMirroredStrategy, resolveCluster, type Strategy } from "../../lib/strategy";
import { fit } from "../../lib/training/fit";
import type { FitOptions } from "../../lib/training/fit-options";
import { sgd } from "../../lib/training/optimizer";
import { goldenOf, trainAsKeras } from "../training/keras-run";
import { tinyModel } from "../training/tiny-model";
import { plainModel, trainSteps, type Training } from "./helpers";

/** What a worker does, one after another. */
export type Task = { steps: Omit<Training, "model"> & { dropout?: number } } | { keras: number } | { fit: TinyFit };

export interface TinyFit extends Partial<
  Pick<FitOptions, "record" | "checkpoint" | "checkpointSteps" | "resume" | "syncEvery" | "seed" | "epochs">
> {
  globalBatchSize?: number;
  /** Of the model: how many filters, and the seed of its weights. */
  filters?: number;
  weights?: number;
  /** The host lets each image wait. */
  secondsPerImage?: number;
}

/** A worker. */
export interface Worker {
  devices?: number;
  compression?: "bfloat16";
  timeoutSeconds?: number;
  joinSeconds?: number;
  tasks: Task[];
}

const IMAGES = 44; // five whole batches of 8 an epoch and one of 4

/** The same small training, in one process or several. */
export async function tinyFit(strategy: Strategy, chosen: TinyFit) {
  const { globalBatchSize = 8, filters, weights, secondsPerImage, ...options } = chosen;
  const dataset = await synthetic({ imageSize: 8, globalBatchSize, trainImages: IMAGES, testImages: 18 });
  const model = tinyModel({ dropout: 0.5, filters, seed: weights });
  const optimizer = sgd((step) => 0.2 / (1 + step), { momentum: 0.9 });
  const how = { strategy, optimizer, epochs: 2, checkReplicas: true, progress: false, program: "tiny" };
  const host = secondsPerImage === undefined ? {} : { data: "host" as const, prefetch: 1, secondsPerImage };
  try {
    return await fit(model, dataset, { ...how, ...host, ...options });
  } finally {
    model.dispose();
  }
}

/** Does one task. */
export async function perform(strategy: Strategy, task: Task): Promise<unknown> {
  if ("fit" in task) return tinyFit(strategy, task.fit);
  if ("steps" in task) {
    const { dropout, ...training } = task.steps;
    return trainSteps(strategy, { ...training, model: plainModel({ dropout }) });
  }
  const golden = goldenOf("mirrored");
  return trainAsKeras(golden, golden.runs[task.keras], strategy);
}

async function work({ tasks, timeoutSeconds = 20, joinSeconds, ...options }: Worker): Promise<void> {
  const cluster = await resolveCluster({ timeoutSeconds: joinSeconds });
  const strategy = new MultiWorkerMirroredStrategy({ ...options, cluster, device: "cpu", timeoutSeconds });
  if (joinSeconds !== undefined) strategy.team!.joinSeconds = joinSeconds;
  // Before a step the servers of all must be there; fit sees to that itself.
  if (!("fit" in tasks[0])) await strategy.team?.join({});
  const results: unknown[] = [];
  for (const task of tasks) results.push(await perform(strategy, task));
  process.stdout.write(`${JSON.stringify(results)}\n`);
  strategy.dispose();
}

const given = process.env.WORKER;
if (given !== undefined) {
  work(JSON.parse(given) as Worker).catch((error: unknown) => {
    console.error((error as Error).message);
    process.exitCode = 1;
  });
}
