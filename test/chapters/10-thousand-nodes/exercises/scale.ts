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
import { exercise } from "../../../checks/exercise";

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
  exercise({
    cell: "10-thousand-nodes/test-step-line",
    check: checkStepLine,
    right: (steps) => lineBy(steps, ({ ms }) => ms),
    wrong: {
      what: "half of the weight",
      answer: (steps) => lineBy(steps, ({ ms }) => Math.sqrt(ms)),
      says: /1 \/ ms²/,
    },
  }),
  exercise<(low: number, high: number, truth: number) => number>({
    cell: "10-thousand-nodes/test-interval-score",
    check: checkIntervalScore,
    right: (low, high, truth) =>
      high - low + (truth < low ? 40 * (low - truth) : truth > high ? 40 * (truth - high) : 0),
    wrong: {
      what: "misses above alone",
      answer: (low, high, truth) => high - low + 40 * Math.max(0, truth - high),
      says: /A miss costs/,
    },
  }),
  exercise<(line: StepLine, globalBatch: number, efficiency: number) => number>({
    cell: "10-thousand-nodes/test-largest-efficient",
    check: checkLargestEfficient,
    right: ({ fixed, image }, globalBatch, efficiency) => {
      const step = (gpus: number) => fixed + (image * globalBatch) / gpus;
      let gpus = 1;
      while (step(1) / ((gpus + 1) * step(gpus + 1)) >= efficiency) gpus++;
      return gpus;
    },
    wrong: {
      what: "one GPU without its fixed part",
      answer: ({ fixed, image }, batch, efficiency) => Math.floor((image * batch * (1 / efficiency - 1)) / fixed),
      says: /also needs the fixed part/,
    },
  }),
  exercise<(steps: ScaledStep[]) => number>({
    cell: "10-thousand-nodes/test-suspect",
    check: checkSuspect,
    right: (steps) => suspectBy(steps, ({ ms }) => ms),
    wrong: [
      { what: "the largest scale", answer: (steps) => Math.max(...steps.map(({ gpus }) => gpus)) },
      {
        what: "errors in milliseconds",
        answer: (steps) => suspectBy(steps, () => 1),
        says: /errors in milliseconds/,
      },
    ],
  }),
];
