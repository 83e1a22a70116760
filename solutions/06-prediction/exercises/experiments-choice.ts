import { mean, min, sum } from "simple-statistics";
import { checkByCases } from "../../../lib/checks/check";
import { formatNumber } from "../../../lib/checks/compare";

/** Measured times and the times of a fitted model, in seconds. */
const FITS: [measured: number[], fitted: number[]][] = [
  [[1, 2, 3, 6], [1.5, 2, 3, 5.5]],
  [[9, 5, 4], [8, 6, 4.5]],
  [[2, 4, 6], [6, 4, 2]],
]; // prettier-ignore

/** Checks a function that gives R², the share of the variation that a model explains. */
export const checkRSquared = checkByCases("A line, a parabola or a hyperbola", FITS, (measured, fitted) => {
  const squares = (times: number[], center: number) => sum(times.map((time) => (time - center) ** 2));
  const residual = sum(measured.map((time, index) => (time - fitted[index]) ** 2));
  const total = squares(measured, mean(measured));
  const explained = squares(fitted, mean(measured));
  const left = residual / total;
  return {
    what: `measured ${measured.join(", ")} s, fitted ${fitted.join(", ")} s`,
    expected: 1 - left,
    slips: [
      [left, "This is the share that is left. The model explains the rest."],
      [1 - Math.sqrt(left), "Compare the squares, not their roots."],
      [explained / total, "Start from the residuals: measured minus fitted."],
      [1 - residual / squares(measured, 0), "Variation is measured from the mean of the measured times."],
      [1 - residual / squares(fitted, mean(fitted)), "Divide by the variation of the measured times."],
    ],
  };
});

/** A configuration with its predicted time. */
export interface TimedPlan {
  name: string;
  nodes: number;
  /** The predicted time. */
  seconds: number;
  /** The upper end of the prediction's interval, in seconds. */
  atMost: number;
}

const PLANS: TimedPlan[] = [
  { name: "one node", nodes: 1, seconds: 3600, atMost: 3700 },
  { name: "two nodes", nodes: 2, seconds: 1900, atMost: 2000 },
  { name: "three nodes", nodes: 3, seconds: 1300, atMost: 1450 },
  { name: "six nodes", nodes: 6, seconds: 1000, atMost: 1100 },
];
const DEMANDS: [plans: TimedPlan[], deadline: number, budget: number][] = [
  [PLANS, 2400, 10_000],
  [PLANS, 4000, 10_000],
  [PLANS, 1000, 10_000],
  [PLANS, 2000, 10_000],
  [PLANS, 1920, 10_000],
  [PLANS, 1100, 5000],
  [PLANS, 1450, 3900],
];

/** Checks a function that names the cheapest configuration that keeps a deadline and a budget. */
export const checkCheapestPlan = checkByCases("The cheapest configuration", DEMANDS, (plans, deadline, budget) => {
  const price = ({ nodes, seconds }: TimedPlan): number => nodes * seconds;
  const least = (candidates: TimedPlan[], cost = price): string =>
    candidates.find((plan) => cost(plan) === min(candidates.map(cost)))?.name ?? "none";
  const choice = (keeps: (plan: TimedPlan) => boolean, cost = price): string => {
    const candidates = plans.filter(keeps);
    return candidates.length === 0 ? "none" : least(candidates, cost);
  };
  const inTime = ({ atMost }: TimedPlan): boolean => atMost <= deadline;
  const affordable = (plan: TimedPlan): boolean => price(plan) <= budget;
  return {
    what: `within ${formatNumber(deadline)} s and ${formatNumber(budget)} node-seconds`,
    expected: choice((plan) => inTime(plan) && affordable(plan)),
    slips: [
      [choice(affordable), "The plan has to keep the deadline, too."],
      [choice(inTime), "The plan has to keep the budget, too."],
      [
        choice((plan) => plan.atMost < deadline && price(plan) < budget),
        "A plan that takes exactly the deadline, or costs exactly the budget, keeps it.",
      ],
      [
        choice((plan) => plan.seconds <= deadline && affordable(plan)),
        "The predicted time is a mean: about half of such runs take longer. Use the upper end.",
      ],
      [
        choice(
          (plan) => inTime(plan) && affordable(plan),
          ({ seconds }) => seconds,
        ),
        "Each node costs as long as the run takes, so the fastest plan may not be the cheapest.",
      ],
    ],
  };
});

/** The accuracy of a run on test images after each epoch, and the seconds of training until then. */
export interface LearnedPoint {
  seconds: number;
  accuracy: number;
}

const learned = (...points: [seconds: number, accuracy: number][]): LearnedPoint[] =>
  points.map(([seconds, accuracy]) => ({ seconds, accuracy }));

const LEARNED: [points: LearnedPoint[], target: number][] = [
  [learned([2, 0.2], [4, 0.5], [6, 0.8], [8, 0.85]), 0.75],
  [learned([3, 0.3], [6, 0.78], [9, 0.7], [12, 0.9]), 0.75],
  [learned([3, 0.3], [6, 0.6]), 0.75],
  [learned([5, 0.8], [10, 0.9]), 0.75],
];

/** Checks a function that gives the training seconds until an accuracy is first reached; Infinity if it never is. */
export const checkSecondsTo = checkByCases("Time to an accuracy", LEARNED, (points, target) => {
  const at = points.findIndex(({ accuracy }) => accuracy >= target);
  const last = points.findLastIndex(({ accuracy }) => accuracy < target);
  const crossing = (by: number): number => {
    if (by < 0 || by >= points.length) return Infinity;
    if (by === 0) return points[0].seconds;
    const [before, after] = [points[by - 1], points[by]];
    const part = (target - before.accuracy) / (after.accuracy - before.accuracy);
    return before.seconds + part * (after.seconds - before.seconds);
  };
  return {
    what: points.map(({ seconds, accuracy }) => `${seconds} s ${Math.round(100 * accuracy)} %`).join(", "),
    expected: crossing(at),
    unit: "s",
    slips:
      at < 0
        ? [
            [points.at(-1)?.seconds, "The target is never reached: return Infinity."],
            [undefined, "The target is never reached: return Infinity."],
          ]
        : [
            [points[at].seconds, "The straight line reaches the target before the end of this epoch."],
            [at > 0 ? points[at - 1].seconds : NaN, "At this epoch the accuracy is still below the target."],
            [crossing(last + 1), "The first time counts, even if the accuracy falls below the target again."],
          ],
  };
});
