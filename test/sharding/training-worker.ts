// One of several processes that train a model on a shared mesh: `node --require ../strategy/built.cjs training-worker.ts`. TF_CONFIG says which.
import { createHash } from "node:crypto";
import { gpt, type GptOptions } from "../../lib/models";
import {
  fullyShard,
  mesh,
  pipeline,
  tensorParallel,
  type Mesh,
  type MeshShape,
  type ShardedModel,
} from "../../lib/sharding";
import type { Level, PipelineOptions, TensorParallelOptions } from "../../lib/sharding";
import { resolveCluster } from "../../lib/strategy";
import { bytesOf } from "../../lib/tensorflow";
import { adamW, ShardedTraining } from "../../lib/training";
import { text } from "./one-device";

/** A process that trains. */
export interface TrainingWorker {
  shape: MeshShape;
  /** One of these. */
  zero?: Level;
  tensor?: Omit<TensorParallelOptions, "mesh">;
  stages?: Omit<PipelineOptions, "mesh">;
  updates: number;
  /** The task that kills itself, and before which update. */
  dies?: { task: number; before: number };
  timeoutSeconds?: number;
}

/** What such a process says: the losses, and a digest of all that a checkpoint would hold. */
export type Trained = [losses: number[], digest: string];

export const sizes: GptOptions = { vocabulary: 13, context: 8, layers: 4, heads: 4, width: 16, seed: 2 };
export const optimizer = adamW(0.01, { betas: [0.9, 0.99], weightDecay: 0.1 });
export const rows = 8;

export function divided(grid: Mesh, { zero, tensor, stages }: TrainingWorker): ShardedModel {
  const model = gpt(sizes);
  if (stages) return pipeline(model, { mesh: grid, ...stages });
  return zero ? fullyShard(model, { mesh: grid, level: zero }) : tensorParallel(model, { mesh: grid, ...tensor });
}

async function work(worker: TrainingWorker): Promise<void> {
  const { shape, updates, dies, timeoutSeconds = 20 } = worker;
  const cluster = await resolveCluster({ timeoutSeconds });
  const grid = mesh(shape, { cluster, device: "cpu", timeoutSeconds });
  await grid.team?.join({});
  const training = new ShardedTraining(divided(grid, worker), { optimizer });
  const losses: number[] = [];
  for (let update = 0; update < updates; update++) {
    if (dies?.task === cluster?.task && dies?.before === update) process.kill(process.pid, "SIGKILL");
    losses.push(await training.step(text(sizes, rows, update)));
  }
  const digest = createHash("sha256");
  for (const { name, variable } of training.stored) {
    const values = await variable.data();
    digest.update(name).update(bytesOf(values));
  }
  grid.team?.exchange({}); // whoever ends first would take the others' connections with it
  process.stdout.write(`${JSON.stringify([losses, digest.digest("hex")] satisfies Trained)}\n`);
  grid.dispose();
}

const given = process.env.WORKER;
if (given !== undefined) {
  work(JSON.parse(given) as TrainingWorker).catch((error: unknown) => {
    console.error((error as Error).message);
    process.exit(1); // TensorFlow's threads may wait for a peer that is gone
  });
}
