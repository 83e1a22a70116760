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
      [
        (syncs * sent) / (epoch - nodes * steps * compute),
        "The nodes compute at the same time: do not multiply the computing by the nodes.",
      ],
      [(syncs * sent) / epoch, "A part of the epoch is computing: subtract this part first."],
      [(syncs * bytes) / rest, "In a ring, each node sends 2 (n - 1) / n times the bytes."],
      [(steps * sent) / rest, "Not every step has an all-reduce: count the all-reduces of this epoch."],
      [sent / rest, "This counts the bytes of one all-reduce. How many all-reduces does the epoch have?"],
      [1 / right, "This divides seconds by bytes: divide bytes by seconds."],
      [rest / syncs, "These are the seconds of an all-reduce. How many bytes travelled in this time?"],
      [right / 1e6, "Return bytes a second, and not megabytes a second."],
      [8 * right, "Return bytes a second, and not bits a second."],
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
      [
        a.epochSeconds / a.syncs,
        "A part of each epoch is computing, which is the same in both epochs: how can you remove it?",
      ],
      [
        b.epochSeconds / b.syncs,
        "A part of each epoch is computing, which is the same in both epochs: how can you remove it?",
      ],
      [-right, "Subtract the all-reduces in the same order as the seconds."],
      [1 / right, "This divides all-reduces by seconds: divide seconds by all-reduces."],
      [
        a.epochSeconds / a.syncs - b.epochSeconds / b.syncs,
        "Subtract first, and then divide: the two epochs compute equally long, but their steps do not.",
      ],
      [
        (a.epochSeconds - b.epochSeconds) / a.syncs,
        "Divide by the number of all-reduces by which the two epochs differ.",
      ],
      [
        (a.epochSeconds + b.epochSeconds) / (a.syncs + b.syncs),
        "Subtract one epoch from the other: this removes the computing, which is the same in both.",
      ],
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
      [exact, "The number of batches must be whole: round up."],
      [Math.floor(exact), "With this number of batches, the share is still too large: round up."],
      [
        Math.ceil(allReduce / (share * compute)),
        "The share is a part of the whole time, which includes the all-reduce, and not a part of the computing alone.",
      ],
      [
        Math.ceil((allReduce * share) / ((1 - share) * compute)),
        "The all-reduce may take `share` of the time, and the computing takes 1 - share.",
      ],
      [right + 1, "One batch fewer is enough."],
    ],
  };
});
