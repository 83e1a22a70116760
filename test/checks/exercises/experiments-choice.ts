import { mean } from "simple-statistics";
import {
  checkCheapestPlan,
  checkRSquared,
  checkSecondsTo,
  type LearnedPoint,
  type TimedPlan,
} from "../../../lib/checks";
import { timeToAccuracy } from "../../../lib/measure";
import { exercise } from "../exercise";

const squares = (values: number[], around: number[]) =>
  values.map((value, at) => (value - around[at]) ** 2).reduce((a, b) => a + b, 0);
const all = (values: number[], value: number) => values.map(() => value);
const price = ({ nodes, seconds }: TimedPlan) => nodes * seconds;
const cheapestOf = (plans: TimedPlan[], cost = price) =>
  [...plans].sort((a, b) => cost(a) - cost(b))[0]?.name ?? "none";

export const exercises = [
  exercise({
    what: "R squared",
    cell: "06-prediction/test-r-squared",
    check: checkRSquared,
    right: [
      (measured, fitted) => 1 - squares(measured, fitted) / squares(measured, all(measured, mean(measured))),
      (measured, fitted) => {
        const variation = measured.reduce((sum, each) => sum + (each - mean(measured)) ** 2, 0);
        return (variation - squares(fitted, measured)) / variation;
      },
    ],
    wrong: [
      { what: "the rest", answer: (m, f) => squares(m, f) / squares(m, all(m, mean(m))), says: /explains the rest/ },
      {
        what: "roots",
        answer: (m, f) => 1 - Math.sqrt(squares(m, f) / squares(m, all(m, mean(m)))),
        says: /not their roots/,
      },
      { what: "around zero", answer: (m, f) => 1 - squares(m, f) / squares(m, all(m, 0)), says: /from the mean/ },
      {
        what: "the fitted times' variation",
        answer: (m, f) => squares(f, all(f, mean(m))) / squares(m, all(m, mean(m))),
        says: /Start from the residuals/,
      },
    ],
  }),
  exercise({
    what: "the cheapest configuration",
    cell: "06-prediction/test-cheapest-plan",
    check: checkCheapestPlan,
    right: [
      (plans, deadline, budget) => cheapestOf(plans.filter((plan) => plan.atMost <= deadline && price(plan) <= budget)),
      (plans, deadline, budget) => {
        let best = { name: "none", paid: Infinity };
        for (const { name, nodes, seconds, atMost } of plans) {
          const paid = nodes * seconds;
          if (atMost > deadline || paid > budget) continue;
          if (paid < best.paid) best = { name, paid };
        }
        return best.name;
      },
    ],
    wrong: [
      {
        what: "no deadline",
        answer: (plans, _, budget) => cheapestOf(plans.filter((plan) => price(plan) <= budget)),
        says: /keep the deadline, too/,
      },
      {
        what: "no budget",
        answer: (plans, deadline) => cheapestOf(plans.filter(({ atMost }) => atMost <= deadline)),
        says: /keep the budget, too/,
      },
      {
        what: "the predicted mean",
        answer: (plans, deadline, budget) =>
          cheapestOf(plans.filter((plan) => plan.seconds <= deadline && price(plan) <= budget)),
        says: /Use the upper end/,
      },
      {
        what: "the fastest",
        answer: (plans, deadline, budget) =>
          cheapestOf(
            plans.filter((plan) => plan.atMost <= deadline && price(plan) <= budget),
            ({ seconds }) => seconds,
          ),
        says: /fastest plan may not be the cheapest/,
      },
      {
        what: "just in time refused",
        answer: (plans, deadline, budget) =>
          cheapestOf(plans.filter((plan) => plan.atMost < deadline && price(plan) < budget)),
        says: /keeps it/,
      },
    ],
  }),
  exercise<(points: LearnedPoint[], target: number) => number>({
    what: "the time to an accuracy",
    cell: "06-prediction/test-seconds-to",
    check: checkSecondsTo,
    right: [
      (points, target) => {
        let before: LearnedPoint | undefined;
        for (const point of points) {
          if (point.accuracy >= target) {
            if (before === undefined) return point.seconds;
            const slope = (point.seconds - before.seconds) / (point.accuracy - before.accuracy);
            return point.seconds - slope * (point.accuracy - target);
          }
          before = point;
        }
        return Infinity;
      },
      (points, target) => {
        const whole = points.map((point, at) => ({ ...point, epoch: at + 1, images: 1, updates: 1, loss: 1 }));
        const paid = timeToAccuracy(
          { run: "one", way: "sync", syncEvery: 1, effectiveBatch: 8, points: whole },
          target,
        );
        return paid.reached ? paid.seconds : Infinity;
      },
    ],
    wrong: [
      {
        what: "the end of the epoch",
        answer: (points, target) => points.find(({ accuracy }) => accuracy >= target)?.seconds ?? Infinity,
        says: /before the end of this epoch/,
      },
      {
        what: "the epoch before",
        answer: (points, target) => points[points.findIndex(({ accuracy }) => accuracy >= target) - 1]?.seconds,
        says: /still below the target/,
      },
      {
        what: "the last crossing",
        answer: (points, target) => {
          const at = points.findLastIndex(({ accuracy }) => accuracy < target) + 1;
          if (at === points.length) return Infinity;
          if (at === 0) return points[0].seconds;
          const [a, b] = [points[at - 1], points[at]];
          return a.seconds + ((target - a.accuracy) / (b.accuracy - a.accuracy)) * (b.seconds - a.seconds);
        },
        says: /The first time counts/,
      },
      {
        what: "the end of training",
        answer: (points) => points[points.length - 1].seconds,
        says: /never reached: return Infinity/,
      },
    ],
  }),
];
