import { checkByCases, type Slip } from "../../../lib/checks/check";
import { formatNumber } from "../../../lib/checks/compare";
import type { EpochPlan } from "../../../lib/measure";
import { planText } from "./many-nodes";

export interface SyncedEpoch {
  epochSeconds: number;
  /** The number of its all-reduces. */
  syncs: number;
}

/** The published study's epochs of ResNet50 with sync, and the seconds of a step on one node. */
const NETWORKS: [epochSeconds: number, plan: EpochPlan, compute: number, bytes: number][] = [
  [1826.83, { images: 100_000, localBatchSize: 32, nodes: 2, syncEvery: 1 }, 0.1062, 102_546_848],
  [858.27, { images: 100_000, localBatchSize: 64, nodes: 3, syncEvery: 1 }, 0.2134, 102_546_848],
  [737.2, { images: 100_000, localBatchSize: 32, nodes: 2, syncEvery: 4 }, 0.1062, 102_546_848],
];

/** Checks a function that gives the bytes a second that a network must have carried. */
export const checkNetworkRate = checkByCases("One number for the network", NETWORKS, (epoch, plan, compute, bytes) => {
  const { images, localBatchSize, nodes, syncEvery } = plan;
  const steps = Math.ceil(images / (localBatchSize * nodes));
  const syncs = Math.ceil(steps / syncEvery);
  const sent = (2 * (nodes - 1) * bytes) / nodes;
  const rest = epoch - steps * compute;
  const right = (syncs * sent) / rest;
  return {
    what: `${epoch} s with ${planText(plan)}`,
    expected: right,
    unit: "bytes/s",
    slips: [
      [(syncs * sent) / (epoch - nodes * steps * compute), "The nodes compute at the same time, each its own steps."],
      [(syncs * sent) / epoch, "The epoch computes, too: take that off first."],
      [(syncs * bytes) / rest, "In a ring each node sends 2 (n - 1) parts of n."],
      [(steps * sent) / rest, "Not every step has an all-reduce: count those of this epoch."],
      [sent / rest, "That is one all-reduce: how many does the epoch have?"],
      [1 / right, "Upside down: bytes belong on top."],
      [rest / syncs, "Those are the seconds of an all-reduce: how many bytes travelled in that time?"],
      [right / 1e6, "Give bytes a second, not megabytes."],
      [8 * right, "Give bytes a second, not bits."],
    ],
  };
});

/** The published study's epochs of EfficientNetB0 with sync, on 2 nodes and on 3, each with two sizes of batches. */
const BATCHES: [a: SyncedEpoch, b: SyncedEpoch][] = [
  [{ epochSeconds: 522, syncs: 1563 }, { epochSeconds: 352.8, syncs: 782 }],
  [{ epochSeconds: 218.8, syncs: 334 }, { epochSeconds: 424.6, syncs: 1042 }],
]; // prettier-ignore

/** Checks a function that gives the seconds of one all-reduce from two epochs with different numbers of them. */
export const checkSecondsPerSync = checkByCases("If one node were missing", BATCHES, (a, b) => {
  const words = ({ epochSeconds, syncs }: SyncedEpoch) => `${epochSeconds} s with ${formatNumber(syncs)} all-reduces`;
  const right = (a.epochSeconds - b.epochSeconds) / (a.syncs - b.syncs);
  return {
    what: `${words(a)}, ${words(b)}`,
    expected: right,
    unit: "s",
    slips: [
      [a.epochSeconds / a.syncs, "An epoch computes, too: what do the two have in common?"],
      [b.epochSeconds / b.syncs, "An epoch computes, too: what do the two have in common?"],
      [-right, "Subtract both in the same order."],
      [1 / right, "Upside down: seconds belong on top."],
      [
        a.epochSeconds / a.syncs - b.epochSeconds / b.syncs,
        "Subtract first, then divide: the computing is the same for the whole epoch, not for a step.",
      ],
      [(a.epochSeconds - b.epochSeconds) / a.syncs, "By how many all-reduces do they differ?"],
      [(a.epochSeconds + b.epochSeconds) / (a.syncs + b.syncs), "Subtract: what is the same in both then goes away."],
    ],
  };
});

/** Seconds that a step computes and that an all-reduce takes, and the largest share of the time for all-reduces. */
const SHARES: [compute: number, allReduce: number, share: number][] = [
  [0.1, 1.06, 0.5],
  [0.25, 0.3, 0.1],
  [0.5, 0.02, 0.1],
];

/** Checks a function that gives the fewest batches between two all-reduces that keep these within a share of the time. */
export const checkFewestBatches = checkByCases("How many batches?", SHARES, (compute, allReduce, share) => {
  const exact = (allReduce * (1 - share)) / (share * compute);
  // Rounding errors may lift a whole number by a hair.
  const right = Math.max(1, Math.ceil(exact - 1e-9));
  return {
    what: `a step of ${compute} s, an all-reduce of ${allReduce} s, at most ${100 * share} % of the time`,
    expected: right,
    unit: "batches",
    slips: [
      ...((exact < 1 ? [[0, "There is at least one batch between two all-reduces."]] : []) satisfies Slip[]),
      [exact, "Batches are whole: round up."],
      [Math.floor(exact), "With that many the share is still too large."],
      [
        Math.ceil(allReduce / (share * compute)),
        "It is the share of the whole time, with the all-reduce, and not of the computing alone.",
      ],
      [
        Math.ceil((allReduce * share) / ((1 - share) * compute)),
        "The share is upside down: the all-reduce may take the smaller part.",
      ],
      [right + 1, "One fewer is enough."],
    ],
  };
});
