import { augmentations, deviceFeed, epochOrder, hostFeed, type Feed, type FeedOptions, type ImageSet } from "parallel-training/datasets"; // prettier-ignore
import { capture, tf } from "parallel-training/tensorflow";
import { afterEach, describe, expect, it } from "vitest";
import { augmented } from "../../datasets/feeds/augmentation";
import fixture from "./fixtures/augmented.json";

const COUNT = 30;
const SIDE = 8;
const set: ImageSet = {
  images: Uint8Array.from({ length: COUNT * SIDE * SIDE * 3 }, (_, at) => (at * 7919) % 251),
  labels: Uint8Array.from({ length: COUNT }, (_, row) => row % 10),
  count: COUNT,
  shape: [SIDE, SIDE, 3],
};
const options: FeedOptions = {
  ...{ batchSize: 8, imageSize: SIDE, pixelRange: 255, shuffle: true, seed: 3, augment: true },
};

const feeds: Feed[] = [];
afterEach(() => {
  for (const feed of feeds.splice(0)) feed.dispose();
});

const kinds: { kind: string; make: (changes?: Partial<FeedOptions>, images?: ImageSet) => Feed }[] = [
  { kind: "device", make: (changes, images = set) => deviceFeed(images, { ...options, ...changes }) },
  { kind: "host", make: (changes, images = set) => hostFeed(images, { ...options, ...changes, prefetch: 0 }) },
  {
    kind: "host with threads",
    make: (changes, images = set) => hostFeed(images, { ...options, ...changes, prefetch: 2, loaders: 2 }),
  },
];

/** The pixels of some batches of an epoch, one after another. */
async function pixelsOf(feed: Feed, epoch: number, firstStep = 0): Promise<number[]> {
  feeds.push(feed);
  const pixels: number[] = [];
  for await (const { tensors } of feed.batches(epoch, firstStep)) {
    const { inputs, labels } = feed.decode(tensors);
    pixels.push(...inputs.dataSync());
    tf.dispose([tensors, inputs, labels]);
  }
  return pixels;
}

/** What the recipe makes of the image at a place of the epoch's order, pixel by pixel. */
function expectedImage(epoch: number, place: number): number[] {
  const row = epochOrder(COUNT, 3, epoch)[place];
  const [top, left, isMirrored] = augmentations(COUNT, 3, epoch).subarray(3 * place);
  const pixel = (y: number, x: number, channel: number): number =>
    y < 0 || x < 0 || y >= SIDE || x >= SIDE ? 0 : set.images[((row * SIDE + y) * SIDE + x) * 3 + channel];
  const found: number[] = [];
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const before = isMirrored ? SIDE - 1 - x : x;
      for (let channel = 0; channel < 3; channel++) found.push(pixel(y + top - 4, before + left - 4, channel));
    }
  }
  return found;
}

const expectedImages = (epoch: number, from = 0, to = COUNT): number[] =>
  Array.from({ length: to - from }, (_, place) => expectedImage(epoch, from + place)).flat();

describe("the numbers of an epoch", () => {
  it("depend on the seed and the epoch alone, and are the same for ever", () => {
    expect([...augmentations(5, 1, 1)]).toEqual([4, 0, 1, 0, 4, 1, 4, 0, 1, 4, 0, 1, 0, 5, 1]);
    expect(augmentations(100, 1, 1).subarray(0, 15)).toEqual(augmentations(5, 1, 1));
    expect(augmentations(100, 1, 1)).not.toEqual(augmentations(100, 1, 2));
    expect(augmentations(100, 1, 1)).not.toEqual(augmentations(100, 2, 1));
  });

  it("are equally often each of those that there are", () => {
    const [images, all] = [50_000, 9 * 9 * 2];
    const numbers = augmentations(images, 1, 3);
    const counts = new Int32Array(all);
    let outside = 0;
    for (let at = 0; at < numbers.length; at += 3) {
      const [top, left, isMirrored] = numbers.subarray(at);
      if (Math.max(top, left) > 8 || isMirrored > 1) outside++;
      else counts[(top * 9 + left) * 2 + isMirrored]++;
    }
    expect(outside).toBe(0);
    const chiSquare = counts.reduce((sum, count) => sum + (count - images / all) ** 2 / (images / all), 0);
    expect(Math.abs(chiSquare - (all - 1))).toBeLessThan(4 * Math.sqrt(2 * (all - 1)));
  });

  it("do not follow from the epoch's order, and those of the first images differ from epoch to epoch", () => {
    const first = Array.from({ length: 90 }, (_, epoch) => augmentations(1, 1, epoch + 1).join());
    expect(new Set(first).size).toBeGreaterThan(50); // of 162: 69 on average
  });
});

it("images on the host are augmented as numpy does it", () => {
  const { shape, numbers, images, expected } = fixture;
  const result = augmented(Uint8Array.from(images), Uint8Array.from(numbers.flat()), shape as [number, number, number]);
  expect([...result]).toEqual(expected);
});

describe.each(kinds)("A $kind feed", ({ make }) => {
  it("gives each image as the recipe changes it, another way in each epoch", async () => {
    const feed = make();
    for (const epoch of [1, 2]) expect(await pixelsOf(feed, epoch)).toEqual(expectedImages(epoch));
    expect(await pixelsOf(make({ augment: false }), 1)).not.toEqual(expectedImages(1));
  });

  it("goes on from any step with the same pixels", async () => {
    expect(await pixelsOf(make(), 2, 2)).toEqual(expectedImages(2, 16));
  });

  it("gives a process its part of a batch, which may be none", async () => {
    const part = make({ batchSize: 15, rowsOf: (images) => [images - 4, images] });
    expect(await pixelsOf(part, 1)).toEqual([...expectedImages(1, 11, 15), ...expectedImages(1, 26, 30)]);
    const none = make({ rowsOf: (images) => [images, images] });
    expect(await pixelsOf(none, 1)).toEqual([]);
  });

  it("augments before it resizes, images that are not square, too", async () => {
    const images: ImageSet = { ...set, count: 20, shape: [SIDE, 12, 3] };
    const [plain, other] = [make({ imageSize: 20 }, images), deviceFeed(images, { ...options, imageSize: 20 })];
    const pixels = await pixelsOf(plain, 1);
    expect(pixels).toEqual(await pixelsOf(other, 1));
    expect(pixels.length).toBe(20 * 20 * 20 * 3);
  });

  it("decodes inside a captured step as it does outside, in mixed precision, too, and leaks no tensor", async () => {
    const feed = make();
    feeds.push(feed);
    const filter = tf.ones<tf.Rank.R4>([3, 3, 3, 4]);
    const step = capture(
      (batch: tf.Tensor[]) => {
        const images = feed.decode(batch).inputs as tf.Tensor4D;
        return { images, features: tf.relu(tf.conv2d(images, filter, 1, "same")) };
      },
      { precision: "mixed_bfloat16" },
    );
    const pixels: number[] = [];
    const counts: number[] = [];
    for await (const { tensors } of feed.batches(1)) {
      const results = step(tensors);
      pixels.push(...results.images.dataSync());
      tf.dispose([tensors, results]);
      counts.push(tf.memory().numTensors);
    }
    expect(pixels).toEqual(expectedImages(1));
    expect(counts[2]).toBe(counts[1]);
    step.dispose();
    filter.dispose();
  });
});
