import { counted } from "../../../lib/system/words";
import { checkByCases } from "../../../lib/checks/check";
import type { BatchNeed, MeasuredWay } from "../../../chapters/07-frameworks/terms";

const AVERAGES: [momentum: number, share: number][] = [
  [0.99, 0.1],
  [0.99, 0.01],
  [0.9, 0.1],
  [0.99, 1],
];

/** Checks a function that gives the updates after which at most a share of a moving average's start is left. */
export const checkUpdatesUntil = checkByCases("Right in training, wrong in the test", AVERAGES, (momentum, share) => {
  const right = share === 1 ? 0 : Math.ceil(Math.log(share) / Math.log(momentum));
  return {
    what: `momentum ${momentum}, until at most ${100 * share} % of the start is left`,
    expected: right,
    unit: "updates",
    slips: [
      [Math.floor(Math.log(share) / Math.log(momentum)), "After so many updates a little more than the share is still left."],
      [Math.log(share) / Math.log(momentum), "There are only whole updates."],
      [Math.ceil((1 - share) / (1 - momentum)), "An update takes away a share of what is still left, not of the start."],
      [Math.ceil(Math.log(1 - share) / Math.log(momentum)), "The share is what is left, not what is gone."],
    ],
  };
}); // prettier-ignore

/** Checks a function that gives the rate of a step: in proportion to the batch, and growing over the first epoch. */
export const checkScaledRate = checkByCases(
  "The learning rate",
  [
    [40, 128, 16],
    [0, 128, 16],
    [3, 128, 16],
    [15, 512, 4],
    [0, 512, 1],
    [7, 32, 16],
  ] as [step: number, batch: number, stepsPerEpoch: number][],
  (step, batch, stepsPerEpoch) => {
    const full = (0.1 * batch) / 128;
    const right = full * Math.min(1, (step + 1) / stepsPerEpoch);
    return {
      what: `step ${step}, ${batch} images a step, ${counted(stepsPerEpoch, "step")} an epoch`,
      expected: right,
      slips: [
        [full, "In the first epoch the rate still grows."],
        [0.1 * Math.min(1, (step + 1) / stepsPerEpoch), "The rate is proportional to the batch."],
        [full * Math.min(1, step / stepsPerEpoch), "The first step, 0, already has one part of the rate."],
        [(full * (step + 1)) / stepsPerEpoch, "After the first epoch the rate stays."],
      ],
    };
  },
);

const need = (...pairs: [batch: number, updates: number][]): BatchNeed[] =>
  pairs.map(([batch, updates]) => ({ batch, updates }));

const NEEDS: [needs: BatchNeed[], factor: number][] = [
  [need([16, 400], [32, 200], [64, 104], [128, 90], [256, 80]), 1.5],
  [need([16, 400], [32, 200], [64, 104], [128, 90], [256, 80]), 2],
  [need([8, 100], [32, 30], [128, 20], [512, Infinity]), 10],
  [need([8, 100], [32, 80], [128, 6]), 2],
];

function largest(needs: readonly BatchNeed[], factor: number, how: "all" | "any" | "neighbours" = "all"): number {
  const images = ({ batch, updates }: BatchNeed): number => batch * updates;
  const isUseful = (each: BatchNeed, at: number): boolean =>
    images(each) <= factor * images(needs[how === "neighbours" ? Math.max(0, at - 1) : 0]);
  const useless = how === "any" ? -1 : needs.findIndex((each, at) => !isUseful(each, at));
  const useful = needs.filter((each, at) => (useless < 0 || at < useless) && isUseful(each, at));
  return useful[useful.length - 1].batch;
}

/** Checks a function that gives the largest batch up to which larger batches hardly need more images. */
export const checkLargestUseful = checkByCases("Where larger batches stop helping", NEEDS, (needs, factor) => ({
  what: `${needs.map(({ batch, updates }) => `${batch}: ${updates}`).join(", ")}; at most ${factor} times the images`,
  expected: largest(needs, factor),
  unit: "images a step",
  slips: [
    [largest(needs, factor, "any"), "All smaller batches have to be useful, too: a single lucky one does not count."],
    [largest(needs, factor, "neighbours"), "Compare with the smallest batch, not with the one before."],
    [needs[needs.length - 1].batch, "Count the images: batch times updates."],
    [needs[0].batch, "Count the images, not the updates: which larger batches need hardly more of them?"],
  ],
}));

const ways = (...all: [name: string, processes: number, seconds: number][]): MeasuredWay[] =>
  all.map(([name, processes, secondsToAccuracy]) => ({ name, processes, secondsToAccuracy }));

const CHOICES: [ways: MeasuredWay[], deadline: number][] = [
  [ways(["a", 1, 100], ["a", 2, 60], ["b", 1, 80], ["b", 2, 50]), 90],
  [ways(["a", 1, 100], ["a", 2, 60], ["b", 1, 80], ["b", 2, 50]), 50],
  [ways(["a", 1, 100], ["a", 2, 60], ["b", 1, Infinity], ["b", 2, 45]), 200],
  [ways(["a", 1, 100], ["a", 2, 60], ["b", 1, Infinity], ["b", 2, Infinity]), 50],
  [ways(["b", 4, 25], ["a", 2, 50], ["c", 4, 30]), 100],
];

/** Which of the ways that meet the deadline a rule takes. */
function chosenWay(
  all: readonly MeasuredWay[],
  deadline: number,
  cost: (way: MeasuredWay) => number,
): MeasuredWay | "none" {
  const meet = all.filter(({ secondsToAccuracy }) => secondsToAccuracy <= deadline);
  if (meet.length === 0) return "none";
  return meet.reduce((best, way) =>
    cost(way) < cost(best) || (cost(way) === cost(best) && way.processes < best.processes) ? way : best,
  );
}

/** Checks a function that takes the cheapest way that meets a deadline: by process-seconds, then by processes. */
export const checkWayToTrain = checkByCases("A decision", CHOICES, (all, deadline) => {
  const or = (cost: (way: MeasuredWay) => number, until = deadline) => chosenWay(all, until, cost);
  const price = ({ processes, secondsToAccuracy }: MeasuredWay): number => processes * secondsToAccuracy;
  return {
    what: `${all.map((way) => `${way.name} on ${way.processes}: ${way.secondsToAccuracy} s`).join(", ")}; within ${deadline} s`,
    expected: or(price),
    slips: [
      [or(({ secondsToAccuracy }) => secondsToAccuracy), "That is the fastest way. Is it also the cheapest that is fast enough?"],
      [or(price, Infinity), "It is too late: the deadline comes first."],
      [or(({ processes }) => processes), "Fewer processes are not always cheaper: multiply by their time."],
    ],
  };
}); // prettier-ignore
