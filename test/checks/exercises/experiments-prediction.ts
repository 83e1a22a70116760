import { Matrix, solve } from "ml-matrix";
import { mean } from "simple-statistics";
import {
  checkFittedTimes,
  checkLeaveOneOut,
  checkPredictedEpoch,
  type FittedTimes,
  type TimedRun,
} from "../../../lib/checks";
import { allReduceSeconds, predictEpoch, sentBytes } from "../../../lib/measure";
import { exercise } from "../exercise";

const steps = (images: number, batch: number, nodes: number) => Math.ceil(images / (batch * nodes));
const ring = (nodes: number) => (2 * (nodes - 1)) / nodes;
const each = (one: number, two: number, images: number, batch: number) => (two - one / 2) / steps(images, batch, 2);

type Fit = (runs: TimedRun[], images: number) => FittedTimes;
type Work = (run: TimedRun, images: number) => [number, number];
const work: Work = ({ batch, nodes }, images) => [images / nodes, steps(images, batch, nodes) * ring(nodes)];
/** Least squares by ml-matrix, whose solver takes a QR decomposition. */
const fitBy =
  (columns: Work): Fit =>
  (runs, images) => {
    const design = new Matrix(runs.map((run) => columns(run, images)));
    const found = solve(design, Matrix.columnVector(runs.map(({ seconds }) => seconds)));
    return { image: found.get(0, 0), allReduce: found.get(1, 0) };
  };
const fit = fitBy(work);
const said = (run: TimedRun, images: number, { image, allReduce }: FittedTimes) => {
  const [own, allReduces] = work(run, images);
  return own * image + allReduces * allReduce;
};
const without = (runs: TimedRun[], at: number) => runs.filter((_, index) => index !== at);

export const exercises = [
  exercise({
    what: "an epoch on more nodes",
    cell: "06-prediction/test-predicted-epoch",
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
        says: /includes computing/,
      },
      { what: "a plain ratio", answer: (_, t, __, ___, n) => (2 * t) / n, says: /In a ring/ },
    ],
  }),
  exercise<Fit>({
    what: "a fit by least squares",
    cell: "06-prediction/test-fitted-times",
    check: checkFittedTimes,
    right: [
      fit,
      (runs, images) => {
        const rows = runs.map((run) => [...work(run, images), run.seconds]);
        const sum = (i: number, j: number) => rows.reduce((total, row) => total + row[i] * row[j], 0);
        const allReduce =
          (sum(1, 2) * sum(0, 0) - sum(0, 2) * sum(0, 1)) / (sum(0, 0) * sum(1, 1) - sum(0, 1) * sum(0, 1));
        return { image: (sum(0, 2) - allReduce * sum(0, 1)) / sum(0, 0), allReduce };
      },
    ],
    wrong: [
      {
        what: "all images on each node",
        answer: fitBy((run, images) => [images, work(run, images)[1]]),
        says: /only its part/,
      },
      {
        what: "the ring forgotten",
        answer: fitBy(({ batch, nodes }, images) => [images / nodes, nodes === 1 ? 0 : steps(images, batch, nodes)]),
        says: /2 \(n - 1\)/,
      },
      {
        what: "all-reduces on one node",
        answer: fitBy(({ batch, nodes }, images) => [images / nodes, steps(images, batch, nodes)]),
        says: /sends nothing/,
      },
      {
        what: "the steps of one node",
        answer: fitBy(({ batch, nodes }, images) => [images / nodes, Math.ceil(images / batch) * ring(nodes)]),
        says: /a batch on every node/,
      },
      { what: "two runs only", answer: (runs, images) => fit(runs.slice(0, 2), images), says: /uses all runs/ },
      {
        what: "the means of each run's own values",
        answer: (runs, images) => {
          const one = runs.filter(({ nodes }) => nodes === 1);
          const image = mean(one.map(({ seconds }) => seconds / images));
          const several = runs.filter(({ nodes }) => nodes > 1);
          const ofRun = (run: TimedRun) => (run.seconds - work(run, images)[0] * image) / work(run, images)[1];
          return { image, allReduce: mean(several.map(ofRun)) };
        },
      },
    ],
  }),
  exercise<(runs: TimedRun[], images: number) => number[]>({
    what: "leave one out",
    cell: "06-prediction/test-leave-one-out",
    check: checkLeaveOneOut,
    right: [
      (runs, images) => runs.map((run, at) => said(run, images, fit(without(runs, at), images)) / run.seconds - 1),
      (runs, images) =>
        runs.map((run) => {
          const rest = runs.filter((other) => other !== run);
          return (said(run, images, fit(rest, images)) - run.seconds) / run.seconds;
        }),
    ],
    wrong: [
      {
        what: "a fit to all runs",
        answer: (runs, images) => runs.map((run) => said(run, images, fit(runs, images)) / run.seconds - 1),
        says: /has seen the run/,
      },
      {
        what: "the wrong sign",
        answer: (runs, images) =>
          runs.map((run, at) => 1 - said(run, images, fit(without(runs, at), images)) / run.seconds),
        says: /too long has a positive error/,
      },
      {
        what: "seconds",
        answer: (runs, images) =>
          runs.map((run, at) => said(run, images, fit(without(runs, at), images)) - run.seconds),
        says: /errors are shares/,
      },
      {
        what: "no sign",
        answer: (runs, images) =>
          runs.map((run, at) => Math.abs(said(run, images, fit(without(runs, at), images)) / run.seconds - 1)),
        says: /Keep the sign/,
      },
    ],
  }),
];
