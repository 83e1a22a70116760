import { sum } from "simple-statistics";
import { checkEnoughLoaders, checkWaitingShare } from "../../../../solutions/02-mirrored/exercises/input";
import type { Epoch } from "../../../../lib/runs";
import { exercise, guess, slip } from "../../../checks/exercise";

/** The share of waiting, from the share of computing; some waits may be left out. */
function waitingShare(epochs: Epoch[], leftOut = 0): number {
  const computed = sum(epochs.flatMap(({ steps }) => [...steps.end, ...steps.start.map((start) => -start)]));
  const waited = sum(epochs.flatMap(({ steps }) => steps.wait)) - leftOut;
  return 1 - computed / (computed + waited);
}

export const exercises = [
  exercise("02-mirrored/test-waiting-share", checkWaitingShare, {
    right: ({ epochs }) => waitingShare(epochs.slice(1)),
    wrong: [
      slip("the first epoch, too", /start-up/, ({ epochs }) => waitingShare(epochs)),
      guess("the waits but the first", ({ epochs: [, ...steady] }) => waitingShare(steady, steady[0].steps.wait[0])),
    ],
  }),
  exercise("02-mirrored/test-feeding", checkEnoughLoaders, {
    right: (image, batch, compute) => {
      let loaders = 1;
      while ((image * batch) / loaders > compute) loaders++;
      return { loaders, prefetch: loaders };
    },
    wrong: slip("upside down", /upside down/, (image, batch, compute) => {
      const loaders = Math.ceil(compute / (image * batch));
      return { loaders, prefetch: loaders };
    }),
  }),
];
