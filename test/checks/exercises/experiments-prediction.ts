import { mean } from "simple-statistics";
import { checkCheapestPlan, checkPredictedEpoch, checkRSquared } from "../../../lib/checks";
import { allReduceSeconds, predictEpoch, sentBytes } from "../../../lib/measure";
import { exercise } from "../exercise";

const squares = (values: number[], around: number[]) =>
  values.map((value, at) => (value - around[at]) ** 2).reduce((a, b) => a + b, 0);
const all = (values: number[], value: number) => values.map(() => value);
const steps = (images: number, batch: number, nodes: number) => Math.ceil(images / (batch * nodes));
const ring = (nodes: number) => (2 * (nodes - 1)) / nodes;
const each = (one: number, two: number, images: number, batch: number) => (two - one / 2) / steps(images, batch, 2);

export const experimentsPredictionExercises = [
  exercise({
    what: "R squared",
    cell: "05-experiments/test-r-squared",
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
      { what: "around zero", answer: (m, f) => 1 - squares(m, f) / squares(m, all(m, 0)), says: /around the mean/ },
      {
        what: "the fitted times' variation",
        answer: (m, f) => squares(f, all(f, mean(m))) / squares(m, all(m, mean(m))),
        says: /What is left counts/,
      },
    ],
  }),
  exercise({
    what: "an epoch on more nodes",
    cell: "05-experiments/test-predicted-epoch",
    check: checkPredictedEpoch,
    right: [
      (one, two, images, batch, nodes) =>
        one / nodes + steps(images, batch, nodes) * each(one, two, images, batch) * ring(nodes),
      (one, two, images, localBatchSize, nodes) => {
        const link = { bytesPerSecond: sentBytes(2, 1e6) / each(one, two, images, localBatchSize) };
        const times = {
          compute: one / nodes / steps(images, localBatchSize, nodes),
          allReduce: allReduceSeconds(nodes, 1e6, link),
        };
        return predictEpoch({ images, localBatchSize, nodes, syncEvery: 1 }, times).epochSeconds;
      },
    ],
    wrong: [
      {
        what: "the ring forgotten",
        answer: (o, t, i, b, n) => o / n + steps(i, b, n) * each(o, t, i, b),
        says: /In a ring/,
      },
      {
        what: "as many steps",
        answer: (o, t, i, b, n) => o / n + steps(i, b, 2) * each(o, t, i, b) * ring(n),
        says: /fewer steps/,
      },
      {
        what: "all images on each node",
        answer: (o, t, i, b, n) => o + steps(i, b, n) * each(o, t, i, b) * ring(n),
        says: /a part of the images/,
      },
      {
        what: "computing in the all-reduces",
        answer: (o, t, i, b, n) => o / n + ((steps(i, b, n) * t) / steps(i, b, 2)) * ring(n),
        says: /computing in it/,
      },
      { what: "a plain ratio", answer: (_, t, __, ___, n) => (2 * t) / n, says: /In a ring/ },
    ],
  }),
  exercise({
    what: "the cheapest configuration",
    cell: "05-experiments/test-cheapest-plan",
    check: checkCheapestPlan,
    right: [
      (plans, deadline) =>
        plans.filter(({ seconds }) => seconds <= deadline).sort((a, b) => a.nodes * a.seconds - b.nodes * b.seconds)[0]
          ?.name ?? "none",
      (plans, deadline) => {
        let best = { name: "none", price: Infinity };
        for (const { name, nodes, seconds } of plans) {
          if (seconds <= deadline && nodes * seconds < best.price) best = { name, price: nodes * seconds };
        }
        return best.name;
      },
    ],
    wrong: [
      {
        what: "no deadline",
        answer: (plans) => [...plans].sort((a, b) => a.nodes * a.seconds - b.nodes * b.seconds)[0].name,
        says: /meet the deadline/,
      },
      {
        what: "the fastest",
        answer: (plans, deadline) =>
          plans.filter(({ seconds }) => seconds <= deadline).sort((a, b) => a.seconds - b.seconds)[0]?.name ?? "none",
        says: /need not be the cheapest/,
      },
      {
        what: "just in time refused",
        answer: (plans, deadline) =>
          plans.filter(({ seconds }) => seconds < deadline).sort((a, b) => a.nodes * a.seconds - b.nodes * b.seconds)[0]
            ?.name ?? "none",
        says: /meets it/,
      },
    ],
  }),
];
