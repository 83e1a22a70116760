import { adam, gate, replace, tf } from "../tensorflow/engine";
import { bound, slot, variablesOf, type BoundOptimizer, type NamedVariable, type Optimizer } from "./optimizer";
import { recordedSchedule, warmedUp, type Schedule } from "./schedule";

interface AdamWOptions {
  /** The share of the last mean gradient, and of the last mean square, that a step keeps. Default [0.9, 0.999]. */
  betas?: readonly [mean: number, square: number];
  /** Is added to the root of the mean square. Default 1e-8. */
  epsilon?: number;
  /**
   * Each step multiplies the weights by 1 - rate x decay, but not biases and the scales of normalizations: weights of one dimension.
   * Default 0.01.
   */
  weightDecay?: number;
  /** Steps over which the rate grows linearly to its full value. Default 0. */
  warmUpSteps?: number;
}

/**
 * AdamW as PyTorch has it (I. Loshchilov, F. Hutter, Decoupled Weight Decay Regularization, 2019). It keeps two numbers for each weight:
 * mean = β₁ mean + (1 - β₁) gradient, square = β₂ square + (1 - β₂) gradient²,
 * weight = weight - rate (decay weight + mean / (1 - β₁ᵗ) / (√(square / (1 - β₂ᵗ)) + ε)).
 * @param learningRate One number, or a function from the step (from 0) to that step's rate.
 * @throws one line when a number is not in its range.
 */
export function adamW(learningRate: number | Schedule, options: AdamWOptions = {}): Optimizer {
  const { betas = [0.9, 0.999], epsilon = 1e-8, weightDecay = 0.01, warmUpSteps = 0 } = options;
  const wrong = betas.find((beta) => !(beta >= 0 && beta < 1));
  if (wrong !== undefined) throw new Error(`A beta is ${wrong}, but must be at least 0 and less than 1.`);
  if (!(weightDecay >= 0)) throw new Error(`The weight decay is ${weightDecay}, but must be at least 0.`);
  if (!(epsilon > 0)) throw new Error(`The epsilon is ${epsilon}, but must be greater than 0.`);
  return {
    ...{ name: "adamw", momentum: 0, betas, epsilon, weightDecay, warmUpSteps },
    schedule: recordedSchedule(learningRate),
    learningRate: warmedUp(learningRate, warmUpSteps),
    bind: (weights) => bind(weights, { betas, epsilon, weightDecay }),
  };
}

function bind(
  weights: readonly NamedVariable[],
  { betas, epsilon, weightDecay }: Required<Omit<AdamWOptions, "warmUpSteps">>,
): BoundOptimizer {
  const steps = slot("adamw/steps", []);
  const means = weights.map(({ name, variable }) => slot(`${name}/mean`, variable.shape));
  const squares = weights.map(({ name, variable }) => slot(`${name}/square`, variable.shape));
  return bound([steps, ...means, ...squares], (gradients, rate, isFinite) => {
    const made = isFinite ? tf.cast<tf.Scalar>(isFinite, "float32") : tf.scalar(1);
    const step = tf.add<tf.Scalar>(steps.variable, made);
    steps.variable.assign(step);
    // Where the update is left out, everything is kept and nothing added.
    const [keep, keepSquare] = betas.map((beta) => (isFinite ? unless(isFinite, 1, beta) : tf.scalar(beta)));
    const [missing, missingSquare] = betas.map((beta) => stillMissing(beta, tf.maximum(step, 1)));
    const root = tf.sqrt<tf.Scalar>(missingSquare);
    const scaledRate = tf.mul<tf.Scalar>(rate, tf.div(tf.mul(root, made), missing));
    const scaledEpsilon = tf.mul<tf.Scalar>(root, epsilon);
    const share = tf.sub(1, tf.mul(tf.mul(rate, made), weightDecay));
    weights.forEach(({ variable }, index) => {
      if (weightDecay === 0 || variable.rank < 2) return;
      // Not before the gradient is there: the backward pass reads the weights until then, and they would exist twice.
      replace(variable, tf.mul(gate(variable, [gradients[index]]), share));
    });
    const state = { variables: variablesOf(weights), means: variablesOf(means), squares: variablesOf(squares) };
    adam(state, gradients, { rate: scaledRate, keep, keepSquare, epsilon: scaledEpsilon });
  });
}

const unless = (condition: tf.Scalar, otherwise: number, value: number): tf.Scalar =>
  tf.where<tf.Scalar>(condition, tf.scalar(value), tf.scalar(otherwise));

/** 1 - betaᵗ, to the last digits also where t is small and beta near 1. */
const stillMissing = (beta: number, step: tf.Scalar): tf.Scalar =>
  beta === 0 ? tf.scalar(1) : tf.neg(tf.expm1(tf.mul<tf.Scalar>(step, Math.log(beta))));
