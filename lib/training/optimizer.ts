import { descend, descendWithMomentum, tf, together } from "../tensorflow/engine";
import { recordedSchedule, warmedUp, type RecordedSchedule, type Schedule } from "./schedule";

/** A variable with its name in checkpoints. */
export interface NamedVariable {
  name: string;
  variable: tf.Variable;
}

/** Updates weights from gradients. It is chosen once and then bound to the weights of one training. */
export interface Optimizer {
  readonly name: "sgd" | "adamw";
  /** SGD's. */
  readonly momentum: number;
  /** AdamW's. */
  readonly betas?: readonly [mean: number, square: number];
  /** AdamW's. */
  readonly epsilon?: number;
  /** AdamW's. */
  readonly weightDecay?: number;
  /** The global norm to which the gradients are clipped. Default: they are not. */
  readonly clipNorm?: number;
  /** Steps over which the learning rate grows at the start; 0 without a warm-up. */
  readonly warmUpSteps: number;
  /** How the rate goes on after the warm-up. */
  readonly schedule: RecordedSchedule;
  /** The learning rate of a step, counted from 0. */
  learningRate(step: number): number;
  /**
   * Makes the optimizer's variables for these weights.
   * @param normOf Computes the global norm of their gradients, where other devices have others. Default: these are all.
   */
  bind(weights: readonly NamedVariable[], normOf?: NormOf): BoundOptimizer;
}

/** Computes the root of the sum of the squares of all gradients' numbers. */
export type NormOf = (gradients: readonly tf.Tensor[]) => tf.Scalar;

/** An optimizer with its state for one model's trainable weights. */
export interface BoundOptimizer {
  /** The optimizer's variables, for checkpoints. */
  readonly slots: readonly NamedVariable[];
  /**
   * Updates the weights, inside the captured step.
   * @param gradients One for each weight, in the weights' order.
   * @param rate A float32 scalar that is an input of the step, so that another rate needs no new capture.
   * @param isFinite A scalar, with a loss scale: where it is false, the gradients are zeros, and nothing may change.
   */
  update(gradients: readonly tf.Tensor[], rate: tf.Scalar, isFinite?: tf.Scalar): void;
  dispose(): void;
}

interface SgdOptions {
  /** The share of the last velocity to keep, from 0 to below 1. Default 0. */
  momentum?: number;
  /**
   * Steps over which the rate grows linearly to its full value. A rate that was multiplied by the number of replicas is often
   * too large for the first steps (P. Goyal et al., Accurate, Large Minibatch SGD, 2017).
   * Default 0.
   */
  warmUpSteps?: number;
}

/**
 * Stochastic gradient descent as Keras's SGD has it: `velocity = momentum * velocity - rate * gradient`,
 * `weight = weight + velocity`; without momentum no velocity is kept.
 * @param learningRate One number, or a function from the step (from 0) to that step's rate.
 * @throws one line when the rate is not a positive number or the momentum not in [0, 1).
 */
export function sgd(learningRate: number | Schedule, { momentum = 0, warmUpSteps = 0 }: SgdOptions = {}): Optimizer {
  if (!(momentum >= 0 && momentum < 1)) {
    throw new Error(`The momentum is ${momentum}, but must be at least 0 and less than 1.`);
  }
  return {
    name: "sgd",
    momentum,
    warmUpSteps,
    schedule: recordedSchedule(learningRate),
    learningRate: warmedUp(learningRate, warmUpSteps),
    bind: (weights) => (momentum === 0 ? plain(weights) : withMomentum(weights, momentum)),
  };
}

/** An optimizer's variables, and the update that changes them and the weights. */
export const bound = (slots: readonly NamedVariable[], update: BoundOptimizer["update"]): BoundOptimizer => ({
  ...{ slots, update },
  dispose: () => slots.forEach(({ variable }) => variable.dispose()),
});

export const variablesOf = (named: readonly NamedVariable[]): tf.Variable[] => named.map(({ variable }) => variable);

/** Such a variable; it begins as zeros. */
export const slot = (name: string, shape: number[]): NamedVariable => ({
  name,
  variable: tf.tidy(() => tf.variable(tf.zeros(shape), false)),
});

/** Without momentum nothing is kept. */
const plain = (weights: readonly NamedVariable[]): BoundOptimizer =>
  bound([], (gradients, rate) => descend(variablesOf(weights), rate, gradients));

function withMomentum(weights: readonly NamedVariable[], momentum: number): BoundOptimizer {
  const slots = weights.map(({ name, variable }) => slot(`${name}/momentum`, variable.shape));
  return bound(slots, (gradients, rate, isFinite) => {
    // Where the update is left out, gradients are zeros: all of the velocity is kept, and none of it added.
    const kept = isFinite && tf.where<tf.Scalar>(isFinite, tf.scalar(momentum), tf.scalar(1));
    const added = isFinite && tf.cast<tf.Scalar>(isFinite, "float32");
    const [variables, velocities] = [weights, slots].map(variablesOf);
    if (!kept || !added) {
      descendWithMomentum({ variables, velocities }, gradients, rate, momentum);
      return;
    }
    const [moved, moves] = together([variables, velocities, gradients], (variable, velocity, gradient) => {
      const move = tf.sub(tf.mul(velocity, kept), tf.mul(gradient, rate));
      return [tf.add(variable, tf.mul(move, added)), move];
    });
    variables.forEach((variable, index) => variable.assign(moved[index]));
    velocities.forEach((velocity, index) => velocity.assign(moves[index]));
  });
}
