import {
  checkClaims,
  checkGainToAccuracy,
  checkUnequalSettings,
} from "../../../../solutions/07-frameworks/exercises/frameworks";
import type { Comparison, TrainingSettings } from "../../../../solutions/07-frameworks/exercises/frameworks";
import { exercise } from "../../../checks/exercise";

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
  exercise({
    cell: "07-frameworks/test-gain",
    check: checkGainToAccuracy,
    right: (times, devices, one, all) => ({ toAccuracy: times / (all / one), efficiency: (1 / devices) * times }),
    wrong: {
      what: "the gain of each device",
      answer: (times, devices, one, all) => {
        const efficiency = times / devices;
        return { efficiency, toAccuracy: (efficiency * one) / all };
      },
      says: /for each device/,
    },
  }),
  exercise({
    cell: "07-frameworks/test-claims",
    check: checkClaims,
    right: (claim) => {
      if ("ac".includes(claim)) return "measured";
      return "df".includes(claim) ? "cause" : "beyond";
    },
    wrong: {
      what: "a plausible cause as measured",
      answer: (claim) => {
        if ("acf".includes(claim)) return "measured";
        return claim === "d" ? "cause" : "beyond";
      },
      says: /says why/,
    },
  }),
  exercise({
    cell: "07-frameworks/test-unequal",
    check: checkUnequalSettings,
    right: unequal,
    wrong: [
      {
        what: "strong scaling with equal local batches",
        answer: (one, other, about) => unequal(one, other, about === "strong scaling" ? "weak scaling" : about),
        says: /which one has to be equal/,
      },
      {
        what: "weak scaling, and only the batch looked at",
        answer: (one, other, about) =>
          unequal(one, other, about).filter((name) => about !== "weak scaling" || name === "localBatch"),
      },
    ],
  }),
];
