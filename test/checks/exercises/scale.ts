import { Matrix, solve } from "ml-matrix";
import {
  checkIntervalScore,
  checkLargestEfficient,
  checkStepLine,
  checkSuspect,
  type MeasuredStep,
  type ScaledStep,
  type StepLine,
} from "../../../lib/checks";
import { exercise } from "../exercise";

/** Least squares by ml-matrix, whose solver takes a QR decomposition; each row is divided by `scale`. */
const lineBy = (steps: MeasuredStep[], scale: (step: MeasuredStep) => number): StepLine => {
  const rows = new Matrix(steps.map((step) => [1 / scale(step), step.batch / scale(step)]));
  const found = solve(rows, Matrix.columnVector(steps.map((step) => step.ms / scale(step))));
  return { fixed: found.get(0, 0), image: found.get(1, 0) };
};
const relative = (steps: MeasuredStep[]) => lineBy(steps, ({ ms }) => ms);
const squares = ({ fixed, image }: StepLine, steps: MeasuredStep[]) =>
  steps.reduce((sum, { batch, ms }) => sum + ((fixed + image * batch) / ms - 1) ** 2, 0);
const largest = (steps: ScaledStep[], score: (step: ScaledStep) => number) =>
  [...steps].sort((one, other) => score(other) - score(one))[0].gpus;
const without = (steps: ScaledStep[], step: ScaledStep) => steps.filter((each) => each !== step);

export const exercises = [
  exercise({
    what: "a line through steps",
    cell: "10-thousand-nodes/test-step-line",
    check: checkStepLine,
    right: [
      relative,
      (steps) => {
        let [w, wb, wbb, wt, wbt] = [0, 0, 0, 0, 0];
        for (const { batch, ms } of steps) {
          const weight = 1 / (ms * ms);
          w += weight;
          wb += weight * batch;
          wbb += weight * batch * batch;
          wt += weight * ms;
          wbt += weight * batch * ms;
        }
        const image = (w * wbt - wb * wt) / (w * wbb - wb * wb);
        return { fixed: (wt - image * wb) / w, image };
      },
    ],
    wrong: [
      { what: "errors in milliseconds", answer: (steps) => lineBy(steps, () => 1), says: /Divide each error/ },
      { what: "half of the weight", answer: (steps) => lineBy(steps, ({ ms }) => Math.sqrt(ms)), says: /1 \/ ms²/ },
      {
        what: "swapped values",
        answer: (steps) => {
          const { fixed, image } = relative(steps);
          return { fixed: image, image: fixed };
        },
        says: /swapped/,
      },
      {
        what: "a line through two steps",
        answer: (steps) => relative([steps[0], steps[steps.length - 1]]),
        says: /uses all steps/,
      },
    ],
  }),
  exercise<(low: number, high: number, truth: number) => number>({
    what: "the score of an interval",
    cell: "10-thousand-nodes/test-interval-score",
    check: checkIntervalScore,
    right: [
      (low, high, truth) => high - low + (truth < low ? 40 * (low - truth) : truth > high ? 40 * (truth - high) : 0),
      (low, high, truth) => high - low + (2 / 0.05) * (Math.max(low - truth, 0) + Math.max(truth - high, 0)),
    ],
    wrong: [
      { what: "the width alone", answer: (low, high) => high - low, says: /A miss costs/ },
      {
        what: "misses alone",
        answer: (low, high, truth) => 40 * Math.max(0, low - truth, truth - high),
        says: /The width counts/,
      },
      {
        what: "half of the factor",
        answer: (low, high, truth) => high - low + 20 * Math.max(0, low - truth, truth - high),
        says: /which is 40/,
      },
      {
        what: "misses above alone",
        answer: (low, high, truth) => high - low + 40 * Math.max(0, truth - high),
        says: /A miss costs/,
      },
    ],
  }),
  exercise<(line: StepLine, globalBatch: number, efficiency: number) => number>({
    what: "the end of strong scaling",
    cell: "10-thousand-nodes/test-largest-efficient",
    check: checkLargestEfficient,
    right: [
      ({ fixed, image }, globalBatch, efficiency) =>
        Math.floor(((fixed + image * globalBatch) / efficiency - image * globalBatch) / fixed),
      ({ fixed, image }, globalBatch, efficiency) => {
        const step = (gpus: number) => fixed + (image * globalBatch) / gpus;
        let gpus = 1;
        while (step(1) / ((gpus + 1) * step(gpus + 1)) >= efficiency) gpus++;
        return gpus;
      },
    ],
    wrong: [
      {
        what: "a part of a GPU",
        answer: ({ fixed, image }, batch, efficiency) => ((fixed + image * batch) / efficiency - image * batch) / fixed,
        says: /round down/,
      },
      {
        what: "one GPU too many",
        answer: ({ fixed, image }, batch, efficiency) =>
          Math.ceil(((fixed + image * batch) / efficiency - image * batch) / fixed),
        says: /too many/,
      },
      {
        what: "computing that vanishes",
        answer: ({ fixed, image }, batch, efficiency) => Math.floor((fixed + image * batch) / efficiency / fixed),
        says: /does not vanish/,
      },
      {
        what: "one GPU without its fixed part",
        answer: ({ fixed, image }, batch, efficiency) => Math.floor((image * batch * (1 / efficiency - 1)) / fixed),
        says: /also needs the fixed part/,
      },
    ],
  }),
  exercise<(steps: ScaledStep[]) => number>({
    what: "the row that does not fit",
    cell: "10-thousand-nodes/test-suspect",
    check: checkSuspect,
    right: [
      (steps) => largest(steps, (step) => -squares(relative(without(steps, step)), without(steps, step))),
      (steps) => {
        let [found, least] = [0, Infinity];
        for (const hidden of steps) {
          const rest = steps.filter((step) => step !== hidden);
          const misfit = squares(relative(rest), rest);
          if (misfit < least) [found, least] = [hidden.gpus, misfit];
        }
        return found;
      },
    ],
    wrong: [
      {
        what: "the row farthest from a line through all",
        answer: (steps) => largest(steps, (step) => squares(relative(steps), [step])),
      },
      { what: "the longest step", answer: (steps) => largest(steps, ({ ms }) => ms), says: /largest batch/ },
      {
        what: "the row without which the others fit worst",
        answer: (steps) => largest(steps, (step) => squares(relative(without(steps, step)), without(steps, step))),
        says: /smallest sum/,
      },
      { what: "the largest scale", answer: (steps) => largest(steps, ({ gpus }) => gpus) },
      {
        what: "errors in milliseconds",
        answer: (steps) =>
          largest(steps, (step) => {
            const { fixed, image } = relative(without(steps, step));
            return -without(steps, step).reduce((sum, { batch, ms }) => sum + (fixed + image * batch - ms) ** 2, 0);
          }),
        says: /errors in milliseconds/,
      },
      {
        what: "relative errors that are not squared",
        answer: (steps) =>
          largest(steps, (step) => {
            const { fixed, image } = relative(without(steps, step));
            return -without(steps, step).reduce(
              (sum, { batch, ms }) => sum + Math.abs((fixed + image * batch) / ms - 1),
              0,
            );
          }),
      },
    ],
  }),
];
