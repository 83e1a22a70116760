import type { Chain } from "../../lib/models";
import type { Batch, PlacedModel, Strategy } from "../../lib/strategy";
import { tf, type Precision } from "../../lib/tensorflow";
import { asTheyAre } from "../../lib/training/backward";
import { lossScaleFor } from "../../lib/training/loss-scale";
import type { Optimizer } from "../../lib/training/optimizer";
import { TrainingState } from "../../lib/training/state";
import { evaluationStep } from "../../lib/training/step";
import { Updates, type BatchResult } from "../../lib/training/update";

interface ByHandOptions {
  optimizer: Optimizer;
  /** The most batches of an update. Default 1. */
  batches?: number;
  /** How many updates were made before. Default 0. */
  before?: number;
  precision?: Precision;
  xla?: boolean;
  /** Images of a whole batch; see `Updates`. */
  wholeBatch?: number;
}

/** A batch as this process gets it; the tensors are those of all processes together. */
export function partOf({ rowsOf }: Pick<PlacedModel, "rowsOf">, tensors: readonly tf.Tensor[]): Batch {
  const images = tensors[0].shape[0];
  const [from, to] = rowsOf(images);
  return { tensors: tensors.map((tensor) => tensor.slice(from, to - from)), images };
}

/** Trains a model under any strategy, update by update, without `fit`. All processes give it the same whole batches. */
export class ByHand {
  readonly placed: PlacedModel;
  readonly state: TrainingState;
  readonly updates: Updates;
  private count: number;
  private readonly lossScale;

  constructor(
    strategy: Strategy,
    private readonly model: Chain,
    private readonly options: ByHandOptions,
  ) {
    const { optimizer, batches, before = 0, precision = "float32", xla, wholeBatch } = options;
    this.count = before;
    this.placed = strategy.place(model);
    this.lossScale = lossScaleFor(precision);
    this.state = new TrainingState(this.placed, { optimizer, batches, lossScale: this.lossScale });
    this.updates = new Updates(this.state, { precision, xla, wholeBatch });
  }

  /** @returns for each batch its part of the update's mean loss, and its hits. */
  async update(...batches: (readonly tf.Tensor[])[]): Promise<BatchResult[]> {
    const learningRate = this.options.optimizer.learningRate(this.count);
    const updateImages = batches.reduce((sum, [inputs]) => sum + inputs.shape[0], 0);
    this.count += 1;
    for (const [place, batch] of batches.entries()) {
      const about = { place, updateImages, learningRate, stop: false };
      const part = partOf({ rowsOf: (images) => this.placed.rowsOf(images) }, batch);
      try {
        if (place < batches.length - 1) await this.updates.accumulate(part, about);
        else return (await this.updates.update(part, about)).batches;
      } finally {
        tf.dispose(part.tensors);
      }
    }
    throw new Error("An update needs a batch.");
  }

  /** The mean loss of an update. */
  async loss(...batches: (readonly tf.Tensor[])[]): Promise<number> {
    return (await this.update(...batches)).reduce((sum, { loss }) => sum + loss, 0);
  }

  /** The sum of a batch's losses, and its hits. */
  async evaluate(batch: readonly tf.Tensor[]): Promise<{ loss: number; correct: number }> {
    const { precision = "float32", xla } = this.options;
    const step = evaluationStep(this.placed, { feed: asTheyAre, precision, xla });
    const part = partOf({ rowsOf: (images) => this.placed.rowsOf(images) }, batch);
    const { loss, correct, stop } = step(part, tf.scalar(0));
    try {
      return { loss: (await loss.data())[0], correct: (await correct.data())[0] };
    } finally {
      tf.dispose([loss, correct, stop, part.tensors]);
      step.dispose();
    }
  }

  /** Frees all, the model too. */
  dispose(): void {
    [this.updates, this.state, this.placed, this.lossScale, this.model].forEach((each) => each?.dispose());
  }
}
