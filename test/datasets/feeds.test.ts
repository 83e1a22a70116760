import { setImmediate } from "node:timers/promises";
import { capture, tf } from "parallel-training/tensorflow";
import {
  deviceFeed,
  epochOrder,
  hostFeed,
  synthetic,
  type Feed,
  type FeedBatch,
  type FeedOptions,
  type ImageSet,
} from "parallel-training/datasets";
import { afterEach, describe, expect, it, vi } from "vitest";
import { GatherThread } from "../../datasets/feeds/gather-thread";
import resized from "./fixtures/resized.json";

const options = { batchSize: 8, imageSize: 32, shuffle: true, seed: 3 };
const feeds: Feed[] = [];
const set = (await synthetic({ trainImages: 30, testImages: 1 })).train;
afterEach(() => {
  for (const feed of feeds.splice(0)) feed.dispose();
});

const kinds: { kind: string; make: (set: ImageSet, changes?: Partial<FeedOptions>) => Feed }[] = [
  { kind: "device", make: (set, changes) => deviceFeed(set, { ...options, ...changes }) },
  { kind: "host", make: (set, changes) => hostFeed(set, { ...options, ...changes, prefetch: 0 }) },
  { kind: "host with a thread", make: (set, changes) => hostFeed(set, { ...options, ...changes, prefetch: 2 }) },
];

async function collect(feed: Feed, epoch: number, firstStep?: number): Promise<FeedBatch[]> {
  if (!feeds.includes(feed)) feeds.push(feed);
  const batches = [];
  for await (const batch of feed.batches(epoch, firstStep)) batches.push(batch);
  return batches;
}

/** The labels of the batches, and which rows of the set their images are. */
function decoded(feed: Feed, batches: FeedBatch[]): { rows: number[]; labels: number[] } {
  const rows: number[] = [];
  const labels: number[] = [];
  for (const { tensors } of batches) {
    const batch = feed.decode(tensors);
    labels.push(...batch.labels.dataSync());
    const pixels = batch.inputs.mul(255).dataSync();
    for (let image = 0; image < batch.inputs.shape[0]; image++) {
      const bytes = Uint8Array.from(pixels.subarray(image * 3072, (image + 1) * 3072), Math.round);
      rows.push(
        Array.from({ length: set.count }, (_, row) => row).find((row) =>
          bytes.every((byte, i) => byte === set.images[row * 3072 + i]),
        ) ?? -1,
      );
    }
    tf.dispose([tensors, batch]);
  }
  return { rows, labels };
}

function largestGap(a: tf.Tensor, b: tf.Tensor): number {
  return tf.tidy(() => tf.max(tf.abs(tf.sub(a, b))).dataSync()[0]);
}

