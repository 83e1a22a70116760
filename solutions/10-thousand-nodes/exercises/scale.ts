import { sum } from "simple-statistics";
import { checkByCases } from "../../../lib/checks/check";

/** A measured step: images of each GPU, and milliseconds. */
export interface MeasuredStep {
  batch: number;
  ms: number;
}

/** A line through steps: what a step takes whatever its batch, and what each image adds, in milliseconds. */
export interface StepLine {
  fixed: number;
  image: number;
}

/** Steps as H100s take them, and steps that are on no line. */
const STEPS: [steps: MeasuredStep[]][] = [
  [[{ batch: 816, ms: 112 }, { batch: 400, ms: 56.7 }, { batch: 200, ms: 31.8 }, { batch: 50, ms: 10.2 }]],
  [[{ batch: 10, ms: 7 }, { batch: 20, ms: 14 }, { batch: 100, ms: 52 }]],
  [[{ batch: 8, ms: 6 }, { batch: 16, ms: 7 }, { batch: 400, ms: 100 }]],
]; // prettier-ignore

/** The line with the least sum of weighted squares; a weight of 1 / ms² makes errors relative. */
function lineBy(steps: readonly MeasuredStep[], weight: (step: MeasuredStep) => number): StepLine {
  const of = (term: (step: MeasuredStep) => number): number => sum(steps.map((step) => weight(step) * term(step)));
  const [ones, batches, squares] = [of(() => 1), of(({ batch }) => batch), of(({ batch }) => batch ** 2)];
  const [times, products] = [of(({ ms }) => ms), of(({ batch, ms }) => batch * ms)];
  const determinant = ones * squares - batches ** 2;
  return {
    fixed: (times * squares - products * batches) / determinant,
    image: (products * ones - times * batches) / determinant,
  };
}

export const relativeLine = (steps: readonly MeasuredStep[]): StepLine => lineBy(steps, ({ ms }) => 1 / ms ** 2);

/** Checks a function that puts a line through steps, with relative errors. */
export const checkStepLine = checkByCases("A line through small scales", STEPS, (steps) => {
  const right = relativeLine(steps);
  const [first, last] = [steps[0], steps[steps.length - 1]];
  const between = (first.ms - last.ms) / (first.batch - last.batch);
  return {
    what: `${steps.length} steps of ${steps.map(({ batch }) => batch).join(", ")} images`,
    expected: right,
    unit: "ms",
    slips: [
      [lineBy(steps, () => 1), "This minimises errors in milliseconds. Divide each error by the measured time first."],
      [
        lineBy(steps, ({ ms }) => 1 / ms),
        "Divide the error by the time, and square the quotient: the weight is 1 / ms².",
      ],
      [{ fixed: right.image, image: right.fixed }, "The two values are swapped."],
      [
        {
          fixed: 0,
          image: sum(steps.map(({ batch, ms }) => batch / ms)) / sum(steps.map(({ batch, ms }) => (batch / ms) ** 2)),
        },
        "This line goes through 0: a step also takes time that no image adds.",
      ],
      [
        { fixed: first.ms - between * first.batch, image: between },
        "This goes through the first and the last step. Least squares uses all steps.",
      ],
    ],
  };
});

/** Intervals that hold, miss on either side, and touch. */
const INTERVALS: [low: number, high: number, truth: number][] = [
  [8, 10, 9.3],
  [40, 50, 56.8],
  [6, 8, 5.5],
  [5, 6, 6],
];

/** Checks the score of a 95 % interval. */
export const checkIntervalScore = checkByCases("Was the interval honest?", INTERVALS, (low, high, truth) => {
  const miss = Math.max(0, low - truth, truth - high);
  const width = high - low;
  return {
    what: `${low} to ${high}, and the truth ${truth}`,
    expected: width + 40 * miss,
    slips: [
      [width + 20 * miss, "The factor is 2 / 0.05, which is 40."],
      [
        width + 40 * Math.abs(truth - (low + high) / 2),
        "Count the distance from the interval's nearer end, and 0 inside.",
      ],
      [40 * miss, "The width counts, too: else the widest interval would always win."],
      [width, "A miss costs 40 times its distance from the interval, whether the truth is below it or above it."],
      [width - 40 * miss, "A miss makes the score worse, which means larger."],
    ],
  };
});

