import { checkAccumulated, checkEpochCounts, checkLeastSeconds, type BatchGradient } from "../../../lib/checks";
import { allReduceSeconds, epochCounts, gradientBytes, type EpochPlan } from "../../../lib/measure";
import { exercise } from "../exercise";

const stepsOf = (plan: EpochPlan): number => epochCounts(plan).steps;
const imagesOf = (group: BatchGradient[]): number => group.reduce((sum, { images }) => sum + images, 0);
const groupsOf = (batches: BatchGradient[], syncEvery: number): BatchGradient[][] =>
  batches.flatMap((_, at) => (at % syncEvery === 0 ? [batches.slice(at, at + syncEvery)] : []));

/** The gradients of each group, added up with a weight for each batch. */
const added = (
  batches: BatchGradient[],
  syncEvery: number,
  weight: (batch: BatchGradient, group: BatchGradient[]) => number,
): number[][] =>
  groupsOf(batches, syncEvery).map((group) =>
    group[0].gradient.map((_, at) => group.reduce((sum, batch) => sum + batch.gradient[at] * weight(batch, group), 0)),
  );

export const exercises = [
  exercise({
    what: "the least seconds of an all-reduce",
    cell: "04-many-nodes/test-least-seconds",
    check: checkLeastSeconds,
    right: [
      (parameters, n, bits) => (2 * ((n - 1) / n) * parameters * 4 * 8) / bits,
      (parameters, n, bits) => allReduceSeconds(n, gradientBytes(parameters), { bytesPerSecond: bits / 8 }),
    ],
    wrong: [
      { what: "bits taken for bytes", answer: (p, n, bits) => (2 * (n - 1) * 4 * p) / n / bits, says: /8 of them/ },
      {
        what: "a byte for each gradient",
        answer: (p, n, bits) => (16 * (n - 1) * p) / n / bits,
        says: /how many bytes/,
      },
      { what: "the gradients once", answer: (p, _, bits) => (32 * p) / bits, says: /sends the gradients once/ },
      { what: "twice the gradients", answer: (p, _, bits) => (64 * p) / bits, says: /keeps one/ },
      { what: "one round", answer: (p, n, bits) => (32 * (n - 1) * p) / n / bits, says: /come back/ },
      { what: "everything to everybody", answer: (p, n, bits) => (64 * (n - 1) * p) / bits, says: /one part of n/ },
    ],
  }),
  exercise({
    what: "gradients accumulated by hand",
    cell: "04-many-nodes/test-accumulate",
    check: checkAccumulated,
    right: [
      (batches, syncEvery) =>
        groupsOf(batches, syncEvery).map((group) => {
          const images = group.reduce((sum, batch) => sum + batch.images, 0);
          return group[0].gradient.map(
            (_, at) => group.reduce((sum, { gradient, images: own }) => sum + gradient[at] * own, 0) / images,
          );
        }),
      (batches, syncEvery) => {
        const updates: number[][] = [];
        let [sum, images] = [[] as number[], 0];
        batches.forEach((batch, at) => {
          sum = batch.gradient.map((value, i) => (sum[i] ?? 0) + value * batch.images);
          images += batch.images;
          if ((at + 1) % syncEvery !== 0 && at + 1 < batches.length) return;
          updates.push(sum.map((value) => value / images));
          [sum, images] = [[], 0];
        });
        return updates;
      },
    ],
    wrong: [
      { what: "a sum", answer: (batches, every) => added(batches, every, () => 1), says: /mean over images: divide/ },
      {
        what: "a plain mean of batches",
        answer: (batches, every) => added(batches, every, (_, group) => 1 / group.length),
        says: /weight each by its images/,
      },
      {
        what: "full groups everywhere",
        answer: (batches, every) =>
          added(batches, every, ({ images }) => images / (every * Math.max(...batches.map((batch) => batch.images)))),
        says: /divide by its own/,
      },
      {
        what: "no division",
        answer: (batches, every) => added(batches, every, ({ images }) => images),
        says: /Divide by the images/,
      },
      {
        what: "the last group dropped",
        answer: (batches, every) =>
          added(batches, every, ({ images }, group) => images / imagesOf(group)).slice(0, batches.length / every),
        says: /make an update, too/,
      },
    ],
  }),
  exercise({
    what: "the counts of an epoch",
    cell: "04-many-nodes/test-epoch-counts",
    check: checkEpochCounts,
    right: [
      ({ images, localBatchSize, nodes, syncEvery }) => ({
        steps: Math.ceil(images / (localBatchSize * nodes)),
        syncs: Math.ceil(images / (localBatchSize * nodes * syncEvery)),
        effectiveBatch: localBatchSize * nodes * syncEvery,
      }),
      (plan) => epochCounts(plan),
    ],
    wrong: [
      {
        what: "batches for updates",
        answer: (plan) => ({ ...epochCounts(plan), syncs: stepsOf(plan) }),
        says: /Those are the/,
      },
      {
        what: "batches multiplied",
        answer: (plan) => ({ ...epochCounts(plan), syncs: stepsOf(plan) * plan.syncEvery }),
        says: /fewer all-reduces/,
      },
      {
        what: "the images left over dropped",
        answer: (plan) => ({ ...epochCounts(plan), steps: Math.floor(plan.images / plan.localBatchSize / plan.nodes) }),
        says: /left over make a batch/,
      },
      {
        what: "the incomplete group dropped",
        answer: (plan) => ({ ...epochCounts(plan), syncs: Math.floor(stepsOf(plan) / plan.syncEvery) }),
        says: /left over at the end/,
      },
      {
        what: "the batch of a step",
        answer: (plan) => ({ ...epochCounts(plan), effectiveBatch: plan.localBatchSize * plan.nodes }),
        says: /one step/,
      },
      {
        what: "one node's images",
        answer: (plan) => ({ ...epochCounts(plan), effectiveBatch: plan.localBatchSize * plan.syncEvery }),
        says: /one node's/,
      },
    ],
  }),
];
