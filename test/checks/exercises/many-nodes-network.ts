import { checkFewestBatches, checkNetworkRate, checkSecondsPerSync } from "../../../lib/checks";
import { networkRate } from "../../../lib/measure";
import { exercise } from "../exercise";

const ring = (n: number, bytes: number) => (2 * (n - 1) * bytes) / n;

export const manyNodesNetworkExercises = [
  exercise({
    what: "a network's rate",
    cell: "04-many-nodes/test-network-rate",
    check: checkNetworkRate,
    right: [
      (one, epoch, n, syncs, bytes) => (syncs * ring(n, bytes)) / (epoch - one / n),
      (one, epoch, n, syncs, bytes) => networkRate(n, bytes, (epoch - one / n) / syncs),
    ],
    wrong: [
      {
        what: "one node's whole computing",
        answer: (o, e, n, s, b) => (s * ring(n, b)) / (e - o),
        says: /a part of it/,
      },
      { what: "computing forgotten", answer: (_, e, n, s, b) => (s * ring(n, b)) / e, says: /take that off/ },
      {
        what: "the ring forgotten",
        answer: (o, e, n, s, b) => (s * b) / (e - (o * 1) / n),
        says: /In a ring|expected/,
      },
      { what: "one all-reduce", answer: (o, e, n, _, b) => ring(n, b) / (e - o / n), says: /how many has/ },
      { what: "megabytes", answer: (o, e, n, s, b) => (s * ring(n, b)) / (e - o / n) / 1e6, says: /not megabytes/ },
      { what: "seconds", answer: (o, e, n, s) => (e - o / n) / s, says: /how many bytes/ },
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
