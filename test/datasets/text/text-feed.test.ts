import { textFeed, type Feed } from "parallel-training/datasets";
import { expect, it } from "vitest";
import { capture, tf } from "../../../lib/tensorflow";

// Each token is its own place in the text.
const tokens = Int32Array.from({ length: 52 }, (_, place) => place);
const options = { tokens, batchSize: 4, context: 5, shuffle: true, seed: 3 };

interface Values {
  rows: number[][];
  labels: number[][];
}

/** The values of an epoch's batches, whose tensors it disposes. */
async function valuesOf(feed: Feed, epoch = 1, firstStep?: number): Promise<Values[]> {
  const values: Values[] = [];
  for await (const { tensors, images } of feed.batches(epoch, firstStep)) {
    const { inputs, labels } = feed.decode(tensors);
    const byRow = labels.reshape<tf.Tensor2D>([-1, 5]);
    values.push({ rows: inputs.arraySync() as number[][], labels: byRow.arraySync() });
    expect(inputs.shape[0]).toBe(images);
    tf.dispose([tensors, inputs, labels, byRow]);
  }
  return values;
}

const startsOf = async (feed: Feed, epoch = 1): Promise<number[]> =>
  (await valuesOf(feed, epoch)).flatMap(({ rows }) => rows.map(([first]) => first));

it("gives every window once in an epoch, with the tokens behind each, and a last smaller batch", async () => {
  const feed = textFeed(options);
  const before = tf.memory().numTensors;
  const batches = await valuesOf(feed);
  expect(tf.memory().numTensors).toBe(before);
  expect(batches.map(({ rows }) => rows.length)).toEqual([4, 4, 2]);
  expect([feed.stepsPerEpoch, feed.labelsOfExample]).toEqual([3, 5]);
  expect([0, 1, 2, 3].map((step) => feed.imagesOf(step))).toEqual([4, 4, 2, 0]);
  const starts = batches.flatMap(({ rows }) => rows.map(([first]) => first));
  expect([...starts].sort((one, other) => one - other)).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45]);
  for (const { rows, labels } of batches) {
    rows.forEach((row, index) => {
      expect(row).toEqual([0, 1, 2, 3, 4].map((place) => row[0] + place));
      expect(labels[index]).toEqual(row.map((token) => token + 1));
    });
  }
  // 50 of 52 tokens are in the 10 windows; the last window's last label is token 50.
  expect(Math.max(...batches.flatMap(({ labels }) => labels.flat()))).toBe(50);
});

it("gives a process the rows that it asks for", async () => {
  const [whole] = await valuesOf(textFeed(options));
  const feed = textFeed({ ...options, rowsOf: (rows) => [rows / 2, rows] });
  for await (const { tensors, images } of feed.batches(1)) {
    expect(images).toBe(4); // of the whole batch
    expect(feed.decode(tensors).inputs.arraySync()).toEqual(whole.rows.slice(2));
    break;
  }
});

it("is decoded inside a captured step into the same int32 rows", async () => {
  const feed = textFeed(options);
  for await (const { tensors } of feed.batches(1, 2)) {
    const step = capture((parts: tf.Tensor[]) => feed.decode(parts));
    const [inside, outside] = [step(tensors), feed.decode(tensors)];
    expect([inside.inputs.dtype, inside.inputs.shape, inside.labels.dtype, inside.labels.shape]).toEqual([
      ...["int32", [2, 5]],
      ...["int32", [10]],
    ]);
    expect(inside.inputs.arraySync()).toEqual(outside.inputs.arraySync());
    expect(inside.labels.arraySync()).toEqual(outside.labels.arraySync());
    step.dispose();
  }
});

it("has an order of the seed and the epoch alone, or that of the text", async () => {
  const first = await startsOf(textFeed(options));
  expect(await startsOf(textFeed(options))).toEqual(first);
  expect(await startsOf(textFeed(options), 2)).not.toEqual(first);
  expect(await startsOf(textFeed({ ...options, seed: 4 }))).not.toEqual(first);
  expect(await startsOf(textFeed({ ...options, shuffle: false }))).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45]);
});

it("goes on from any step of any epoch", async () => {
  const all = await valuesOf(textFeed(options), 2);
  for (const step of [1, 2, 3]) expect(await valuesOf(textFeed(options), 2, step)).toEqual(all.slice(step));
});

it("takes a text of one window, and refuses one that is shorter", () => {
  expect(textFeed({ ...options, context: 51 }).stepsPerEpoch).toBe(1);
  expect(() => textFeed({ ...options, context: 52 })).toThrow(
    "The text has 52 tokens, and a window of context 52 takes 53: take a longer text or a shorter context.",
  );
});

it("refuses what is no whole number in its range", async () => {
  expect(() => textFeed({ ...options, batchSize: 0 })).toThrow("batchSize is 0: give a whole number from 1 up.");
  expect(() => textFeed({ ...options, context: 1.5 })).toThrow("context is 1.5: give a whole number from 1 up.");
  expect(() => textFeed({ ...options, seed: -1 })).toThrow("seed is -1: give a whole number from 0 up.");
  await expect(valuesOf(textFeed(options), 1, -1)).rejects.toThrow("firstStep is -1: give a whole number from 0 up.");
});
