import "../../four-devices";
import { capture, tf } from "../../../lib/tensorflow";
import { checkOwnStep, checkRepairedStep, type Descent, type OwnTraining } from "../../../lib/checks";
import { exercise } from "../exercise";

type Training = Parameters<Parameters<typeof checkOwnStep>[0]>;

/** What a student's training could do otherwise. */
interface Detour {
  /** Calls the body at every step. */
  uncaptured?: true;
  /** Does not divide the loss by the number of images. */
  sum?: true;
  /** The sign of the update: 1 goes up, 0 stays. */
  sign?: number;
  /** Calculates the losses after the updates. */
  after?: true;
}

/** A step with TensorFlow's own loss, or with the loss written out. */
function trained(
  [images, labels, classes, rate, steps]: Training,
  { uncaptured, sum, sign = -1, after }: Detour = {},
): OwnTraining {
  const x = tf.tensor2d(images);
  const right = tf.oneHot(tf.tensor1d(labels, "int32"), classes);
  const weights = tf.variable(tf.zeros<tf.Rank.R2>([images[0].length, classes]));
  const biases = tf.variable(tf.zeros([classes]));
  const loss = () => {
    const logProbabilities = tf.logSoftmax(tf.add(tf.matMul(x, weights), biases));
    const total = tf.neg(tf.sum(tf.mul(right, logProbabilities)));
    return (sum ? total : tf.div(total, images.length)) as tf.Scalar;
  };
  let bodyRuns = 0;
  const body = () =>
    tf.tidy(() => {
      bodyRuns += 1;
      const { value, grads } = tf.variableGrads(loss, [weights, biases]);
      for (const each of [weights, biases]) each.assign(tf.add(each, tf.mul(grads[each.name], sign * rate)));
      return after ? loss() : value;
    });
  const step = uncaptured ? body : capture(body);
  const losses = Array.from({ length: steps }, () => step().dataSync()[0]);
  return { losses, bodyRuns };
}

/** The same with the derivatives written out, and no variableGrads. */
function byHand([images, labels, classes, rate, steps]: Training): OwnTraining {
  const x = tf.concat([tf.tensor2d(images), tf.ones([images.length, 1])], 1);
  const right = tf.oneHot(tf.tensor1d(labels, "int32"), classes).toFloat();
  let weights: tf.Tensor2D = tf.zeros([images[0].length + 1, classes]);
  let bodyRuns = 0;
  const step = capture((weights: tf.Tensor2D) =>
    tf.tidy(() => {
      bodyRuns++;
      const probabilities = tf.softmax(tf.matMul(x, weights));
      const loss = tf.neg(tf.mean(tf.log(tf.sum(tf.mul(probabilities, right), 1))));
      const gradient = tf.div(tf.matMul(x, tf.sub(probabilities, right), true), images.length);
      return { loss, weights: tf.sub<tf.Tensor2D>(weights, tf.mul(gradient, rate)) };
    }),
  );
  const losses: number[] = [];
  for (let i = 0; i < steps; i++) {
    const next = step(weights);
    losses.push(next.loss.dataSync()[0]);
    ({ weights } = next);
  }
  return { losses, bodyRuns };
}

type Path = Parameters<Parameters<typeof checkRepairedStep>[0]>;

/** How a student's step could choose the length of a gradient, or take its rate. */
interface Repair {
  factor?: (norm: tf.Tensor, limit: number) => tf.Tensor;
  /** Uses the first rate in all steps. */
  frozen?: true;
  /** Makes a captured step for each gradient. */
  many?: true;
}

const shorter = (norm: tf.Tensor, limit: number): tf.Tensor =>
  tf.where(tf.greater(norm, limit), tf.div(limit, norm), tf.onesLike(norm));

