import { mean, min, sum } from "simple-statistics";
import { Check } from "../check";
import { formatNumber } from "../compare";

/** Measured times, and a model's. */
export type FitCase = [measured: number[], fitted: number[]];
const FITS: FitCase[] = [
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
export function checkRSquared(rSquared: (measured: number[], fitted: number[]) => number, cases = FITS): Check {
  return new Check(
    "A line, a parabola or a hyperbola",
    cases.map(([measured, fitted]) => {
      const residual = sum(measured.map((each, at) => (each - fitted[at]) ** 2));
      const total = sum(measured.map((each) => (each - mean(measured)) ** 2));
      const explained = sum(fitted.map((each) => (each - mean(measured)) ** 2));
      const share = residual / total;
      return {
        what: `measured ${measured.join(", ")} s, fitted ${fitted.join(", ")} s`,
        came: () => rSquared([...measured], [...fitted]),
        expected: 1 - share,
        slips: [
          { value: share, hint: "That is the share which is left: the model explains the rest." },
          { value: 1 - Math.sqrt(share), hint: "The squares are compared, not their roots." },
          { value: explained / total, hint: "What is left counts, too: take the residuals from the measured times." },
          {
            value: 1 - residual / sum(measured.map((each) => each ** 2)),
            hint: "All variation is around the mean of the measured times.",
          },
          {
            value: 1 - residual / sum(fitted.map((each) => (each - mean(fitted)) ** 2)),
            hint: "All variation is that of the measured times.",
          },
        ],
      };
    }),
  );
}

/** Epochs of sync on one node and on two, the images of an epoch and of a step on a node, and the nodes to predict. */
export type PredictionCase = [one: number, two: number, images: number, batch: number, nodes: number];
/** The published study's ResNet50 at batch 32, and two others. */
const PREDICTIONS: PredictionCase[] = [
  [331.9, 1826.8, 100_000, 32, 3],
  [60, 50, 960, 8, 3],
  [20, 45, 1024, 16, 4],
];

/** Checks a function that predicts an epoch on several nodes from those on one and on two. */
export function checkPredictedEpoch(
  predictedEpoch: (one: number, two: number, images: number, batch: number, nodes: number) => number,
  cases = PREDICTIONS,
): Check {
  return new Check(
    "Predict, then measure",
    cases.map(([one, two, images, batch, nodes]) => {
      const steps = (count: number): number => Math.ceil(images / (batch * count));
      const each = (two - one / 2) / steps(2);
      const ring = (2 * (nodes - 1)) / nodes;
      return {
        what: `${one} s on 1 node and ${two} s on 2, ${formatNumber(images)} images in batches of ${batch}: ${nodes} nodes`,
        came: () => predictedEpoch(one, two, images, batch, nodes),
        expected: one / nodes + steps(nodes) * each * ring,
        unit: "s",
        slips: [
          {
            value: one / nodes + steps(nodes) * each,
            hint: "In a ring of n nodes each sends 2 (n - 1) / n of its gradients: two nodes send 1, and more send more.",
          },
          {
            value: one / nodes + steps(2) * each * ring,
            hint: "On more nodes an epoch has fewer steps, and an all-reduce in each.",
          },
          { value: one + steps(nodes) * each * ring, hint: "Each node computes a part of the images." },
          {
            value: one / 2 + steps(nodes) * each * ring,
            hint: "Each node computes a part of the images: how large is it?",
          },
          {
            value: one / nodes + steps(nodes) * (two / steps(2)) * ring,
            hint: "The epoch on two nodes has computing in it: take that off to have its all-reduces.",
          },
          {
            value: one / nodes + steps(nodes) * ((two - one) / steps(2)) * ring,
            hint: "On two nodes each computes half of what one does: take off that.",
          },
        ],
      };
    }),
  );
}

/** A configuration with the time that it should take. */
export interface TimedPlan {
  name: string;
  nodes: number;
  seconds: number;
}

/** Configurations, and by when a run has to be done. */
export type DeadlineCase = [plans: TimedPlan[], deadline: number];
const three = [
  { name: "one node", nodes: 1, seconds: 3600 },
  { name: "two nodes", nodes: 2, seconds: 1900 },
  { name: "three nodes", nodes: 3, seconds: 1300 },
];
const DEADLINES: DeadlineCase[] = [
  [three, 2400],
  [three, 4000],
  [three, 1000],
  [three, 1900],
];

/** Checks a function that names the cheapest configuration of those that meet a deadline. */
export function checkCheapestPlan(
  cheapestPlan: (plans: TimedPlan[], deadline: number) => string,
  cases = DEADLINES,
): Check {
  return new Check(
    "The cheapest configuration",
    cases.map(([plans, deadline]) => {
      const first = (some: TimedPlan[], by: (plan: TimedPlan) => number): string =>
        some.find((plan) => by(plan) === min(some.map(by)))?.name ?? "none";
      const price = ({ nodes, seconds }: TimedPlan): number => nodes * seconds;
      const intime = plans.filter(({ seconds }) => seconds <= deadline);
      return {
        what: `${plans.map(({ name, seconds }) => `${name} ${formatNumber(seconds)} s`).join(", ")}; within ${formatNumber(deadline)} s`,
        came: () =>
          cheapestPlan(
            plans.map((plan) => ({ ...plan })),
            deadline,
          ),
        expected: intime.length === 0 ? "none" : first(intime, price),
        slips: [
          { value: first(plans, price), hint: "It has to meet the deadline, too." },
          {
            value: first(
              plans.filter(({ seconds }) => seconds < deadline),
              price,
            ),
            hint: "A run that takes as long as the deadline allows meets it.",
          },
          {
            value: intime.length === 0 ? "none" : first(intime, ({ seconds }) => seconds),
            hint: "Each node is paid for as long as the run takes: the fastest need not be the cheapest.",
          },
        ],
      };
    }),
  );
}
