import { checkByCases } from "../../../lib/checks/check";

/** What a student's training of a softmax regression reports. */
export interface OwnTraining {
  /** The mean loss of each step, before its update. */
  losses: number[];
  /** How often JavaScript ran the body of the step. */
  bodyRuns: number;
}

type Regression = [images: number[][], labels: number[], classes: number, rate: number, steps: number];

const REGRESSIONS: Regression[] = [
  [[[0, 0.2, 0.9, 0.4], [0.8, 0.1, 0, 0.3], [0.1, 0.9, 0.7, 0.5], [0.6, 0, 0.2, 0.1], [0.2, 0.7, 0.4, 0.8], [0.9, 0.3, 0.1, 0]], [0, 1, 2, 1, 2, 0], 3, 0.5, 5], // prettier-ignore
  [
    [
      [1, 0.5, 0],
      [0, 0.5, 1],
      [0.7, 0.2, 0.1],
      [0.3, 0.1, 0.9],
    ],
    [0, 1, 0, 1],
    2,
    0.1,
    8,
  ],
];

/** Options of {@link softmaxLosses} that leave the right way. */
interface Detour {
  /** Learning rate, if it is another one. */
  rate?: number;
  /** How many steps come before the first one that is noted. */
  skipped?: number;
  /** What each loss is multiplied by; the gradients follow from it. */
  scale?: number;
}

/** The losses of gradient descent from weights and biases of 0: computed here from the derivatives, without TensorFlow. */
function softmaxLosses(
  [images, labels, classes, usual, steps]: Regression,
  { rate = usual, skipped = 0, scale = 1 }: Detour = {},
): number[] {
  // A bias is the weight of an input that is always 1.
  const inputs = images.map((image) => [...image, 1]);
  const weights = inputs[0].map(() => new Array<number>(classes).fill(0));
  const losses: number[] = [];
  for (let step = 0; step < steps + skipped; step++) {
    const probabilities = inputs.map((input) => softmax(weights[0].map((_, k) => dot(input, (i) => weights[i][k]))));
    const surprise = probabilities.map((of, image) => -Math.log(of[labels[image]]));
    losses.push((scale * surprise.reduce((sum, each) => sum + each, 0)) / images.length);
    weights.forEach((row, i) => {
      row.forEach((_, k) => {
        // d loss / d logit = probability - 1 for the right class, the probability for each other one.
        const derivative = dot(inputs.map((input) => input[i]), (image) => probabilities[image][k] - Number(labels[image] === k)); // prettier-ignore
        row[k] -= (rate * scale * derivative) / images.length;
      });
    });
  }
  return losses.slice(skipped);
}

function softmax(logits: number[]): number[] {
  const powers = logits.map((logit) => Math.exp(logit));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

const dot = (values: number[], factor: (index: number) => number): number =>
  values.reduce((sum, value, index) => sum + value * factor(index), 0);

/**
 * Checks a function that trains a softmax regression by a captured step: gradient descent on the mean cross-entropy, from
 * weights and biases of 0. Its losses follow from the derivatives, and a captured body runs once.
 */
export const checkOwnStep = checkByCases("A step of your own", REGRESSIONS, (...regression: Regression) => {
  const [images, , classes, rate, steps] = regression;
  const losses = softmaxLosses(regression);
  const answer = (losses: number[], bodyRuns = 1): OwnTraining => ({ losses, bodyRuns });
  return {
    what: `${steps} steps on ${images.length} images of ${classes} classes, learning rate ${rate}`,
    expected: answer(losses),
    slips: [
      [answer(losses, steps), "The losses are right, but the body ran at every step: pass it to capture()."],
      [
        answer(losses, 0),
        "The losses are right, but nothing counted the body's runs: add 1 to bodyRuns inside the body.",
      ],
      [
        { losses: softmaxLosses(regression, { skipped: 1 }) },
        "These are the losses after each update: keep the losses before the updates.",
      ],
      [{ losses: softmaxLosses(regression, { rate: -rate }) }, "The loss grows: the update goes against the gradient."],
      [{ losses: softmaxLosses(regression, { rate: 0 }) }, "The weights do not change: assign them inside the step."],
      [
        { losses: softmaxLosses(regression, { scale: images.length }) },
        "That is the sum over the batch: the loss is the mean over its images.",
      ],
    ],
  };
});

/** What a student's repaired descent gives. */
export interface Descent {
  /** After the last step. */
  weights: number[];
  /** How many graphs the captured step has. */
  graphs: number;
}

type Path = [start: number[], gradients: number[][], rates: number[], limit: number];

/** Gradients that wander, some longer than the limit, and rates that shrink. More steps than one captured step may have graphs. */
const path = (steps: number, limit: number): Path => [
  [1, -2, 3],
  Array.from({ length: steps }, (_, i) => [Math.cos(i), 2 * Math.sin(i), (i % 3) - 0.5]),
  Array.from({ length: steps }, (_, i) => 0.5 / (1 + i)),
  limit,
];

const PATHS: Path[] = [path(40, 1.5), path(3, 10)];

/** The weights after gradient descent whose gradients are shortened to the limit where they are longer. */
function descentOf([start, gradients, rates, limit]: Path, clip = clipIfLonger): number[] {
  const weights = [...start];
  gradients.forEach((gradient, step) => {
    const factor = clip(Math.hypot(...gradient), limit);
    gradient.forEach((value, i) => (weights[i] -= rates[step] * factor * value));
  });
  return weights;
}

const clipIfLonger = (norm: number, limit: number): number => Math.min(1, limit / norm);

/** Checks a function that repairs a step which cannot be captured: it must branch on tensors, and take its rate as one. */
export const checkRepairedStep = checkByCases("What breaks a capture", PATHS, (...given: Path) => {
  const [, gradients, rates, limit] = given;
  const weights = descentOf(given);
  const answer = (weights: number[], graphs = 1): Descent => ({ weights, graphs });
  return {
    what: `${gradients.length} steps, gradients of at most ${limit}`,
    expected: answer(weights),
    slips: [
      [answer(weights, gradients.length), "The weights are right, but each rate has a graph: pass it as tf.scalar()."],
      [answer(weights, 0), "The weights are right, but no graph is there: call the captured step, not its body."],
      [
        { weights: descentOf(given, () => 1) },
        "No gradient was shortened: shorten each gradient whose norm is above the limit.",
      ],
      [
        { weights: descentOf(given, (norm) => limit / norm) },
        "Every gradient has the limit as its norm: shorter gradients must stay as they are.",
      ],
      [
        { weights: descentOf([given[0], gradients, rates.map(() => rates[0]), limit]) },
        "All steps used the first step's rate: it is a constant of the graph.",
      ],
    ],
  };
});
