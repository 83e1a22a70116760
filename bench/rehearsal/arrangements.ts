import type { Feed } from "../../datasets";
import type { Chain, Gpt } from "../../lib/models";
import { fullyShard, Mesh, pipeline, tensorParallel } from "../../lib/sharding";
import type { Level, MeshShape, PipelineOptions, ShardedModel } from "../../lib/sharding";
import type { Batch, MirroredStrategy, MultiWorkerMirroredStrategy, Strategy } from "../../lib/strategy";
import { tf, type Captured, type Precision } from "../../lib/tensorflow";
import { Accumulation, accumulationStep } from "../../lib/training/accumulation";
import { lossScaleFor } from "../../lib/training/loss-scale";
import { ShardedState } from "../../lib/training/sharded-state";
import { divisionsOf, rowsOfProcess, shardedEvaluation, shardedSteps } from "../../lib/training/sharded-step";
import { evaluationStep, trainingStep, type UpdateInputs } from "../../lib/training/step";
import type { Portions, Variant } from "./subjects";

/** How devices train a network together. */
export interface Arrangement {
  /** `mirrored`, or `zero-3 data=2`. */
  name: string;
  /** This process's devices, and those of all. */
  devices: number;
  allDevices: number;
  /** Whether a GPT can drop values. */
  drops: boolean;
  /** Lays a network on the devices, which is disposed with that. */
  lay(model: Chain): Laid;
}

/** A network on devices. */
interface Laid extends Pick<Portions, "least" | "rowsOf"> {
  /** Parts of a batch that are computed at a time. */
  shares: number;
  steps(options: StepOptions): Steps;
  dispose(): void;
}

interface StepOptions extends Pick<Variant, "optimizer" | "batches"> {
  feed: Feed;
  precision: Precision;
}

/** A captured step's graphs. */
export type Graphs = Pick<Captured<never, unknown>, "definitions" | "ownNumbers">;

/** The captured steps of a training. */
export interface Steps {
  update: Captured<[batch: Batch, inputs: UpdateInputs], unknown>;
  evaluation: Captured<[batch: Batch, stop: tf.Scalar], unknown>;
  /** The step of a batch that does not end its update. */
  adding: Graphs;
  /** @param inputs Those of the update. */
  prepareAdding(batch: Batch, inputs: UpdateInputs): void;
  dispose(): void;
}

/** Copies of a network under a strategy. */
export const copies = (strategy: Strategy): Arrangement => ({
  ...{ name: strategy.name, devices: strategy.devices.length, allDevices: strategy.replicas },
  drops: true,
  lay: (model) => ({
    // A replica may have no examples.
    ...{ least: 1, shares: strategy.replicas, rowsOf: (examples) => strategy.rowsOf(examples) },
    steps: ({ feed, precision, optimizer, batches }) => {
      const lossScale = lossScaleFor(precision);
      const parts = { model, strategy, precision, lossScale };
      const bound = optimizer.bind(model.trainableWeights);
      const sums = new Accumulation(model.trainableWeights, 2);
      const update = trainingStep(parts, feed, bound, batches > 1 ? sums : undefined);
      const evaluation = evaluationStep(parts, feed);
      const adding = accumulationStep(parts, feed, sums);
      return {
        ...{ update, evaluation, adding },
        prepareAdding: (batch, { labels }) => adding.prepare(batch, { labels, place: tf.ones([1, 1]) }),
        dispose: disposing(update, evaluation, adding, sums, bound, lossScale),
      };
    },
    dispose: () => model.dispose(),
  }),
});

type Group = MirroredStrategy | MultiWorkerMirroredStrategy;

/** A network that is divided among the devices of a mesh. */
const parts = (
  strategy: Group,
  shape: MeshShape,
  name: string,
  divide: (model: Chain, mesh: Mesh) => ShardedModel,
): Arrangement => {
  const axes = Object.entries(shape).map(([axis, size]) => ({ name: axis, size }));
  const mesh = new Mesh(axes, strategy);
  return {
    ...{
      name: `${name} ${axes.map(({ name: axis, size }) => `${axis}=${size}`).join(",")}`,
      devices: mesh.devices.length,
      allDevices: mesh.size,
    },
    drops: !("tensor" in shape),
    lay: (model) => {
      const divided = divide(model, mesh);
      const shares = divisionsOf(divided);
      return {
        ...{ shares, least: shares * divided.leastRows, rowsOf: (examples) => rowsOfProcess(divided, examples) },
        steps: ({ feed, precision, optimizer, batches }) => {
          const lossScale = lossScaleFor(precision);
          const state = new ShardedState(divided, { optimizer, batches, lossScale });
          const { update, add } = shardedSteps(state, { feed, precision });
          const evaluation = shardedEvaluation(divided, { feed, precision });
          return {
            ...{ update, evaluation, adding: add },
            prepareAdding: (batch, inputs) => add.prepare(batch, inputs),
            dispose: disposing(update, evaluation, add, state, lossScale),
          };
        },
        dispose: () => divided.dispose(),
      };
    },
  };
};

const zero = (strategy: Group, level: Level, shape: MeshShape): Arrangement =>
  parts(strategy, shape, `zero-${level}`, (model, mesh) => fullyShard(model, { mesh, along: "data", level }));

const tensor = (strategy: Group, sequence: boolean, shape: MeshShape): Arrangement =>
  parts(strategy, shape, sequence ? "tensor+sequence" : "tensor", (model, mesh) =>
    tensorParallel(model as Gpt, { mesh, sequence }),
  );

const stages = (strategy: Group, shape: MeshShape, options: Partial<PipelineOptions> = {}): Arrangement =>
  parts(strategy, shape, "pipeline", (model, mesh) => pipeline(model as Gpt, { mesh, microbatches: 2, ...options }));

/** The ways to divide a GPT among 2 devices of a process, or 2 x 2 of two. */
export const dividedTexts = (strategy: Group): Arrangement[] =>
  strategy.replicas === strategy.devices.length
    ? [
        ...([1, 2, 3] as const).map((level) => zero(strategy, level, { data: 2 })),
        ...[false, true].map((sequence) => tensor(strategy, sequence, { tensor: 2 })),
        stages(strategy, { stage: 2 }),
      ]
    : [
        zero(strategy, 1, { data: 4 }),
        zero(strategy, 2, { copies: 2, data: 2 }),
        zero(strategy, 3, { data: 4 }),
        ...[false, true].map((sequence) => tensor(strategy, sequence, { data: 2, tensor: 2 })),
        stages(strategy, { stage: 2, tensor: 2 }, { tensor: { sequence: true } }),
        stages(strategy, { data: 2, stage: 2 }),
      ];

/** The way to divide a network of images, which has no layers or stages that devices could share. */
export const dividedImages = (strategy: Group): Arrangement => zero(strategy, 3, { data: strategy.replicas });

const disposing =
  (...made: ({ dispose(): void } | undefined)[]) =>
  (): void => {
    for (const each of made) each?.dispose();
  };
