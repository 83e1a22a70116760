import { textFeed, type TextFeed } from "parallel-training/datasets";
import { expect, it } from "vitest";
import type { Rows } from "../../../lib/sharding";
import { tf } from "../../../lib/tensorflow";

// Each token is its own place in the text.
const tokens = Int32Array.from({ length: 52 }, (_, place) => place);
const options = { tokens, rows: 4, context: 5, seed: 3 };

/** The values of batches, whose tensors it disposes. */
function valuesOf(batches: Iterable<Rows>): { tokens: number[][]; targets: number[][] }[] {
  return Array.from(batches, (rows) => {
    const read = { tokens: rows.tokens.arraySync(), targets: rows.targets.arraySync() };
    tf.dispose([rows.tokens, rows.targets]);
    return read;
  });
}

const startsOf = (feed: TextFeed, epoch: number): number[] =>
  valuesOf(feed.batches(epoch)).flatMap((rows) => rows.tokens.map(([first]) => first));

it("gives every window once in an epoch, with the tokens behind each, and a last smaller batch", () => {
  const feed = textFeed(options);
  const before = tf.memory().numTensors;
  const batches = valuesOf(feed.batches(1));
  expect(tf.memory().numTensors).toBe(before);
  expect(batches.map((rows) => rows.tokens.length)).toEqual([4, 4, 2]);
  expect(feed.stepsPerEpoch).toBe(3);
  expect([0, 1, 2, 3].map((step) => feed.rowsOf(step))).toEqual([4, 4, 2, 0]);
  const starts = batches.flatMap((rows) => rows.tokens.map(([first]) => first));
  expect([...starts].sort((one, other) => one - other)).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45]);
  for (const rows of batches) {
    rows.tokens.forEach((row, index) => {
      expect(row).toEqual([0, 1, 2, 3, 4].map((place) => row[0] + place));
      expect(rows.targets[index]).toEqual(row.map((token) => token + 1));
    });
  }
  // 50 of 52 tokens are in the 10 windows; the last window's last target is token 50.
  expect(Math.max(...batches.flatMap((rows) => rows.targets.flat()))).toBe(50);
});

it("gives int32 rows", () => {
  for (const rows of textFeed(options).batches(1, 2)) {
    expect([rows.tokens.dtype, rows.tokens.shape, rows.targets.dtype, rows.targets.shape]).toEqual([
      ...["int32", [2, 5]],
      ...["int32", [2, 5]],
    ]);
    tf.dispose([rows.tokens, rows.targets]);
  }
});

it("has an order of the seed and the epoch alone", () => {
  const first = startsOf(textFeed(options), 1);
  expect(startsOf(textFeed(options), 1)).toEqual(first);
  expect(startsOf(textFeed(options), 2)).not.toEqual(first);
  expect(startsOf(textFeed({ ...options, seed: 4 }), 1)).not.toEqual(first);
});

it("goes on from any step of any epoch", () => {
  const all = valuesOf(textFeed(options).batches(2));
  for (const step of [1, 2, 3]) expect(valuesOf(textFeed(options).batches(2, step))).toEqual(all.slice(step));
});

it("takes a text of one window, and refuses one that is shorter", () => {
  expect(textFeed({ ...options, context: 51 }).stepsPerEpoch).toBe(1);
  expect(() => textFeed({ ...options, context: 52 })).toThrow(
    "The text has 52 tokens, and a window of context 52 takes 53: take a longer text or a shorter context.",
  );
});

it("refuses what is no whole number in its range", () => {
  expect(() => textFeed({ ...options, rows: 0 })).toThrow("rows is 0: give a whole number from 1 up.");
  expect(() => textFeed({ ...options, context: 1.5 })).toThrow("context is 1.5: give a whole number from 1 up.");
  expect(() => textFeed({ ...options, seed: -1 })).toThrow("seed is -1: give a whole number from 0 up.");
  const batches = (epoch: number, step?: number) => [...textFeed(options).batches(epoch, step)];
  expect(() => batches(0)).toThrow("epoch is 0: give a whole number from 1 up.");
  expect(() => batches(1, -1)).toThrow("firstStep is -1: give a whole number from 0 up.");
});
