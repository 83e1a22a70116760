import { describe, expect, it } from "vitest";
import {
  checkEffectiveBatch,
  checkEpochTime,
  checkLeastSeconds,
  checkOverlappedTime,
  checkUpdates,
} from "../../lib/grading";
import { allReduceSeconds, epochCounts, gradientBytes, predictEpoch } from "../../lib/measure";
import { testExercise } from "./answers";

describe("the least seconds of an all-reduce", () => {
  testExercise(
    checkLeastSeconds,
    [
      (parameters, n, bits) => (2 * ((n - 1) / n) * parameters * 4 * 8) / bits,
      (parameters, n, bits) => allReduceSeconds(n, gradientBytes(parameters), { bytesPerSecond: bits / 8 }),
    ],
    [
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
  );
});

describe("updates of an epoch", () => {
  testExercise(
    checkUpdates,
    [
      (images, batch, nodes, every) => Math.ceil(images / (batch * nodes * every)),
      (images, localBatchSize, nodes, syncEvery) => epochCounts({ images, localBatchSize, nodes, syncEvery }).syncs,
    ],
    [
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
  );
});

describe("the effective batch", () => {
  testExercise(
    checkEffectiveBatch,
    [(batch, nodes, every) => batch * nodes * every, (batch, nodes, every) => every * (nodes * batch)],
    [
      { what: "the global batch", answer: (b, n) => b * n, says: /one step/ },
      { what: "one node's", answer: (b, _, k) => b * k, says: /one node's/ },
      { what: "divided", answer: (b, n, k) => (b * n) / k, says: /multiply/ },
      { what: "added", answer: (b, n, k) => b * (n + k), says: /multiply/ },
    ],
  );
});

describe("an epoch's time without overlap", () => {
  testExercise(
    checkEpochTime,
    [
      (steps, every, compute, allReduce) => steps * compute + Math.ceil(steps / every) * allReduce,
      (steps, syncEvery, compute, allReduce) =>
        predictEpoch({ images: steps, localBatchSize: 1, nodes: 1, syncEvery }, { compute, allReduce }).epochSeconds,
    ],
    [
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
  );
});

describe("an epoch's time with overlap", () => {
  testExercise(
    checkOverlappedTime,
    [
      (s, k, c, w) => (s - Math.ceil(s / k)) * c + Math.ceil(s / k) * Math.max(c, w),
      (steps, syncEvery, compute, allReduce) =>
        predictEpoch({ images: steps, localBatchSize: 1, nodes: 1, syncEvery }, { compute, allReduce })
          .overlappedSeconds,
    ],
    [
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
  );
});

it("the least seconds of the lesson's networks are those it names", () => {
  const told = (seconds: number, parameters: number, nodes: number) =>
    checkLeastSeconds(() => seconds, [[parameters, nodes, 1e9]]).share;
  expect(told(0.82037, 25_636_712, 2)).toBe(1);
  expect(told(1.09383, 25_636_712, 3)).toBe(1);
});
