import { mean, rSquared, sum } from "simple-statistics";
import {
  checkCheapestPlan,
  checkRSquared,
  checkSecondsTo,
  type LearnedPoint,
} from "../../../../solutions/06-prediction/exercises/experiments-choice";
import { timeToAccuracy } from "../../../../lib/measure";
import { exercise, slip } from "../../../checks/exercise";

function secondsTo(points: LearnedPoint[], target: number): number {
  const whole = points.map((point, at) => ({ ...point, epoch: at + 1, images: 1, updates: 1, loss: 1 }));
  const paid = timeToAccuracy({ run: "one", way: "sync", syncEvery: 1, effectiveBatch: 8, points: whole }, target);
  return paid.reached ? paid.seconds : Infinity;
}

export const exercises = [
  exercise("06-prediction/test-r-squared", checkRSquared, {
    right: (measured, fitted) => rSquared([...measured.entries()], (at) => fitted[at]),
    wrong: slip("the fitted times' variation", /Start from the residuals/, (measured, fitted) => {
      const variation = (times: number[]) => sum(times.map((time) => (time - mean(measured)) ** 2));
      return variation(fitted) / variation(measured);
    }),
  }),
  exercise("06-prediction/test-cheapest-plan", checkCheapestPlan, {
    right: (plans, deadline, budget) => {
      let best = { name: "none", paid: Infinity };
      for (const { name, nodes, seconds, atMost } of plans) {
        const paid = nodes * seconds;
        if (atMost > deadline || paid > budget) continue;
        if (paid < best.paid) best = { name, paid };
      }
      return best.name;
    },
    wrong: slip(
      "the predicted mean",
      /Use the upper end/,
      (plans, deadline, budget) =>
        plans
          .filter(({ nodes, seconds }) => seconds <= deadline && nodes * seconds <= budget)
          .sort((a, b) => a.nodes * a.seconds - b.nodes * b.seconds)
          .at(0)?.name ?? "none",
    ),
  }),
  exercise("06-prediction/test-seconds-to", checkSecondsTo, {
    right: secondsTo,
    wrong: slip("the last crossing", /The first time counts/, (points, target) => {
      const last = points.findLastIndex(({ accuracy }) => accuracy < target);
      return secondsTo(points.slice(Math.max(0, last)), target);
    }),
  }),
];
