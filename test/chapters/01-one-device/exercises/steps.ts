import { checkLastBatch, checkStepsPerEpoch } from "../../../../solutions/01-one-device/exercises/steps";
import { exercise, guess, slip } from "../../../checks/exercise";

export const exercises = [
  exercise("01-one-device/test-steps-per-epoch", checkStepsPerEpoch, {
    right: (images, batch) => Math.floor(images / batch) + (images % batch === 0 ? 0 : 1),
    wrong: [
      slip("one step always added", /there is no extra step/, (i, b) => Math.floor(i / b) + 1),
      guess("rounding", (i, b) => Math.round(i / b)),
    ],
  }),
  exercise("01-one-device/test-last-batch", checkLastBatch, {
    right: (images, batch) => images - (Math.ceil(images / batch) - 1) * batch,
    wrong: slip("what it lacks", /lacks/, (i, b) => b - (i % b)),
  }),
];
