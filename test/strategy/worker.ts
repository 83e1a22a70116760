// One of several processes that train together: `node --require ./built.cjs worker.ts`. TF_CONFIG says which, WORKER what
// to do; what came of it is the last line of its output.
import { MultiWorkerMirroredStrategy, resolveCluster, type Strategy } from "../../lib/strategy";
import type { FitOptions } from "../../lib/training/fit-options";
import { goldenOf, trainAsKeras } from "../training/keras-run";
import { tinyFit } from "../training/tiny-fit";
import { plainModel, trainSteps, type Training } from "./helpers";
import { asWorker } from "./as-worker";

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

/** The same small training, in one process or several. */
export function fitTogether(strategy: Strategy, chosen: TinyFit) {
  const { globalBatchSize, filters, weights = 7, secondsPerImage, ...options } = chosen;
  const host = secondsPerImage === undefined ? {} : { data: "host" as const, prefetch: 1, secondsPerImage };
  const how = { strategy, epochs: 2, checkReplicas: true, program: "tiny", ...host, ...options };
  return tinyFit(how, { globalBatchSize, filters, weights, testImages: 18 });
}

/** Does one task. */
export async function perform(strategy: Strategy, task: Task): Promise<unknown> {
  if ("fit" in task) return fitTogether(strategy, task.fit);
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

asWorker(work);
