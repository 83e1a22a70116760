import { Check } from "../check";
import { formatNumber } from "../compare";

/** A measured epoch of so many all-reduces. */
export interface SyncedEpoch {
  epochSeconds: number;
  /** All-reduces in it. */
  syncs: number;
}

/** What two epochs took, on one node and on several, with so many all-reduces of so many bytes. */
export type NetworkCase = [oneNodeSeconds: number, epochSeconds: number, nodes: number, syncs: number, bytes: number];
/** The published study: ResNet50, sync, on 2 and 3 nodes. */
const NETWORKS: NetworkCase[] = [
  [331.85, 1826.83, 2, 1563, 102_546_848],
  [333.41, 858.27, 3, 521, 102_546_848],
];

/** Checks a function that gives the bytes a second that a network must have carried. */
export function checkNetworkRate(
  networkRate: (oneNode: number, epoch: number, nodes: number, syncs: number, bytes: number) => number,
  cases = NETWORKS,
): Check {
  return new Check(
    "One number for the network",
    cases.map(([one, epoch, nodes, syncs, bytes]) => {
      const sent = (2 * (nodes - 1) * bytes) / nodes;
      const rest = epoch - one / nodes;
      return {
        what: `${one} s on 1 node, ${epoch} s on ${nodes}, ${formatNumber(syncs)} all-reduces`,
        came: () => networkRate(one, epoch, nodes, syncs, bytes),
        expected: (syncs * sent) / rest,
        unit: "bytes/s",
        slips: [
          { value: (syncs * sent) / (epoch - one), hint: "The nodes divide the computing: each does a part of it." },
          { value: (syncs * sent) / epoch, hint: "The epoch computes, too: take that off first." },
          { value: (syncs * bytes) / rest, hint: "In a ring each node sends 2 (n - 1) parts of n." },
          { value: sent / rest, hint: "That is one all-reduce: how many has the epoch?" },
          { value: rest / (syncs * sent), hint: "Upside down: bytes belong on top." },
          { value: rest / syncs, hint: "Those are the seconds of an all-reduce: how many bytes went in them?" },
          { value: (syncs * sent) / rest / 1e6, hint: "Give bytes a second, not megabytes." },
          { value: (8 * syncs * sent) / rest, hint: "Give bytes a second, not bits." },
        ],
      };
    }),
  );
}

/** Two epochs of the same images on as many nodes, in batches of different sizes. */
export type TwoBatches = [a: SyncedEpoch, b: SyncedEpoch];
/** The published study: EfficientNetB0, sync, on 2 nodes and on 3. */
const BATCHES: TwoBatches[] = [
  [
    { epochSeconds: 522, syncs: 1563 },
    { epochSeconds: 352.8, syncs: 782 },
  ],
  [
    { epochSeconds: 218.8, syncs: 334 },
    { epochSeconds: 424.6, syncs: 1042 },
  ],
];

/** Checks a function that gives the seconds of one all-reduce from two epochs that differ only in how many they have. */
export function checkSecondsPerSync(
  secondsPerSync: (a: SyncedEpoch, b: SyncedEpoch) => number,
  cases = BATCHES,
): Check {
  return new Check(
    "A network without its one-node run",
    cases.map(([a, b]) => {
      const words = ({ epochSeconds, syncs }: SyncedEpoch) =>
        `${epochSeconds} s with ${formatNumber(syncs)} all-reduces`;
      const right = (a.epochSeconds - b.epochSeconds) / (a.syncs - b.syncs);
      return {
        what: `${words(a)}, ${words(b)}`,
        came: () => secondsPerSync({ ...a }, { ...b }),
        expected: right,
        unit: "s",
        slips: [
          { value: a.epochSeconds / a.syncs, hint: "An epoch computes, too: what do the two have in common?" },
          { value: b.epochSeconds / b.syncs, hint: "An epoch computes, too: what do the two have in common?" },
          { value: -right, hint: "Subtract both in the same order." },
          { value: 1 / right, hint: "Upside down: seconds belong on top." },
          {
            value: a.epochSeconds / a.syncs - b.epochSeconds / b.syncs,
            hint: "Subtract first, then divide: the computing is the same for the whole epoch, not for a step.",
          },
          { value: (a.epochSeconds - b.epochSeconds) / a.syncs, hint: "By how many all-reduces do they differ?" },
          {
            value: (a.epochSeconds + b.epochSeconds) / (a.syncs + b.syncs),
            hint: "What is the same in both goes away by subtracting.",
          },
        ],
      };
    }),
  );
}

/** Seconds that a step computes, of one all-reduce, and the share of the time that all-reduces may take. */
export type ShareCase = [compute: number, allReduce: number, share: number];
const SHARES: ShareCase[] = [
  [0.1, 1.06, 0.5],
  [0.25, 0.3, 0.1],
  [0.5, 0.02, 0.1],
];

/** Checks a function that gives the fewest batches between two all-reduces at which these take at most a share. */
export function checkFewestBatches(
  fewestBatches: (compute: number, allReduce: number, share: number) => number,
  cases = SHARES,
): Check {
  return new Check(
    "How many batches?",
    cases.map(([compute, allReduce, share]) => {
      const exact = (allReduce * (1 - share)) / (share * compute);
      // What comes out a hair above a whole number by rounding is that number.
      const right = Math.max(1, Math.ceil(exact - 1e-9));
      return {
        what: `a step of ${compute} s, an all-reduce of ${allReduce} s, at most ${100 * share} % of the time`,
        came: () => fewestBatches(compute, allReduce, share),
        expected: right,
        unit: "batches",
        slips: [
          ...(exact < 1 ? [{ value: 0, hint: "There is at least one batch between two all-reduces." }] : []),
          { value: exact, hint: "Batches are whole: round up." },
          { value: Math.floor(exact), hint: "With that many the share is still too large." },
          {
            value: Math.ceil(allReduce / (share * compute)),
            hint: "The share is one of the whole time, all-reduce included, not of the computing.",
          },
          {
            value: Math.ceil((allReduce * share) / ((1 - share) * compute)),
            hint: "The share is upside down: the all-reduce may take the smaller part.",
          },
          { value: right + 1, hint: "One fewer is enough." },
        ],
      };
    }),
  );
}
