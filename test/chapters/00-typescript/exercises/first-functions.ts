import {
  checkFastest,
  checkRunLine,
  checkLaterSeconds,
} from "../../../../solutions/00-typescript/exercises/first-functions";
import { exercise, guess, slip } from "../../../checks/exercise";

export const exercises = [
  exercise("00-typescript/test-later-seconds", checkLaterSeconds, {
    right: (epochs) => epochs.reduce((total, seconds) => total + seconds, 0) - epochs[0],
    wrong: [
      slip("all epochs", /The first epoch is in the sum/, (epochs) => epochs.reduce((a, b) => a + b)),
      guess("their number", (epochs) => epochs.length - 1),
    ],
  }),
  exercise("00-typescript/test-run-line", checkRunLine, {
    right: ({ name, images, seconds }) => name + ": " + (images / seconds).toFixed(1) + " images/s",
    wrong: slip("all digits", /toFixed\(1\)/, ({ name, images, seconds }) => `${name}: ${images / seconds} images/s`),
  }),
  exercise("00-typescript/test-fastest", checkFastest, {
    right: (runs) => [...runs].sort((a, b) => b.images / b.seconds - a.images / a.seconds)[0].name,
    wrong: slip("the most images", /the most images/, (runs) => [...runs].sort((a, b) => b.images - a.images)[0].name),
  }),
];
