import type { Rows, ShardedModel, Stored } from "../sharding";
import { tf, type Precision } from "../tensorflow";
import type { Decoder } from "./backward";
import { lossScaleFor, type LossScale } from "./loss-scale";
import type { Optimizer } from "./optimizer";
import { ShardedState } from "./sharded-state";
import { divisionsOf, shardedSteps } from "./sharded-step";

interface ShardedTrainingOptions {
  optimizer: Optimizer;
  /** The most batches of an update, whose gradients are added up. Default 1. */
  accumulate?: number;
  /** How many updates the weights and the optimizer's variables that will be loaded have behind them. Default 0. */
  updates?: number;
  /** The number format of the computation, see `capture`. Default `float32`. */
  precision?: Precision;
  /** Whether XLA compiles the steps, see `capture`. Default false. */
  xla?: boolean;
}

/** Tokens, or images, and what follows or names them come as they are. */
const asTheyAre: Decoder = {
  decode: ([inputs, targets]) => ({ inputs, labels: targets.flatten() }),
};

/**
 * Trains a model that is divided among the devices of a mesh, batch by batch, on the mean loss over all labels of an update. All
 * processes of the mesh call the same methods with the same batches, of which each device takes its rows. `fit` does more: it makes the
 * batches, and a record.
 */
export class ShardedTraining {
  private readonly lossScale?: LossScale;
  private readonly state: ShardedState;
  private readonly steps: ReturnType<typeof shardedSteps>;
  private updates: number;

  constructor(
    private readonly model: ShardedModel,
    private readonly options: ShardedTrainingOptions,
  ) {
    const { optimizer, accumulate, updates = 0, precision = "float32", xla } = options;
    this.updates = updates;
    this.lossScale = lossScaleFor(precision);
    this.state = new ShardedState(model, { optimizer, batches: accumulate, lossScale: this.lossScale });
    this.steps = shardedSteps(this.state, { feed: asTheyAre, precision, xla });
  }

  /**
   * Updates the weights.
   * @param batches The rows of all devices. Gradients of several are added up, as if they were one.
   * @returns the mean loss before the update.
   * @throws one line when devices would have no rows, or there are more batches than was said.
   */
  async step(...batches: Rows[]): Promise<number> {
    this.refuseWrong(batches);
    const { add, update } = this.steps;
    const inputs = {
      rate: tf.scalar(this.options.optimizer.learningRate(this.updates)),
      labels: tf.scalar(batches.reduce((sum, { targets }) => sum + targets.size, 0)),
      stop: tf.scalar(0),
    };
    const made: tf.TensorContainer[] = [inputs];
    try {
      const losses = batches.map(({ inputs: of, targets }, index) => {
        const step = index < batches.length - 1 ? add : update;
        const done = step({ tensors: [of, targets], images: of.shape[0] ?? 0 }, inputs);
        made.push(done);
        return done.results;
      });
      this.updates += 1;
      const values = await Promise.all(losses.map((results) => results.data()));
      return values.reduce((sum, [loss]) => sum + loss, 0);
    } finally {
      tf.dispose(made);
    }
  }

  /** The weights and the optimizer's variables as whole tensors, for checkpoints that any mesh can load. */
  get stored(): readonly Stored[] {
    return this.state.stored;
  }

  /** Frees the optimizer's variables, but not the model. */
  dispose(): void {
    [this.steps.add, this.steps.update, this.state, this.lossScale].forEach((each) => each?.dispose());
  }

  private refuseWrong(batches: readonly Rows[]): void {
    const { accumulate = 1 } = this.options;
    if (batches.length < 1 || batches.length > accumulate) {
      throw new Error(
        `An update has ${batches.length} batches, but it was made for 1 to ${accumulate}: say so when it is made.`,
      );
    }
    const least = divisionsOf(this.model);
    const few = batches.find(({ inputs: { shape } }) => (shape[0] ?? 0) < least);
    if (few) {
      throw new Error(
        `A batch of ${few.inputs.shape[0] ?? 0} rows leaves some of ${least} devices without rows: give it at least ${least}.`,
      );
    }
  }
}
