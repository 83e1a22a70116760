import { sum } from "simple-statistics";
import { checkByCases, type Slip } from "../../../lib/checks/check";
import { formatNumber } from "../../../lib/checks/compare";

/** Seconds of an epoch of sync on one node and on two. The first case is close to the published study's ResNet50. */
const PREDICTIONS: [one: number, two: number, images: number, batch: number, nodes: number][] = [
  [331.9, 1826.8, 100_000, 32, 3],
  [60, 50, 960, 8, 3],
  [20, 45, 1024, 16, 4],
];

/** Checks a function that predicts an epoch on several nodes from those on one and on two. */
export const checkPredictedEpoch = checkByCases(
  "A prediction by hand",
  PREDICTIONS,
  (one, two, images, batch, nodes) => {
    const steps = (count: number): number => Math.ceil(images / (batch * count));
    const allReduce = (two - one / 2) / steps(2);
    const ring = (2 * (nodes - 1)) / nodes;
    return {
      what: `${one} s on 1 node and ${two} s on 2, ${formatNumber(images)} images in batches of ${batch}: ${nodes} nodes`,
      expected: one / nodes + steps(nodes) * allReduce * ring,
      unit: "s",
      slips: [
        [
          one / nodes + steps(nodes) * allReduce,
          "In a ring of n nodes, each sends 2 (n - 1) / n of its gradients: 1 on two nodes, and more on more nodes.",
        ],
        [
          one / nodes + steps(2) * allReduce * ring,
          "On more nodes an epoch has fewer steps, each with one all-reduce.",
        ],
        [one + steps(nodes) * allReduce * ring, "Each node computes only a part of the images."],
        [one / 2 + steps(nodes) * allReduce * ring, "Each node computes a part of the images. How large is it?"],
        [
          one / nodes + steps(nodes) * (two / steps(2)) * ring,
          "The epoch on two nodes includes computing. Subtract it to find the time of the all-reduces.",
        ],
        [
          one / nodes + steps(nodes) * ((two - one) / steps(2)) * ring,
          "On two nodes, each computes half of what one node does alone: subtract that half.",
        ],
      ],
    };
  },
);

/** A run as a point of the cost model: images of a step on one node, nodes, and seconds of an epoch. */
export interface TimedRun {
  batch: number;
  nodes: number;
  seconds: number;
}

/** The seconds of computing one image, and of one all-reduce between two nodes. */
export interface FittedTimes {
  image: number;
  allReduce: number;
}

const timed = (...runs: [batch: number, nodes: number, seconds: number][]): TimedRun[] =>
  runs.map(([batch, nodes, seconds]) => ({ batch, nodes, seconds }));

/** Epochs close to the published runs of ResNet50 with sync; epochs that follow the model exactly; epochs that do not. */
const RUNS: [runs: TimedRun[], images: number][] = [
  [timed([32, 1, 332], [32, 2, 1827], [64, 2, 994], [100, 2, 706]), 100_000],
  [timed([8, 1, 1.92], [8, 2, 1.56], [16, 3, 0.8533333333]), 192],
  [timed([10, 1, 11], [10, 2, 9], [25, 2, 7.5], [25, 4, 4.5], [10, 4, 6]), 1001],
];

/** What one node does in an epoch: the images it computes, and its all-reduces, counted in all-reduces between two nodes. */
export const workOf = ({ batch, nodes }: TimedRun, images: number): [images: number, allReduces: number] => [
  images / nodes,
  (Math.ceil(images / (batch * nodes)) * 2 * (nodes - 1)) / nodes,
];

/** Least squares in two columns, by the normal equations. */
function fitted(rows: readonly (readonly [number, number])[], seconds: readonly number[]): FittedTimes {
  const products = (i: 0 | 1, j: 0 | 1): number => sum(rows.map((row) => row[i] * row[j]));
  const onSeconds = (i: 0 | 1): number => sum(rows.map((row, at) => row[i] * seconds[at]));
  const determinant = products(0, 0) * products(1, 1) - products(0, 1) ** 2;
  return {
    image: (onSeconds(0) * products(1, 1) - onSeconds(1) * products(0, 1)) / determinant,
    allReduce: (onSeconds(1) * products(0, 0) - onSeconds(0) * products(0, 1)) / determinant,
  };
}

