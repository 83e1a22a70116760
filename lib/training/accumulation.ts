import type { Share } from "../strategy";
import { increase, tf } from "../tensorflow/engine";
import { backward, type Backward, type Decoder, type StepParts } from "./backward";
import type { NamedVariable } from "./optimizer";

/** The inputs of an accumulating step, the same on all replicas. */
type AccumulationInputs = {
  /** Labels of the update: of all its batches, on all replicas. */
  labels: tf.Scalar;
  /** Shape [batches - 1, 1]: 1 at the batch's place in the update, else 0. */
  place: tf.Tensor2D;
};

/**
 * Adds up the gradients of several batches on each replica until an update uses them. The result is that of one larger batch
 * (except for BatchNorm, which sees each batch separately), with the memory of a small batch and one all-reduce.
 */
export class Accumulation {
  private readonly gradients: tf.Variable[];
  private readonly results: tf.Variable;

  /** @param batches The most batches of an update, at least 2. */
  constructor(
    weights: readonly NamedVariable[],
    readonly batches: number,
  ) {
    const zeros = (shape: number[]): tf.Variable => tf.tidy(() => tf.variable(tf.fill(shape, 0), false));
    this.gradients = weights.map(({ variable }) => zeros(variable.shape));
    this.results = zeros([batches - 1, 2]);
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
    for (const sum of [...this.gradients, this.results]) sum.assign(tf.fill(sum.shape, 0));
    return { gradients: summed, results: allResults };
  }

  dispose(): void {
    for (const sum of [...this.gradients, this.results]) sum.dispose();
  }
}

/** The captured step of a batch that does not end its update. It neither sends anything between replicas nor changes weights. */
export function accumulationStep(parts: StepParts, feed: Decoder, accumulation: Accumulation) {
  const { strategy, precision, xla } = parts;
  // The returned results are only those of the first replica. The caller awaits them to wait for the step.
  const step = (share: Share, batch: tf.Tensor[], { labels, place }: AccumulationInputs): tf.Tensor2D =>
    tf.tidy(() => {
      const computed = backward(parts, feed, share, batch, labels);
      accumulation.add(computed, place);
      return computed.results;
    });
  return strategy.capture(step, { name: "accumulation_step", precision, xla });
}
