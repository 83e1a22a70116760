import { beforeAll, describe, expect, it } from "vitest";
import { deviceFeed, hostFeed, synthetic, type Feed, type FeedOptions, type ImageSet } from "../../datasets";
import { rowsOfReplicas, sharesOf } from "../../lib/strategy/shares";
import { tf } from "../../lib/tensorflow";

const IMAGES = 45;
let set: ImageSet;
beforeAll(async () => {
  const { train } = await synthetic({ imageSize: 8, trainImages: IMAGES, testImages: 1 });
  // Every image says which one it is.
  const labels = Uint8Array.from({ length: IMAGES }, (_, row) => row);
  const bytes = train.images.length / IMAGES;
  labels.forEach((row) => train.images.fill(row, row * bytes, (row + 1) * bytes));
  set = { ...train, labels };
});

const rowsOf = (workers: number, devices: number, worker: number) => (images: number) =>
  rowsOfReplicas(sharesOf(images, workers * devices), worker * devices, devices);

/** Of each step, which images this process gets, and how many the whole batch has. */
async function stepsOf(feed: Feed, epoch: number, firstStep = 0) {
  const steps: { rows: number[]; images: number }[] = [];
  for await (const { tensors, images } of feed.batches(epoch, firstStep)) {
    const batch = feed.decode(tensors);
    const firstPixels = batch.inputs.slice([0, 0, 0, 0], [-1, 1, 1, 1]).mul(255).round();
    const rows = Array.from(await batch.labels.data());
    expect(Array.from(await firstPixels.data())).toEqual(rows); // an image goes with its label
    steps.push({ rows, images });
    tf.dispose([batch, firstPixels, tensors]);
  }
  feed.dispose();
  return steps;
}

const base = { imageSize: 8, shuffle: true, seed: 3 };
const feeds = {
  "from the device": (options: FeedOptions) => deviceFeed(set, options),
  "from the host": (options: FeedOptions) => hostFeed(set, { ...options, prefetch: 2 }),
};

describe.each(Object.keys(feeds) as (keyof typeof feeds)[])("images fed %s", (name) => {
  // Workers, devices of each, and a batch; of 45 images some are left for a smaller last batch.
  it.each([
    [2, 1, 8],
    [3, 1, 8],
    [3, 2, 16], // uneven shares
    [2, 2, 44], // one image is left, for the first worker
    [4, 1, 45],
  ])(
    "to %i workers of %i devices in batches of %i: all of them once, in one process's order",
    async (workers, devices, batchSize) => {
      const options = { ...base, batchSize };
      for (const epoch of [1, 2]) {
        const whole = await stepsOf(feeds[name](options), epoch);
        const parts = await Promise.all(
          Array.from({ length: workers }, (_, worker) =>
            stepsOf(feeds[name]({ ...options, rowsOf: rowsOf(workers, devices, worker) }), epoch),
          ),
        );
        const together = whole.map((_, step) => parts.flatMap((part) => part[step].rows));
        expect(together).toEqual(whole.map(({ rows }) => rows));
        expect(together.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: IMAGES }, (_, row) => row));
        for (const part of parts) expect(part.map(({ images }) => images)).toEqual(whole.map(({ images }) => images));
        const sizes = parts.map((part) => part.map(({ rows }) => rows.length));
        sizes.forEach((own) => own.forEach((size, step) => expect(sizes[0][step] - size).toBeLessThanOrEqual(devices)));
      }
    },
  );

  it("are in another order in another epoch, and the same again from any step", async () => {
    const make = () => feeds[name]({ ...base, batchSize: 8, rowsOf: rowsOf(3, 1, 1) });
    const [first, second] = [await stepsOf(make(), 1), await stepsOf(make(), 2)];
    expect(first).not.toEqual(second);
    expect(await stepsOf(make(), 1, 2)).toEqual(first.slice(2));
  });
});

it("rows follow the replicas' shares", () => {
  expect([0, 1, 2].map((replica) => rowsOfReplicas(sharesOf(7, 3), replica, 1))).toEqual([[0, 3], [3, 5], [5, 7]]); // prettier-ignore
  expect([0, 1].map((worker) => rowsOf(2, 2, worker)(3))).toEqual([[0, 2], [2, 3]]); // prettier-ignore
});
