import { Matrix, solve } from "ml-matrix";
import {
  checkIntervalScore,
  checkLargestEfficient,
  checkStepLine,
  checkSuspect,
  type MeasuredStep,
  type ScaledStep,
  type StepLine,
} from "../../../../solutions/10-thousand-nodes/exercises/scale";
import { exercise, guess, slip } from "../../../checks/exercise";

/** Least squares by ml-matrix, whose solver takes a QR decomposition; each row is divided by `scale`. */
const lineBy = (steps: MeasuredStep[], scale: (step: MeasuredStep) => number): StepLine => {
  const rows = new Matrix(steps.map((step) => [1 / scale(step), step.batch / scale(step)]));
  const found = solve(rows, Matrix.columnVector(steps.map((step) => step.ms / scale(step))));
  return { fixed: found.get(0, 0), image: found.get(1, 0) };
};

/** The row without which the others' errors are least, each divided by `scale`. */
const suspectBy = (steps: ScaledStep[], scale: (step: ScaledStep) => number): number => {
  let [found, least] = [0, Infinity];
  for (const hidden of steps) {
    const rest = steps.filter((step) => step !== hidden);
    const { fixed, image } = lineBy(rest, ({ ms }) => ms);
    const misfit = rest.reduce((sum, step) => sum + ((fixed + image * step.batch - step.ms) / scale(step)) ** 2, 0);
    if (misfit < least) [found, least] = [hidden.gpus, misfit];
  }
  return found;
};

export const exercises = [
  exercise("10-thousand-nodes/test-step-line", checkStepLine, {
    right: (steps) => lineBy(steps, ({ ms }) => ms),
    wrong: slip("half of the weight", /1 \/ ms²/, (steps) => lineBy(steps, ({ ms }) => Math.sqrt(ms))),
  }),
  exercise("10-thousand-nodes/test-interval-score", checkIntervalScore, {
    right: (low, high, truth) =>
      high - low + (truth < low ? 40 * (low - truth) : truth > high ? 40 * (truth - high) : 0),
    wrong: slip(
      "misses above alone",
      /A miss costs/,
      (low, high, truth) => high - low + 40 * Math.max(0, truth - high),
    ),
  }),
  exercise("10-thousand-nodes/test-largest-efficient", checkLargestEfficient, {
    right: ({ fixed, image }, globalBatch, efficiency) => {
      const step = (gpus: number) => fixed + (image * globalBatch) / gpus;
      let gpus = 1;
      while (step(1) / ((gpus + 1) * step(gpus + 1)) >= efficiency) gpus++;
      return gpus;
    },
    wrong: slip("one GPU without its fixed part", /also needs the fixed part/, ({ fixed, image }, batch, efficiency) =>
      Math.floor((image * batch * (1 / efficiency - 1)) / fixed),
    ),
  }),
  exercise("10-thousand-nodes/test-suspect", checkSuspect, {
    right: (steps) => suspectBy(steps, ({ ms }) => ms),
    wrong: [
      guess("the largest scale", (steps) => Math.max(...steps.map(({ gpus }) => gpus))),
      slip("errors in milliseconds", /errors in milliseconds/, (steps) => suspectBy(steps, () => 1)),
    ],
  }),
];
