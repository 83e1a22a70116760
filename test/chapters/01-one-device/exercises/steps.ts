import { checkLastBatch, checkStepsPerEpoch } from "../../../../solutions/01-one-device/exercises/steps";
import { exercise } from "../../../checks/exercise";

export const exercises = [
  exercise({
    cell: "01-one-device/test-steps-per-epoch",
    check: checkStepsPerEpoch,
    right: (images, batch) => Math.floor(images / batch) + (images % batch === 0 ? 0 : 1),
    wrong: [
      { what: "one step always added", answer: (i, b) => Math.floor(i / b) + 1, says: /there is no extra step/ },
      { what: "rounding", answer: (i, b) => Math.round(i / b) },
    ],
  }),
  exercise({
    cell: "01-one-device/test-last-batch",
    check: checkLastBatch,
    right: (images, batch) => images - (Math.ceil(images / batch) - 1) * batch,
    wrong: { what: "what it lacks", answer: (i, b) => b - (i % b), says: /lacks/ },
  }),
];