describe.each(kinds)("A $kind feed", ({ make }) => {
  it("gives every image of an epoch once, with its label, the last batch smaller", async () => {
    const feed = make(set);
    const batches = await collect(feed, 1);
    expect(feed.stepsPerEpoch).toBe(4);
    expect(batches.map(({ images }) => images)).toEqual([8, 8, 8, 6]);
    expect(batches.every(({ waitSeconds }) => waitSeconds >= 0)).toBe(true);
    const { rows, labels } = decoded(feed, batches);
    expect(rows).toEqual([...epochOrder(30, 3, 1)]);
    expect(labels).toEqual(rows.map((row) => set.labels[row]));
  });

  it("goes on from any step with the same images", async () => {
    const feed = make(set);
    const { rows } = decoded(feed, await collect(feed, 2, 3));
    expect(rows).toEqual([...epochOrder(30, 3, 2).slice(24)]);
  });

  it("keeps the set's order without shuffling", async () => {
    const feed = make(set, { shuffle: false });
    expect(decoded(feed, await collect(feed, 5)).rows).toEqual(Array.from({ length: 30 }, (_, row) => row));
  });

  it("may be left in the middle of an epoch", async () => {
    const feed = make(set);
    for await (const { tensors } of feed.batches(1)) {
      tf.dispose(tensors);
      break;
    }
    expect(decoded(feed, await collect(feed, 1)).rows).toEqual([...epochOrder(30, 3, 1)]);
  });

  it("resizes as Python's tf.image.resize", async () => {
    const { shape, images, imageSize, expected } = resized;
    const small: ImageSet = {
      images: Uint8Array.from(images),
      labels: new Uint8Array(2),
      count: 2,
      shape: shape as [number, number, number],
    };
    const feed = make(small, { imageSize, shuffle: false });
    const [{ tensors }] = await collect(feed, 1);
    const { inputs: result } = feed.decode(tensors);
    expect(result.shape).toEqual([2, imageSize, imageSize, 3]);
    const gap = Math.max(...Array.from(result.dataSync(), (value, index) => Math.abs(value - expected[index])));
    expect(gap).toBeLessThan(1e-6);
  });

  it("leaves pixels from 0 to 255 for a model that scales them itself", async () => {
    const batch = async (feed: Feed) => feed.decode((await collect(feed, 1))[0].tensors).inputs;
    const [scaled, bytes] = [await batch(make(set)), await batch(make(set, { pixelRange: 255 }))];
    expect(tf.max(bytes).dataSync()[0]).toBeGreaterThan(100);
    expect(bytes.dataSync().every(Number.isInteger)).toBe(true);
    expect(largestGap(scaled.mul(255), bytes)).toBeLessThan(1e-4);
    tf.dispose([scaled, bytes]);
  });

  it("decodes inside a captured step as it does outside, and leaks no tensor", async () => {
    const feed = make(set, { imageSize: 40 });
    const batches = await collect(feed, 1);
    const step = capture((tensors: tf.Tensor[]) => feed.decode(tensors));
    tf.dispose(step(batches[0].tensors));
    const before = tf.memory().numTensors;
    for (const { tensors } of batches.slice(0, 3)) {
      const inside = step(tensors);
      const outside = feed.decode(tensors);
      // To the last bit but one: in a graph, TensorFlow divides by 255 as it multiplies by 1 / 255.
      expect(largestGap(inside.inputs, outside.inputs)).toBeLessThan(1e-7);
      expect([...inside.labels.dataSync()]).toEqual([...outside.labels.dataSync()]);
      tf.dispose([inside, outside]);
    }
    expect(tf.memory().numTensors).toBe(before);
    tf.dispose(batches.map(({ tensors }) => tensors));
    step.dispose();
  });

  it("keeps every bit of the pixels in a step of mixed precision", async () => {
    const feed = make(set);
    const [{ tensors }] = await collect(feed, 1);
    const filter = tf.ones<tf.Rank.R4>([3, 3, 3, 4]);
    const step = capture(
      (batch: tf.Tensor[]) => {
        const images = feed.decode(batch).inputs as tf.Tensor4D;
        return { images, features: tf.relu(tf.conv2d(images, filter, 1, "same")) };
      },
      { precision: "mixed_bfloat16" },
    );
    expect(largestGap(step(tensors).images, feed.decode(tensors).inputs)).toBeLessThan(1e-7);
    step.dispose();
  });

  it("refuses options out of range", () => {
    expect(() => make(set, { batchSize: 0 })).toThrow("batchSize is 0: give a whole number from 1 up.");
    expect(() => make({ ...set, count: 0 })).toThrow(/holds no images/);
    expect(() => make({ ...set, shape: [5, 5, 3] })).toThrow(/75 bytes each: a feed needs a multiple of 4/);
  });
});

describe("The order of an epoch", () => {
  it("depends on the seed and the epoch alone", () => {
    expect(epochOrder(100, 1, 1)).toEqual(epochOrder(100, 1, 1));
    expect(epochOrder(100, 1, 1)).not.toEqual(epochOrder(100, 1, 2));
    expect(epochOrder(100, 1, 1)).not.toEqual(epochOrder(100, 2, 1));
    expect([...epochOrder(100, 7, 3)].sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, row) => row));
  });
});

it("a slow host lets the step wait, and says how long", async () => {
  const feed = hostFeed(set, { ...options, prefetch: 0, secondsPerImage: 0.002 });
  const batches = await collect(feed, 1);
  for (const { waitSeconds, images, tensors } of batches) {
    expect(waitSeconds).toBeGreaterThan(images * 0.002 * 0.9);
    tf.dispose(tensors);
  }
});

it("several loaders give the same batches in the same order, and work at the same time", async () => {
  const [one, three] = [1, 3].map((loaders) => hostFeed(set, { ...options, prefetch: 3, loaders }));
  feeds.push(one, three);
  const values = async (feed: Feed) => {
    const batches = await collect(feed, 2);
    return batches.map(({ tensors }) => tensors.map((tensor) => [...tensor.dataSync()]));
  };
  expect(await values(three)).toEqual(await values(one));
  expect(() => hostFeed(set, { ...options, prefetch: 1, loaders: 0 })).toThrow("loaders");
});

it("a thread works ahead while the main thread is busy", async () => {
  const gathers = vi.spyOn(GatherThread.prototype, "gather");
  const feed = hostFeed(set, { ...options, prefetch: 3, secondsPerImage: 0.002 });
  feeds.push(feed);
  const batches = feed.batches(1)[Symbol.asyncIterator]();
  const first = (await batches.next()).value as FeedBatch;
  expect(first.waitSeconds).toBeGreaterThan(8 * 0.002 * 0.9);
  tf.dispose(first.tensors);
  expect(gathers).toHaveBeenCalledTimes(4); // all were asked for with the first
  await Promise.all(gathers.mock.results.map(({ value }) => value as Promise<unknown>));
  gathers.mockRestore();
  for (let left = 3; left > 0; left--) {
    // A batch that is ready is there before anything that the thread sends could arrive.
    const next = await Promise.race([batches.next(), setImmediate("not ready")]);
    expect(next).toMatchObject({ done: false });
    tf.dispose((next as { value: FeedBatch }).value.tensors);
  }
});
