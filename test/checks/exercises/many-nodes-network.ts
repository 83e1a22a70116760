import { checkFewestBatches, checkNetworkRate, checkSecondsPerSync } from "../../../lib/checks";
import { allReduceSeconds, epochCounts, predictEpoch, sentBytes, type EpochPlan } from "../../../lib/measure";
import { exercise } from "../exercise";

/** The rate, if an epoch's all-reduces together took so long. */
const rateOf = (sending: number, plan: EpochPlan, bytes: number): number =>
  (epochCounts(plan).syncs * sentBytes(plan.nodes, bytes)) / sending;

/** The rate at which the model gives the measured epoch. */
function bisected(epoch: number, plan: EpochPlan, compute: number, bytes: number): number {
  let [low, high] = [1, 1e12];
  for (let turn = 0; turn < 200; turn++) {
    const middle = Math.sqrt(low * high);
    const allReduce = allReduceSeconds(plan.nodes, bytes, { bytesPerSecond: middle });
    if (predictEpoch(plan, { compute, allReduce }).epochSeconds > epoch) low = middle;
    else high = middle;
  }
  return high;
}

export const exercises = [
  exercise({
    what: "a network's rate",
    cell: "04-many-nodes/test-network-rate",
    check: checkNetworkRate,
    right: [
      (epoch, plan, compute, bytes) => {
        const { steps, syncs } = epochCounts(plan);
        return (syncs * sentBytes(plan.nodes, bytes)) / (epoch - steps * compute);
      },
      (epoch, plan, compute, bytes) => bisected(epoch, plan, compute, bytes),
    ],
    wrong: [
      {
        what: "computing forgotten",
        answer: (epoch, plan, _, bytes) => rateOf(epoch, plan, bytes),
        says: /take that off/,
      },
      {
        what: "the nodes' computing added",
        answer: (epoch, plan, compute, bytes) =>
          rateOf(epoch - plan.nodes * epochCounts(plan).steps * compute, plan, bytes),
        says: /at the same time/,
      },
      {
        what: "one step's computing",
        answer: (epoch, plan, compute, bytes) => rateOf(epoch - compute, plan, bytes),
        says: /take that off/,
      },
      {
        what: "an all-reduce in each step",
        answer: (epoch, plan, compute, bytes) => {
          const { steps } = epochCounts(plan);
          return rateOf(epoch - steps * compute, { ...plan, syncEvery: 1 }, bytes);
        },
        says: /Not every step/,
      },
      {
        what: "the ring forgotten",
        answer: (epoch, plan, compute, bytes) => {
          const { steps, syncs } = epochCounts(plan);
          return (syncs * bytes) / (epoch - steps * compute);
        },
        says: /In a ring|expected/,
      },
      {
        what: "megabytes",
        answer: (epoch, plan, compute, bytes) => rateOf(epoch - epochCounts(plan).steps * compute, plan, bytes) / 1e6,
        says: /not megabytes/,
      },
    ],
  }),
  exercise({
    what: "the seconds of an all-reduce from two batches",
    cell: "04-many-nodes/test-seconds-per-sync",
    check: checkSecondsPerSync,
    right: [
      (a, b) => (a.epochSeconds - b.epochSeconds) / (a.syncs - b.syncs),
      (a, b) => Math.abs(a.epochSeconds - b.epochSeconds) / Math.abs(b.syncs - a.syncs),
    ],
    wrong: [
      { what: "computing counted", answer: (a) => a.epochSeconds / a.syncs, says: /in common/ },
      {
        what: "mixed orders",
        answer: (a, b) => (b.epochSeconds - a.epochSeconds) / (a.syncs - b.syncs),
        says: /same order/,
      },
      {
        what: "upside down",
        answer: (a, b) => (a.syncs - b.syncs) / (a.epochSeconds - b.epochSeconds),
        says: /Upside/,
      },
      {
        what: "dividing first",
        answer: (a, b) => a.epochSeconds / a.syncs - b.epochSeconds / b.syncs,
        says: /Subtract first/,
      },
      { what: "a sum", answer: (a, b) => (a.epochSeconds + b.epochSeconds) / (a.syncs + b.syncs), says: /goes away/ },
    ],
  }),
  exercise({
    what: "the fewest batches between all-reduces",
    cell: "04-many-nodes/test-fewest-batches",
    check: checkFewestBatches,
    right: [
      (compute, allReduce, share) => Math.max(1, Math.ceil((allReduce / compute) * (1 / share - 1) - 1e-9)),
      (compute, allReduce, share) => {
        let batches = 1;
        while (allReduce / (batches * compute + allReduce) > share + 1e-12) batches++;
        return batches;
      },
    ],
    wrong: [
      { what: "a broken number", answer: (c, w, s) => (w * (1 - s)) / (s * c), says: /round up/ },
      {
        what: "rounding down",
        answer: (c, w, s) => Math.max(1, Math.floor((w * (1 - s)) / (s * c))),
        says: /too large/,
      },
      { what: "a share of the computing", answer: (c, w, s) => Math.ceil(w / (s * c)), says: /whole time/ },
      { what: "the share upside down", answer: (c, w, s) => Math.ceil((w * s) / ((1 - s) * c)), says: /upside down/ },
      { what: "one too many", answer: (c, w, s) => Math.ceil((w * (1 - s)) / (s * c)) + 1, says: /enough/ },
    ],
  }),
];