/** The line of the H100s, and others. */
const SCALES: [line: StepLine, globalBatch: number, efficiency: number][] = [
  [{ fixed: 3.8, image: 0.134 }, 3200, 0.8],
  [{ fixed: 3.8, image: 0.134 }, 32_768, 0.5],
  [{ fixed: 1, image: 1 }, 100, 0.9],
  [{ fixed: 10, image: 0.5 }, 64, 0.95],
];

/** Checks the largest number of GPUs with an efficiency, where the global batch stays. */
export const checkLargestEfficient = checkByCases(
  "Why strong scaling ends",
  SCALES,
  ({ fixed, image }, globalBatch, efficiency) => {
    const alone = fixed + image * globalBatch;
    const exact = (alone / efficiency - image * globalBatch) / fixed;
    const right = Math.floor(exact + 1e-9);
    return {
      what: `${globalBatch} images a step, ${fixed} ms and ${image} ms an image, efficiency ${efficiency}`,
      expected: right,
      unit: "GPUs",
      slips: [
        [exact, "A number of GPUs is whole: round down."],
        [Math.ceil(exact), "One more GPU would be too many: round down."],
        [
          Math.floor(alone / efficiency / fixed),
          "On n GPUs a step takes fixed + image · globalBatch / n: the second part does not vanish.",
        ],
        [
          Math.floor((alone * efficiency - image * globalBatch) / fixed),
          "Efficiency is T(1) / (n · T(n)): solve for n again.",
        ],
        [
          Math.floor((image * globalBatch * (1 / efficiency - 1)) / fixed),
          "One GPU also needs the fixed part: T(1) = fixed + image · globalBatch.",
        ],
      ],
    };
  },
);

/** A published step with its number of GPUs. */
export interface ScaledStep extends MeasuredStep {
  gpus: number;
}

const series = (...rows: [gpus: number, batch: number, ms: number][]): [steps: ScaledStep[]] => [
  rows.map(([gpus, batch, ms]) => ({ gpus, batch, ms })),
];

/**
 * A series like HPE's, one with a fast outlier, two whose first or last row is off and pulls a line to itself, and one in which
 * another way to add up the errors finds another row.
 */
const SERIES = [
  series([8, 400, 60], [16, 200, 33], [32, 100, 30], [64, 50, 13.3]),
  series([4, 816, 112], [8, 400, 40], [16, 200, 31.2], [64, 50, 11], [128, 100, 17.8]),
  series([1, 10, 30], [2, 20, 25], [4, 30, 35], [8, 40, 45.5]),
  series([8, 20, 9], [4, 60, 17], [2, 80, 21.2], [1, 200, 70]),
  series([4, 400, 52], [8, 200, 32], [16, 100, 11], [32, 50, 10], [64, 25, 4]),
];

/** Checks the row without which a line fits the others best. */
export const checkSuspect = checkByCases("A row that does not fit", SERIES, (steps) => {
  const off = ({ fixed, image }: StepLine, { batch, ms }: ScaledStep): number => fixed + image * batch - ms;
  const squares = (line: StepLine, rows: readonly ScaledStep[]): number =>
    sum(rows.map((row) => (off(line, row) / row.ms) ** 2));
  const most = (score: (step: ScaledStep) => number): number =>
    steps.reduce((best, step) => (score(step) > score(best) ? step : best)).gpus;
  const without = (step: ScaledStep): ScaledStep[] => steps.filter((each) => each !== step);
  const whole = relativeLine(steps);
  return {
    what: `${steps.length} steps on ${steps.map(({ gpus }) => gpus).join(", ")} GPUs`,
    expected: most((step) => -squares(relativeLine(without(step)), without(step))),
    unit: "GPUs",
    secret: true,
    slips: [
      [
        most((step) => squares(whole, [step])),
        "The outlier pulls this line towards itself. Fit the line without the row that you judge.",
      ],
      [most(({ ms }) => ms), "The longest step has the largest batch: compare with a line in the batch."],
      [
        most((step) => squares(relativeLine(without(step)), without(step))),
        "Without this row the others fit worst: you look for the smallest sum.",
      ],
      [
        most((step) => -sum(without(step).map((row) => off(relativeLine(without(step)), row) ** 2))),
        "These are errors in milliseconds. Divide each error by the measured time first.",
      ],
      [
        most((step) => -sum(without(step).map((row) => Math.abs(off(relativeLine(without(step)), row) / row.ms)))),
        "Square the relative errors before you add them up.",
      ],
    ],
  };
});
