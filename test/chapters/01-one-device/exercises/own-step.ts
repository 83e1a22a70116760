import "../../../four-devices";
import { capture, tf } from "../../../../lib/tensorflow";
import {
  checkOwnStep,
  checkRepairedStep,
  type Descent,
  type OwnTraining,
} from "../../../../solutions/01-one-device/exercises/own-step";
import { exercise, slip } from "../../../checks/exercise";

type Training = Parameters<Parameters<typeof checkOwnStep>[0]>;
type Path = Parameters<Parameters<typeof checkRepairedStep>[0]>;

/** A step with TensorFlow's own loss and gradients. @param after Calculates the losses after the updates. */
function trained([images, labels, classes, rate, steps]: Training, after = false): OwnTraining {
  const x = tf.tensor2d(images);
  const right = tf.oneHot(tf.tensor1d(labels, "int32"), classes);
  const weights = tf.variable(tf.zeros<tf.Rank.R2>([images[0].length, classes]));
  const biases = tf.variable(tf.zeros([classes]));
  const loss = (): tf.Scalar => tf.losses.softmaxCrossEntropy(right, tf.add(tf.matMul(x, weights), biases));
  let bodyRuns = 0;
  const step = capture(() =>
    tf.tidy(() => {
      bodyRuns += 1;
      const { value, grads } = tf.variableGrads(loss, [weights, biases]);
      for (const each of [weights, biases]) each.assign(tf.sub(each, tf.mul(grads[each.name], rate)));
      return after ? loss() : value;
    }),
  );
  return { losses: Array.from({ length: steps }, () => step().dataSync()[0]), bodyRuns };
}

/** A step of gradients that are too long. @param rateOf What of a rate goes into the step. */
function descended<Rate extends tf.Scalar | number>(
  [start, gradients, rates, limit]: Path,
  rateOf: (rate: number) => Rate,
  clipped: (gradient: tf.Tensor1D, limit: number) => tf.Tensor = (gradient, limit) =>
    tf.mul(gradient, tf.minimum(1, tf.div(limit, tf.norm(gradient)))),
): Descent {
  const step = capture((weights: tf.Tensor1D, gradient: tf.Tensor1D, rate: Rate) =>
    tf.tidy(() => tf.sub<tf.Tensor1D>(weights, tf.mul(clipped(gradient, limit), rate))),
  );
  let weights = tf.tensor1d(start);
  gradients.forEach((gradient, i) => (weights = step(weights, tf.tensor1d(gradient), rateOf(rates[i]))));
  return { weights: Array.from(weights.dataSync()), graphs: step.captures };
}

const itself = (rate: number) => rate;

export const exercises = [
  exercise("01-one-device/test-own-step", checkOwnStep, {
    right: (...training) => trained(training),
    wrong: slip("losses after the update", /after each/, (...training) => trained(training, true)),
  }),
  exercise("01-one-device/test-repaired-step", checkRepairedStep, {
    right: (...path) => descended(path, tf.scalar),
    wrong: [
      slip("clipping always", /Every gradient has/, (...path) =>
        descended(path, tf.scalar, (gradient, limit) => tf.mul(gradient, tf.div(limit, tf.norm(gradient)))),
      ),
      slip("a value that is read, as in the lesson", /was read/, (...path) =>
        descended(path, itself, (gradient, limit) => {
          const [norm] = tf.norm(gradient).dataSync();
          return norm > limit ? tf.mul(gradient, limit / norm) : gradient;
        }),
      ),
      slip("a rate that is a number", /captured 32 times/, (...path) => descended(path, itself)),
    ],
  }),
];
