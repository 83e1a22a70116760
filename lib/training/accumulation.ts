import type { Share } from "../strategy";
import { tf } from "../tensorflow";
import type { NamedVariable } from "./optimizer";
import { backward, type Backward, type Decoder, type StepParts } from "./step";

/** What is the same on all replicas when a batch is only accumulated. */
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

  /** @param batches Most batches of an update, at least 2. Make it in the strategy's scope. */
  constructor(
    weights: readonly NamedVariable[],
    readonly batches: number,
  ) {
    const zeros = (shape: number[]): tf.Variable => tf.tidy(() => tf.variable(tf.fill(shape, 0), false));
    this.gradients = weights.map(({ variable }) => zeros(variable.shape));
    this.results = zeros([batches - 1, 2]);
  }

  /** Inside of a captured step: adds a batch that is not the update's last. */
  add({ gradients, results }: Backward, place: tf.Tensor2D): void {
    this.gradients.forEach((sum, index) => {
      sum.assign(sum.add(gradients[index]));
    });
    this.results.assign(this.results.add(place.mul(results)));
  }

  /**
   * Inside of a captured step: all batches of the update, with the last one, whose results come last; the next update begins
   * with nothing.
   */
  take({ gradients, results }: Backward): Backward {
    const all = this.gradients.map((sum, index) => sum.add(gradients[index]));
    const each = tf.concat<tf.Tensor2D>([this.results as tf.Tensor2D, results]);
    for (const sum of [...this.gradients, this.results]) sum.assign(tf.fill(sum.shape, 0));
    return { gradients: all, results: each };
  }

  dispose(): void {
    for (const sum of [...this.gradients, this.results]) sum.dispose();
  }
}

/** The step of a batch that does not end its update, captured: nothing travels between replicas, no weight changes. */
export function accumulationStep({ model, strategy, precision }: StepParts, feed: Decoder, accumulation: Accumulation) {
  // The result is of this replica only; it is there to be waited for.
  const step = (share: Share, batch: tf.Tensor[], { images, place }: AccumulationInputs): tf.Tensor2D =>
    tf.tidy(() => {
      const own = backward(model, feed, share, batch, images);
      accumulation.add(own, place);
      return own.results;
    });
  return strategy.capture(step, { name: "accumulation_step", precision });
}
