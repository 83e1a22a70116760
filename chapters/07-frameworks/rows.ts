import { mean } from "simple-statistics";
import type { AveragesRun, BatchRun, FrameworkRun } from "./frameworks";
import type { BatchNeed, Combination, Comparison, MomentumRule, TrainingSettings } from "./terms";

/** Of the lesson's comparisons, where a side does not say otherwise. */
const usual: TrainingSettings = {
  ...{ framework: "pytorch-ddp", processes: 2, threads: 1, localBatch: 32 },
  ...{ gradients: "float32", firstEpoch: "left out" },
};

interface Side {
  about: Comparison;
  one: Partial<TrainingSettings>;
  other: Partial<TrainingSettings>;
}

/** Six comparisons that somebody could make: what each is about, and how its sides differ from the usual settings. */
const comparisons: Side[] = [
  { about: "framework", one: {}, other: { framework: "keras" } },
  { about: "framework", one: { gradients: "float16" }, other: { framework: "mxnet-kvstore" } },
  { about: "framework", one: {}, other: { framework: "tensorflow", firstEpoch: "counted" } },
  { about: "weak scaling", one: { processes: 1 }, other: {} },
  { about: "weak scaling", one: { processes: 1, threads: 2 }, other: {} },
  { about: "strong scaling", one: { processes: 1, localBatch: 64 }, other: {} },
];

/** Rows for a table of the six comparisons. */
export function comparisonRows() {
  const settings = (side: Partial<TrainingSettings>) =>
    Object.entries(side).map(([name, value]) => `${name} ${value}`).join(", ") || "usual"; // prettier-ignore
  return comparisons.map(({ about, one, other }, at) => ({
    ...{ comparison: at + 1, about, "one side": settings(one), "other side": settings(other) },
  }));
}

type Unequal = (one: TrainingSettings, other: TrainingSettings, about: Comparison) => string[];

/** Rows for a table: what the student's function finds unequal in each comparison. */
export function unequalRows(unequalSettings: Unequal) {
  return comparisons.map(({ about, one, other }, at) => {
    const found = unequalSettings({ ...usual, ...one }, { ...usual, ...other }, about);
    return { comparison: at + 1, about, "not equal": found.join(", ") || "fair" };
  });
}

/** Rows for a table: what each way to combine gradients makes of the images 2, 4, 6 and 8. */
export function stepRows(stepGradient: (way: Combination, gradients: number[][], n: number) => number) {
  const [equal, unequal] = [[[2, 4], [6, 8]], [[2, 4, 6], [8]]]; // prettier-ignore
  const ways: [how: string, way: Combination, n: number][] = [
    ["mean of means", "mean of means", 1],
    ["sum over n, n = 4", "sum over n", 4],
    ["sum over n, n = 2", "sum over n", 2],
    ["mean of sums over n, n = 2", "mean of sums over n", 2],
    ["mean of sums over n, n = 4", "mean of sums over n", 4],
  ];
  return ways.map(([how, way, n]) => ({
    ...{ how, "two images each": stepGradient(way, equal, n), "three and one": stepGradient(way, unequal, n) },
  }));
}

type WeightAfter = (rule: MomentumRule, gradients: number[], rates: number[], momentum: number, weight: number) => number; // prettier-ignore

/** Rows for a table: how far a weight moves in ten steps by each rule of momentum. */
export function momentumRows(weightAfter: WeightAfter) {
  const ones = Array.from({ length: 10 }, () => 1);
  const rates = { constant: ones.map(() => 0.1), growing: ones.map((_, at) => (at + 1) / 100) };
  return Object.entries(rates).map(([rate, values]) => {
    const [after, before] = (["rate after", "rate before"] as const).map((rule) => -weightAfter(rule, ones, values, 0.9, 0)); // prettier-ignore
    return { "the rate": rate, "rate after": after, "rate before": before, "after / before": after / before };
  });
}

/** Rows for a table: how many images of a run were right in each epoch, in training and in the test. */
export const curveRows = ({ epochs, localBatch, processes }: FrameworkRun) =>
  epochs.map(({ images, accuracy, testAccuracy }, at) => ({
    ...{ epoch: at + 1, updates: ((at + 1) * images) / (localBatch * processes) },
    ...{ "trained on (%)": 100 * accuracy, "tested on (%)": 100 * testAccuracy },
  }));

/** Mean over the runs with a momentum, in percent, after each epoch. */
function meanPercents(runs: readonly AveragesRun[], momentum: number, part: "accuracy" | "testAccuracy"): number[] {
  const those = runs.filter((run) => run.momentum === momentum);
  return those[0][part].map((_, epoch) => 100 * mean(those.map((run) => run[part][epoch])));
}

/** Rows for a table: runs whose normalizations keep moving averages with two momenta. */
export function averagesRows(runs: readonly AveragesRun[]) {
  const [trainedSlow, testedSlow] = (["accuracy", "testAccuracy"] as const).map((part) => meanPercents(runs, 0.99, part)); // prettier-ignore
  const [trainedFast, testedFast] = (["accuracy", "testAccuracy"] as const).map((part) => meanPercents(runs, 0.9, part)); // prettier-ignore
  return trainedSlow.map((_, at) => ({
    ...{ epoch: at + 1, "trained on, 0.99": trainedSlow[at], "trained on, 0.9": trainedFast[at] },
    ...{ "tested on, 0.99": testedSlow[at], "tested on, 0.9": testedFast[at] },
  }));
}

const rules = {
  "rate in proportion": (batch: number) => (0.1 * batch) / 128,
  "rate of 8 images": () => (0.1 * 8) / 128,
};

/** Updates until the first epoch in which this share of the training images is right: by rule and batch, one for each replicate. */
export function batchNeeds(runs: readonly BatchRun[], target: number) {
  const updatesOf = ({ accuracy, updatesPerEpoch }: BatchRun): number => {
    const epoch = accuracy.findIndex((share) => share >= target);
    return epoch < 0 ? Infinity : (epoch + 1) * updatesPerEpoch;
  };
  return Object.entries(rules).flatMap(([rule, rate]) =>
    [8, 32, 128, 256].map((batch) => {
      const those = runs.filter((run) => run.batch === batch && run.learningRate === rate(batch));
      return { rule, batch, updates: those.map(updatesOf) };
    }),
  );
}

type Needs = ReturnType<typeof batchNeeds>;

/** The mean over replicates, of the batches whose rate is in proportion. */
export const needsInProportion = (needs: Needs): BatchNeed[] =>
  needs
    .filter(({ rule }) => rule === "rate in proportion")
    .map(({ batch, updates }) => ({ batch, updates: mean(updates) }));

/** Rows for a table: what each batch needs by each rule. */
export function needRows(needs: Needs) {
  const rows = needs.filter(({ updates }) => updates.length > 0);
  const [{ batch: smallest, updates: most }] = rows;
  return rows.map(({ rule, batch, updates }) => ({
    ...{ rule, "images a step": batch, updates: mean(updates), images: batch * mean(updates) },
    "images / those of 8": (batch * mean(updates)) / (smallest * mean(most)),
  }));
}
