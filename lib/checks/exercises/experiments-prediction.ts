import { mean, min, sum } from "simple-statistics";
import { checkByCases } from "../check";
import { formatNumber } from "../compare";

/** Measured times and the times of a fitted model, in seconds. */
const FITS: [measured: number[], fitted: number[]][] = [
  [
    [1, 2, 3, 6],
    [1.5, 2, 3, 5.5],
  ],
  [
    [9, 5, 4],
    [8, 6, 4.5],
  ],
  [
    [2, 4, 6],
    [6, 4, 2],
  ],
];

/** Checks a function that gives R², the share of the variation that a model explains. */
export const checkRSquared = checkByCases("A line, a parabola or a hyperbola", FITS, (measured, fitted) => {
  const squares = (times: number[], center: number) => sum(times.map((time) => (time - center) ** 2));
  const residual = sum(measured.map((time, index) => (time - fitted[index]) ** 2));
  const total = squares(measured, mean(measured));
  const explained = squares(fitted, mean(measured));
  const share = residual / total;
  return {
    what: `measured ${measured.join(", ")} s, fitted ${fitted.join(", ")} s`,
    expected: 1 - share,
    slips: [
      [share, "That is the share which is left: the model explains the rest."],
      [1 - Math.sqrt(share), "The squares are compared, not their roots."],
      [explained / total, "What is left counts, too: take the residuals from the measured times."],
      [1 - residual / squares(measured, 0), "All variation is around the mean of the measured times."],
      [1 - residual / squares(fitted, mean(fitted)), "All variation is that of the measured times."],
    ],
  };
});

/** Seconds of an epoch of sync on one node and on two. The first case is the published study's ResNet50. */
const PREDICTIONS: [one: number, two: number, images: number, batch: number, nodes: number][] = [
  [331.9, 1826.8, 100_000, 32, 3],
  [60, 50, 960, 8, 3],
  [20, 45, 1024, 16, 4],
];

/** Checks a function that predicts an epoch on several nodes from those on one and on two. */
export const checkPredictedEpoch = checkByCases(
  "Predict, then measure",
  PREDICTIONS,
  (one, two, images, batch, nodes) => {
    const steps = (count: number): number => Math.ceil(images / (batch * count));
    const allReduce = (two - one / 2) / steps(2);
    const ring = (2 * (nodes - 1)) / nodes;
    return {
      what: `${one} s on 1 node and ${two} s on 2, ${formatNumber(images)} images in batches of ${batch}: ${nodes} nodes`,
      expected: one / nodes + steps(nodes) * allReduce * ring,
      unit: "s",
      slips: [
        [
          one / nodes + steps(nodes) * allReduce,
          "In a ring of n nodes each sends 2 (n - 1) / n of its gradients: two nodes send 1, and more send more.",
        ],
        [
          one / nodes + steps(2) * allReduce * ring,
          "On more nodes an epoch has fewer steps, and an all-reduce in each.",
        ],
        [one + steps(nodes) * allReduce * ring, "Each node computes a part of the images."],
        [one / 2 + steps(nodes) * allReduce * ring, "Each node computes a part of the images: how large is it?"],
        [
          one / nodes + steps(nodes) * (two / steps(2)) * ring,
          "The epoch on two nodes has computing in it: take that off to have its all-reduces.",
        ],
        [
          one / nodes + steps(nodes) * ((two - one) / steps(2)) * ring,
          "On two nodes each computes half of what one does: take off that.",
        ],
      ],
    };
  },
);

/** A configuration and its predicted time. */
export interface TimedPlan {
  name: string;
  nodes: number;
  seconds: number;
}

const PLANS: TimedPlan[] = [
  { name: "one node", nodes: 1, seconds: 3600 },
  { name: "two nodes", nodes: 2, seconds: 1900 },
  { name: "three nodes", nodes: 3, seconds: 1300 },
];
const DEADLINES: [plans: TimedPlan[], deadline: number][] = [
  [PLANS, 2400],
  [PLANS, 4000],
  [PLANS, 1000],
  [PLANS, 1900],
];

/** Checks a function that names the cheapest configuration of those that meet a deadline. */
export const checkCheapestPlan = checkByCases("The cheapest configuration", DEADLINES, (plans, deadline) => {
  const least = (candidates: TimedPlan[], cost: (plan: TimedPlan) => number): string =>
    candidates.find((plan) => cost(plan) === min(candidates.map(cost)))?.name ?? "none";
  const price = ({ nodes, seconds }: TimedPlan): number => nodes * seconds;
  const inTime = plans.filter(({ seconds }) => seconds <= deadline);
  return {
    what: `${plans.map(({ name, seconds }) => `${name} ${formatNumber(seconds)} s`).join(", ")}; within ${formatNumber(deadline)} s`,
    expected: inTime.length === 0 ? "none" : least(inTime, price),
    slips: [
      [least(plans, price), "It has to meet the deadline, too."],
      [
        least(
          plans.filter(({ seconds }) => seconds < deadline),
          price,
        ),
        "A run that takes as long as the deadline allows meets it.",
      ],
      [
        inTime.length === 0 ? "none" : least(inTime, ({ seconds }) => seconds),
        "Each node is paid for as long as the run takes: the fastest need not be the cheapest.",
      ],
    ],
  };
});
