import {
  checkEffectiveBatch,
  checkEpochTime,
  checkLeastSeconds,
  checkOverlappedTime,
  checkUpdates,
} from "../../../lib/checks";
import { allReduceSeconds, epochCounts, gradientBytes, predictEpoch } from "../../../lib/measure";
import { exercise } from "../exercise";

export const manyNodesExercises = [
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
    what: "updates of an epoch",
    cell: "04-many-nodes/test-updates",
    check: checkUpdates,
    right: [
      (images, batch, nodes, every) => Math.ceil(images / (batch * nodes * every)),
      (images, localBatchSize, nodes, syncEvery) => epochCounts({ images, localBatchSize, nodes, syncEvery }).syncs,
    ],
    wrong: [
      { what: "batches", answer: (i, b, n) => Math.ceil(i / (b * n)), says: /Those are the batches/ },
      { what: "batches multiplied", answer: (i, b, n, k) => Math.ceil(i / (b * n)) * k, says: /fewer of them/ },
      { what: "one node's", answer: (i, b, _, k) => Math.ceil(i / b / k), says: /divide the images/ },
      {
        what: "the incomplete group dropped",
        answer: (i, b, n, k) => Math.floor(Math.ceil(i / (b * n)) / k),
        says: /left over/,
      },
      { what: "a broken number", answer: (i, b, n, k) => i / (b * n * k), says: /whole/ },
    ],
  }),
  exercise({
    what: "the effective batch",
    cell: "04-many-nodes/test-effective-batch",
    check: checkEffectiveBatch,
    right: [(batch, nodes, every) => batch * nodes * every, (batch, nodes, every) => every * (nodes * batch)],
    wrong: [
      { what: "the global batch", answer: (b, n) => b * n, says: /one step/ },
      { what: "one node's", answer: (b, _, k) => b * k, says: /one node's/ },
      { what: "divided", answer: (b, n, k) => (b * n) / k, says: /multiply/ },
      { what: "added", answer: (b, n, k) => b * (n + k), says: /multiply/ },
    ],
  }),
  exercise({
    what: "an epoch's time without overlap",
    cell: "04-many-nodes/test-epoch-time",
    check: checkEpochTime,
    right: [
      (steps, every, compute, allReduce) => steps * compute + Math.ceil(steps / every) * allReduce,
      (steps, syncEvery, compute, allReduce) =>
        predictEpoch({ images: steps, localBatchSize: 1, nodes: 1, syncEvery }, { compute, allReduce }).epochSeconds,
    ],
    wrong: [
      { what: "an all-reduce each step", answer: (s, _, c, w) => s * (c + w), says: /Not every step/ },
      { what: "a computation each all-reduce", answer: (s, k, c, w) => Math.ceil(s / k) * (c + w), says: /Every step/ },
      { what: "a broken number of all-reduces", answer: (s, k, c, w) => s * c + (s / k) * w, says: /round up/ },
      {
        what: "the incomplete group dropped",
        answer: (s, k, c, w) => s * c + Math.floor(s / k) * w,
        says: /incomplete/,
      },
      { what: "the longer one", answer: (s, k, c, w) => Math.max(s * c, Math.ceil(s / k) * w), says: /add/ },
    ],
  }),
  exercise({
    what: "an epoch's time with overlap",
    cell: "04-many-nodes/test-overlapped-time",
    check: checkOverlappedTime,
    right: [
      (s, k, c, w) => (s - Math.ceil(s / k)) * c + Math.ceil(s / k) * Math.max(c, w),
      (steps, syncEvery, compute, allReduce) =>
        predictEpoch({ images: steps, localBatchSize: 1, nodes: 1, syncEvery }, { compute, allReduce })
          .overlappedSeconds,
    ],
    wrong: [
      { what: "no overlap", answer: (s, k, c, w) => s * c + Math.ceil(s / k) * w, says: /without overlap/ },
      {
        what: "time that comes back",
        answer: (s, k, c, w) => s * c + Math.ceil(s / k) * (w - c),
        says: /no time comes/,
      },
      { what: "an all-reduce each step", answer: (s, _, c, w) => s * Math.max(c, w), says: /Not every step/ },
      {
        what: "hiding behind the group",
        answer: (s, k, c, w) => Math.max(s * c, Math.ceil(s / k) * w),
        says: /own step/,
      },
      { what: "computing alone", answer: (s, _, c) => s * c, says: /not hidden/ },
    ],
  }),
];
