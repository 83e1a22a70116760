import {
  checkClaims,
  checkGainToAccuracy,
  checkUnequalSettings,
} from "../../../../solutions/07-frameworks/exercises/frameworks";
import type { Comparison, TrainingSettings } from "../../../../chapters/07-frameworks/terms";
import { exercise, guess, slip } from "../../../checks/exercise";

/** Leaves out what may differ, puts what has to be equal in its place, and compares. */
function unequal(one: TrainingSettings, other: TrainingSettings, about: Comparison): string[] {
  const compared = ({ framework, processes, localBatch, ...more }: TrainingSettings) => ({
    ...more,
    localBatch: about === "strong scaling" ? localBatch * processes : localBatch,
    ...(about === "framework" ? { processes } : { framework }),
  });
  const theirs = new Map<string, unknown>(Object.entries(compared(other)));
  const names = Object.entries(compared(one)).flatMap(([name, own]) => (theirs.get(name) === own ? [] : [name]));
  return names.sort();
}

export const exercises = [
  exercise("07-frameworks/test-gain", checkGainToAccuracy, {
    right: (times, devices, one, all) => ({ toAccuracy: times / (all / one), efficiency: (1 / devices) * times }),
    wrong: slip("the gain of each device", /for each device/, (times, devices, one, all) => {
      const efficiency = times / devices;
      return { efficiency, toAccuracy: (efficiency * one) / all };
    }),
  }),
  exercise("07-frameworks/test-claims", checkClaims, {
    right: (claim) => {
      if ("ac".includes(claim)) return "measured";
      return "df".includes(claim) ? "cause" : "beyond";
    },
    wrong: slip("a plausible cause as measured", /says why/, (claim) => {
      if ("acf".includes(claim)) return "measured";
      return claim === "d" ? "cause" : "beyond";
    }),
  }),
  exercise("07-frameworks/test-unequal", checkUnequalSettings, {
    right: unequal,
    wrong: [
      slip("strong scaling with equal local batches", /which one has to be equal/, (one, other, about) =>
        unequal(one, other, about === "strong scaling" ? "weak scaling" : about),
      ),
      guess("weak scaling, and only the batch looked at", (one, other, about) =>
        unequal(one, other, about).filter((name) => about !== "weak scaling" || name === "localBatch"),
      ),
    ],
  }),
];
