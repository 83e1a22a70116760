import { checkLastBatch, checkStepsPerEpoch } from "../../../lib/checks";
import { exercise } from "../exercise";

export const exercises = [
  exercise({
    what: "steps per epoch",
    cell: "01-one-device/test-steps-per-epoch",
    check: checkStepsPerEpoch,
    right: [
      (images, batch) => Math.ceil(images / batch),
      (images, batch) => Math.floor(images / batch) + (images % batch === 0 ? 0 : 1),
    ],
    wrong: [
      { what: "the last batch dropped", answer: (i, b) => Math.floor(i / b), says: /left over make one more step/ },
      { what: "one step always added", answer: (i, b) => Math.floor(i / b) + 1, says: /there is no extra step/ },
      { what: "a broken number", answer: (i, b) => i / b, says: /the number is whole/ },
      { what: "rounding", answer: (i, b) => Math.round(i / b) },
    ],
  }),
  exercise({
    what: "the last batch",
    cell: "01-one-device/test-last-batch",
    check: checkLastBatch,
    right: [
      (images, batch) => images % batch || batch,
      (images, batch) => images - (Math.ceil(images / batch) - 1) * batch,
    ],
    wrong: [
      { what: "an empty last batch", answer: (i, b) => i % b, says: /full one/ },
      { what: "what it lacks", answer: (i, b) => b - (i % b), says: /lacks/ },
      { what: "a full batch always", answer: (_, b) => b, says: /how many are left/ },
    ],
  }),
];