export const fittedTo = (runs: readonly TimedRun[], images: number): FittedTimes =>
  fitted(
    runs.map((run) => workOf(run, images)),
    runs.map(({ seconds }) => seconds),
  );

const describeRuns = (runs: readonly TimedRun[], images: number): string =>
  `${runs.length} runs of ${formatNumber(images)} images, batches ${[...new Set(runs.map(({ batch }) => batch))].join(", ")}`;

/** Checks a function that fits the seconds of an image and of an all-reduce to runs, by least squares. */
export const checkFittedTimes = checkByCases("Fit the model", RUNS, (runs, images) => {
  const seconds = runs.map((run) => run.seconds);
  const of = (work: (run: TimedRun) => [number, number]): FittedTimes => fitted(runs.map(work), seconds);
  const [first, second] = [runs[0], runs[1]];
  const exact = fittedTo([first, second], images);
  const right = fittedTo(runs, images);
  return {
    what: describeRuns(runs, images),
    expected: right,
    unit: "s",
    slips: [
      [of((run) => [images, workOf(run, images)[1]]), "Each node computes only its part of the images."],
      [
        of((run) => [images / run.nodes, run.nodes === 1 ? 0 : Math.ceil(images / (run.batch * run.nodes))]),
        "An all-reduce on n nodes sends 2 (n - 1) / n of the gradients, which is 1 only on two nodes.",
      ],
      [
        of((run) => [images / run.nodes, Math.ceil(images / (run.batch * run.nodes))]),
        "A single node sends nothing: its 2 (n - 1) / n is 0.",
      ],
      [
        of((run) => [images / run.nodes, (Math.ceil(images / run.batch) * 2 * (run.nodes - 1)) / run.nodes]),
        "A step takes a batch on every node: an epoch has images / (n · batch) steps.",
      ],
      [
        of((run) => [images / run.nodes, (images * 2 * (run.nodes - 1)) / (run.batch * run.nodes * run.nodes)]),
        "The last step of an epoch may be smaller, and it ends with an all-reduce, too: round the steps up.",
      ],
      [exact, "This fits the first two runs exactly. Least squares uses all runs."],
      [{ image: right.allReduce, allReduce: right.image }, "The two values are swapped."],
    ],
  };
});

/** Checks a function that predicts each run from all others. It gives the errors as shares: 0.1 is 10 % too long. */
export const checkLeaveOneOut = checkByCases("Leave one out", [RUNS[0], RUNS[2]], (runs, images) => {
  const errors = (fitOf: (at: number) => FittedTimes, error = share): number[] =>
    runs.map((run, at) => {
      const [own, allReduces] = workOf(run, images);
      const { image, allReduce } = fitOf(at);
      return error(own * image + allReduces * allReduce, run.seconds);
    });
  const without = (at: number): FittedTimes =>
    fittedTo(
      runs.filter((_, index) => index !== at),
      images,
    );
  const whole = fittedTo(runs, images);
  const right = errors(without);
  const slips: Slip[] = [
    [errors(() => whole), "The fit has seen the run that it predicts: leave this run out of the fit."],
    [right.map((error) => -error), "A prediction that is too long has a positive error."],
    [right.map(Math.abs), "Keep the sign: a prediction that is too short has a negative error."],
    [errors(without, (predicted, measured) => predicted - measured), "Divide by the measured time: errors are shares."],
    [right.map((error) => 100 * error), "Give shares, not percent."],
    [
      errors(without, (predicted, measured) => 1 - measured / predicted),
      "Divide by the measured time, not by the predicted one.",
    ],
    [
      errors((at) => fittedTo(runs.slice(0, Math.max(at, 2)), images)),
      "Use all other runs, not only the earlier ones.",
    ],
  ];
  return { what: describeRuns(runs, images), expected: right, slips };
});

const share = (predicted: number, measured: number): number => predicted / measured - 1;
