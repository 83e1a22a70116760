import { increase, tf } from "../tensorflow/engine";
import type { Backward } from "./backward";

/**
 * Adds up the gradients of several batches on each device until an update uses them. The result is that of one larger batch
 * (except for BatchNorm, which sees each batch separately), with the memory of a small batch and one exchange.
 */
export class Accumulation {
  private readonly gradients: tf.Variable[];
  private readonly results: tf.Variable;

  /** @param batches The most batches of an update, at least 2. */
  constructor(
    shapes: readonly number[][],
    readonly batches: number,
  ) {
    const zeros = (shape: number[]): tf.Variable => tf.tidy(() => tf.variable(tf.fill(shape, 0), false));
    this.gradients = shapes.map(zeros);
    this.results = zeros([batches - 1, 2]);
  }

  get variables(): readonly tf.Variable[] {
    return [...this.gradients, this.results];
  }

  /** Adds a batch that is not the update's last one. Call it inside a captured step. */
  add({ gradients, results }: Backward, place: tf.Tensor2D): void {
    this.gradients.forEach((sum, index) => increase(sum, gradients[index]));
    increase(this.results, place.mul(results));
  }

  /**
   * Adds the update's last batch, whose results come last, and clears the sums for the next update. Call it inside a captured
   * step.
   */
  take({ gradients, results }: Backward): Backward {
    const summed = this.gradients.map((sum, index) => sum.add(gradients[index]));
    const allResults = tf.concat<tf.Tensor2D>([this.results as tf.Tensor2D, results]);
    for (const sum of this.variables) sum.assign(tf.fill(sum.shape, 0));
    return { gradients: summed, results: allResults };
  }
}