function descended([start, gradients, rates, limit]: Path, { factor = shorter, frozen, many }: Repair = {}): Descent {
  const newStep = () =>
    capture((weights: tf.Tensor1D, gradient: tf.Tensor1D, rate: tf.Scalar) =>
      tf.tidy(() => {
        const by = frozen ? tf.scalar(rates[0]) : rate;
        return tf.sub<tf.Tensor1D>(weights, tf.mul(tf.mul(gradient, factor(tf.norm(gradient), limit)), by));
      }),
    );
  let step = newStep();
  let graphs = 0;
  let weights = tf.tensor1d(start);
  gradients.forEach((gradient, i) => {
    if (many) step = newStep();
    weights = step(weights, tf.tensor1d(gradient), tf.scalar(rates[i]));
    graphs = many ? graphs + step.captures : step.captures;
  });
  return { weights: Array.from(weights.dataSync()), graphs };
}

/** The step as the lesson shows it: it reads a value. */
function unrepaired([start, gradients, rates, limit]: Path): Descent {
  const step = capture((weights: tf.Tensor1D, gradient: tf.Tensor1D, rate: number) =>
    tf.tidy(() => {
      const [norm] = tf.norm(gradient).dataSync();
      const clipped = norm > limit ? tf.mul(gradient, limit / norm) : gradient;
      return tf.sub<tf.Tensor1D>(weights, tf.mul(clipped, rate));
    }),
  );
  let weights = tf.tensor1d(start);
  gradients.forEach((gradient, i) => (weights = step(weights, tf.tensor1d(gradient), rates[i])));
  return { weights: Array.from(weights.dataSync()), graphs: step.captures };
}

/** Half repaired: the rate is still a JavaScript number. */
function withNumbers([start, gradients, rates, limit]: Path): Descent {
  const step = capture((weights: tf.Tensor1D, gradient: tf.Tensor1D, rate: number) =>
    tf.tidy(() => tf.sub<tf.Tensor1D>(weights, tf.mul(tf.mul(gradient, shorter(tf.norm(gradient), limit)), rate))),
  );
  let weights = tf.tensor1d(start);
  gradients.forEach((gradient, i) => (weights = step(weights, tf.tensor1d(gradient), rates[i])));
  return { weights: Array.from(weights.dataSync()), graphs: step.captures };
}

export const exercises = [
  exercise({
    what: "a step of one's own",
    cell: "01-one-device/test-own-step",
    check: checkOwnStep,
    right: [(...training) => trained(training), (...training) => byHand(training)],
    wrong: [
      {
        what: "no capture",
        answer: (...training) => trained(training, { uncaptured: true }),
        says: /hand it to capture/,
      },
      {
        what: "the sum over the batch",
        answer: (...training) => trained(training, { sum: true }),
        says: /the sum over/,
      },
      { what: "the way up", answer: (...training) => trained(training, { sign: 1 }), says: /The loss grows/ },
      { what: "no update", answer: (...training) => trained(training, { sign: 0 }), says: /do not change/ },
      {
        what: "losses after the update",
        answer: (...training) => trained(training, { after: true }),
        says: /after each/,
      },
    ],
  }),
  exercise({
    what: "a repaired step",
    cell: "01-one-device/test-repaired-step",
    check: checkRepairedStep,
    right: [
      (...path) => descended(path),
      (...path) => descended(path, { factor: (norm, limit) => tf.minimum(1, tf.div(limit, norm)) }),
    ],
    wrong: [
      { what: "a value that is read", answer: (...path) => unrepaired(path), says: /was read/ },
      { what: "a rate that is a number", answer: (...path) => withNumbers(path), says: /captured 32 times/ },
      { what: "no clipping", answer: (...path) => descended(path, { factor: tf.onesLike }), says: /No gradient was/ },
      {
        what: "clipping always",
        answer: (...path) => descended(path, { factor: (norm, limit) => tf.div(limit, norm) }),
        says: /Every gradient has/,
      },
      { what: "the first rate", answer: (...path) => descended(path, { frozen: true }), says: /frozen/ },
      { what: "a graph for each step", answer: (...path) => descended(path, { many: true }), says: /each rate has/ },
    ],
  }),
];
