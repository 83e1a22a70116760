import type { Share } from "../strategy";
import { tf } from "../tensorflow";
import type { NamedVariable } from "./optimizer";
import { backward, type Backward, type Decoder, type StepParts } from "./step";

/** The inputs of an accumulating step, the same on all replicas. */
export type AccumulationInputs = {
  /** Images of the update: of all its batches, on all replicas. */
  images: tf.Scalar;
  /** [batches - 1, 1]: 1 at the batch's place in the update, else 0. */
  place: tf.Tensor2D;
};

/**
 * Gradients of several batches, added up on each replica until an update takes them. It is what one larger batch would give
 * (but for BatchNorm, which sees each batch by itself), with the memory of a small one and one all-reduce for all of them.
 */
export class Accumulation {
  private readonly gradients: tf.Variable[];
  private readonly results: tf.Variable;

  /** @param batches The most batches that an update has, at least 2. */
  constructor(
    weights: readonly NamedVariable[],
    readonly batches: number,
  ) {
    const zeros = (shape: number[]): tf.Variable => tf.tidy(() => tf.variable(tf.fill(shape, 0), false));
    this.gradients = weights.map(({ variable }) => zeros(variable.shape));
    this.results = zeros([batches - 1, 2]);
  }

  /** Adds a batch that is not the update's last one; to be called inside a captured step. */
  add({ gradients, results }: Backward, place: tf.Tensor2D): void {
    this.gradients.forEach((sum, index) => {
      sum.assign(sum.add(gradients[index]));
    });
    this.results.assign(this.results.add(place.mul(results)));
  }

  /**
   * Adds the update's last batch, whose results come last, and empties the sums for the next update; to be called inside a
   * captured step.
   */
  take({ gradients, results }: Backward): Backward {
    const summed = this.gradients.map((sum, index) => sum.add(gradients[index]));
    const allResults = tf.concat<tf.Tensor2D>([this.results as tf.Tensor2D, results]);
    for (const sum of [...this.gradients, this.results]) sum.assign(tf.fill(sum.shape, 0));
    return { gradients: summed, results: allResults };
  }

  dispose(): void {
    for (const sum of [...this.gradients, this.results]) sum.dispose();
  }
}

/** The step of a batch that does not end its update, captured: nothing travels between replicas, no weight changes. */
export function accumulationStep({ model, strategy, precision }: StepParts, feed: Decoder, accumulation: Accumulation) {
  // The results are those of the first replica alone. They are returned so that the caller can wait for the step.
  const step = (share: Share, batch: tf.Tensor[], { images, place }: AccumulationInputs): tf.Tensor2D =>
    tf.tidy(() => {
      const computed = backward(model, feed, share, batch, images);
      accumulation.add(computed, place);
      return computed.results;
    });
  return strategy.capture(step, { name: "accumulation_step", precision });
}
