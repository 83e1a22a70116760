import type { Feed } from "../../datasets";
import type { Chain } from "../../lib/models";
import { fullyShard, Mesh, pipeline, tensorParallel, type ZeroStage, type MeshShape } from "../../lib/sharding";
import type { Batch, MirroredStrategy, MultiWorkerMirroredStrategy, Strategy } from "../../lib/strategy";
import { tf, type Captured, type Precision } from "../../lib/tensorflow";
import { lossScaleFor } from "../../lib/training/loss-scale";
import { TrainingState } from "../../lib/training/state";
import { accumulationStep, evaluationStep, trainingStep, type UpdateInputs } from "../../lib/training/step";
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
interface Laid extends Pick<Portions, "rowsOf"> {
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

/** A network under a strategy. */
export const arrangementOf = (strategy: Strategy): Arrangement => ({
  name: nameOf(strategy),
  ...{ devices: strategy.devices.length, allDevices: devicesOf(strategy) },
  drops: strategy.sharding?.mesh.tensor === undefined,
  lay: (model) => {
    const placed = strategy.place(model);
    const { replicas, leastRows = 1 } = strategy;
    return {
      ...{ shares: replicas * leastRows, rowsOf: (examples) => placed.rowsOf(examples) },
      steps: ({ feed, precision, optimizer, batches }) => {
        const lossScale = lossScaleFor(precision);
        const state = new TrainingState(placed, { optimizer, batches, lossScale });
        const adds = new TrainingState(placed, { optimizer, batches: 2, lossScale });
        const update = trainingStep(state, { feed, precision });
        const evaluation = evaluationStep(placed, { feed, precision });
        const adding = accumulationStep(adds, { feed, precision });
        return {
          ...{ update, evaluation, adding },
          prepareAdding: (batch, { labels }) => adding.prepare(batch, { labels, place: tf.ones([1, 1]) }),
          dispose: () => [update, evaluation, adding, state, adds, lossScale].forEach((each) => each?.dispose()),
        };
      },
      dispose: () => {
        placed.dispose();
        model.dispose();
      },
    };
  },
});

const devicesOf = ({ sharding, replicas }: Strategy): number =>
  sharding ? Object.values(sharding.mesh).reduce((product, size) => product * size, 1) : replicas;

function nameOf({ name, sharding }: Strategy): string {
  if (!sharding) return name;
  const axes = Object.entries(sharding.mesh).map(([axis, size]) => `${axis}=${size}`);
  return `${name}${sharding.sequence ? "+sequence" : ""} ${axes.join(",")}`;
}

type Group = MirroredStrategy | MultiWorkerMirroredStrategy;

/** A mesh of devices that were started already. */
const meshOf = (started: Group, shape: MeshShape): Mesh =>
  new Mesh(Object.entries(shape).map(([name, size]) => ({ name, size })), started); // prettier-ignore

const zero = (started: Group, stage: ZeroStage, shape: MeshShape): Arrangement =>
  arrangementOf(fullyShard({ mesh: meshOf(started, shape), zero: stage }));

const tensor = (started: Group, sequence: boolean, shape: MeshShape): Arrangement =>
  arrangementOf(tensorParallel({ mesh: meshOf(started, shape), sequence }));

const stages = (started: Group, shape: MeshShape, sequence = false): Arrangement =>
  arrangementOf(pipeline({ mesh: meshOf(started, shape), microbatches: 2, sequence }));

/** The ways to divide a GPT among 2 devices of a process, or 2 x 2 of two. */
export const dividedTexts = (strategy: Group): Arrangement[] =>
  strategy.replicas === strategy.devices.length
    ? [
        ...([1, 2, 3] as const).map((stage) => zero(strategy, stage, { data: 2 })),
        ...[false, true].map((sequence) => tensor(strategy, sequence, { tensor: 2 })),
        stages(strategy, { stage: 2 }),
      ]
    : [
        zero(strategy, 1, { data: 4 }),
        zero(strategy, 2, { copies: 2, data: 2 }),
        zero(strategy, 3, { data: 4 }),
        ...[false, true].map((sequence) => tensor(strategy, sequence, { data: 2, tensor: 2 })),
        stages(strategy, { stage: 2, tensor: 2 }, true),
        stages(strategy, { data: 2, stage: 2 }),
      ];

/** The way to divide a network of images, which has no layers or stages that devices could share. */
export const dividedImages = (strategy: Group): Arrangement => zero(strategy, 3, { data: strategy.replicas });
