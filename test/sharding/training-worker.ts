// One of several processes that train a model on a shared mesh: `node --require ../strategy/built.cjs training-worker.ts`. TF_CONFIG says which.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gpt, type GptOptions } from "../../lib/models";
import { fullyShard, mesh, pipeline, tensorParallel, type Mesh, type MeshShape } from "../../lib/sharding";
import type { ZeroStage, PipelineOptions, TensorParallelOptions } from "../../lib/sharding";
import { resolveCluster, type Strategy } from "../../lib/strategy";
import { writeWhole } from "../../lib/system/atomic";
import { bytesOf } from "../../lib/tensorflow/engine";
import { adamW } from "../../lib/training";
import { readTensors, writeTensors } from "../../lib/training/tensor-file";
import { text } from "./one-device";
import { asWorker } from "../strategy/as-worker";
import { ByHand } from "../training/by-hand";

/** A process that trains. */
export interface TrainingWorker {
  shape: MeshShape;
  /** One of these. */
  zero?: ZeroStage;
  tensor?: TensorParallelOptions;
  stages?: PipelineOptions;
  updates: number;
  compression?: "bfloat16";
  /** Whether XLA compiles the steps of whole batches. */
  xla?: boolean;
  /** The task that kills itself, and before which update. */
  dies?: { task: number; before: number };
  /** The task that stands still from then on, though it answers, and before which update. */
  idles?: { task: number; before: number };
  timeoutSeconds?: number;
  mostStepSeconds?: number;
  /** A folder for a checkpoint of each update, from whose newest it goes on, and for how each process ends. */
  folder?: string;
}

/** How a process ended, in `<folder>/<task>.json`. */
export interface Ended {
  error?: string;
  /** Those of the updates that it did itself. */
  losses: number[];
  /** How many updates others had done before. */
  before: number;
}

/** What such a process says: the losses, a digest of all that a checkpoint would hold, and by how many its threads have grown since update 3. */
export type Trained = [losses: number[], digest: string, moreThreads: number];

export const sizes: GptOptions = { vocabulary: 13, context: 8, layers: 4, heads: 4, width: 16, seed: 2 };
export const optimizer = adamW(0.01, { betas: [0.9, 0.99], weightDecay: 0.1 });
/** Rows of an update: of a process they may be as many as before where those of all are not. */
export const rowsOf = (update: number): number => (update === 2 ? 7 : 8);

export function strategyOn(grid: Mesh, { zero, tensor, stages }: TrainingWorker): Strategy {
  if (stages) return pipeline({ mesh: grid, ...stages });
  return zero ? fullyShard({ mesh: grid, zero }) : tensorParallel({ mesh: grid, ...tensor });
}

async function work(worker: TrainingWorker): Promise<void> {
  const { shape, updates, compression, xla, dies, idles, timeoutSeconds = 20, mostStepSeconds, folder } = worker;
  const cluster = await resolveCluster();
  const losses: number[] = [];
  const saved = folder === undefined ? undefined : newest(folder);
  const before = saved?.updates ?? 0;
  const end = (error?: string): void => {
    if (folder !== undefined) writeFileSync(join(folder, `${cluster.task}.json`), JSON.stringify({ error, losses, before } satisfies Ended)); // prettier-ignore
  };
  try {
    const grid = mesh(shape, { cluster, compression, device: "cpu", timeoutSeconds, mostStepSeconds });
    await grid.team?.join({});
    const training = new ByHand(strategyOn(grid, worker), gpt(sizes), {
      optimizer,
      before,
      xla,
      wholeBatch: rowsOf(0),
    });
    if (saved) await readTensors(saved.file, saved.digest, training.state.stored);
    let threads = 0;
    for (let update = before; update < updates; update++) {
      if (update === before + 3) threads = threadsNow();
      if (idles?.task === cluster.task && idles.before === update) await sleep(60_000);
      if (dies?.task === cluster.task && dies.before === update) process.kill(process.pid, "SIGKILL");
      losses.push(await training.loss(text(sizes, rowsOf(update), update)));
      if (folder !== undefined) await save(folder, update + 1, training, cluster.task);
    }
    const more = threadsNow() - threads;
    const digest = createHash("sha256");
    for (const { name, variable } of training.state.stored) {
      const values = await variable.data();
      digest.update(name).update(bytesOf(values));
    }
    grid.team?.exchange({}); // whoever ends first would take the others' connections with it
    process.stdout.write(`${JSON.stringify([losses, digest.digest("hex"), more] satisfies Trained)}\n`);
    end();
    grid.dispose();
  } catch (error) {
    end((error as Error).message);
    throw error;
  }
}

const threadsNow = (): number => readdirSync("/proc/self/task").length;

type Digest = Awaited<ReturnType<typeof writeTensors>>;

/** All processes gather the tensors, and the first one writes them. */
async function save(folder: string, updates: number, training: ByHand, task: number): Promise<void> {
  if (task > 0) {
    const reading = {};
    for (const { variable } of training.state.stored) await variable.data(reading);
    return;
  }
  const file = join(folder, `${updates}.safetensors`);
  rmSync(file, { force: true }); // of a process that was killed while it wrote
  const digest = await writeTensors(file, training.state.stored);
  await writeWhole(join(folder, `${updates}.digest`), JSON.stringify(digest));
}

function newest(folder: string): { updates: number; file: string; digest: Digest } | undefined {
  const updates = Math.max(0, ...readdirSync(folder).flatMap((name) => Number(/^(\d+)\.digest$/.exec(name)?.[1] ?? 0)));
  if (updates === 0) return undefined;
  const digest = JSON.parse(readFileSync(join(folder, `${updates}.digest`), "utf8")) as Digest;
  return { updates, file: join(folder, `${updates}.safetensors`), digest };
}

asWorker(work, { exits: true });
