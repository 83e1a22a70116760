import { createHash } from "node:crypto";
import { datasetNamed, synthetic } from "parallel-training/datasets";
import { expect, it } from "vitest";

it("is the same for the same seed, and another for another", async () => {
  const [one, same, other] = await Promise.all(
    [1, 1, 2].map((seed) => synthetic({ seed, trainImages: 50, testImages: 20 })),
  );
  expect(one.train.images).toEqual(same.train.images);
  expect(one.train.images).not.toEqual(other.train.images);
  expect(one.train).toMatchObject({ count: 50, shape: [32, 32, 3] });
  expect(one.train.images).toHaveLength(50 * 3072);
  expect(one.test.images).not.toEqual(one.train.images.subarray(0, 20 * 3072));
});

it("does not change its test images with the number of training images", async () => {
  const [few, more] = await Promise.all([10, 30].map((trainImages) => synthetic({ trainImages, testImages: 10 })));
  expect(few.test.images).toEqual(more.test.images);
});

it("has classes that differ in what they have in common, not pixel by pixel", async () => {
  const { train } = await synthetic({ trainImages: 400, testImages: 1 });
  // The strength of a class's wave shows in products of neighbouring pixels, whatever its shift: compare those.
  const signature = (row: number) =>
    [1, 2, 3, 5, 32, 64, 96, 160, 33].flatMap((distance) =>
      [0, 1, 2].map((channel) => {
        let sum = 0;
        for (let pixel = 0; pixel + distance < 1024; pixel++) {
          const at = row * 3072 + pixel * 3 + channel;
          sum += (train.images[at] - 128) * (train.images[at + distance * 3] - 128);
        }
        return sum / 1024 / 1024;
      }),
    );
  const signatures = Array.from({ length: train.count }, (_, row) => signature(row));
  const gap = (a: number[], b: number[]) => a.reduce((sum, value, index) => sum + (value - b[index]) ** 2, 0);
  let right = 0;
  for (let row = 200; row < 400; row++) {
    const gaps = signatures.slice(0, 200).map((other) => gap(signatures[row], other));
    if (train.labels[gaps.indexOf(Math.min(...gaps))] === train.labels[row]) right++;
  }
  // Chance is 20 of 200.
  expect(right).toBeGreaterThan(120);
});

it("stands in for TinyImageNet with its classes and size, and is the same as ever without", async () => {
  const { classes, train } = await synthetic({ classes: 200, nativeSize: 64, trainImages: 400, testImages: 1 });
  expect([classes.length, classes[199], train.count]).toEqual([200, "pattern 199", 400]);
  expect(train).toMatchObject({ shape: [64, 64, 3] });
  expect(train.images).toHaveLength(400 * 12_288);
  expect(new Set(train.labels.subarray(0, 200)).size).toBe(200);
  const digest = createHash("sha256").update((await synthetic({ trainImages: 20, testImages: 1 })).train.images);
  expect(digest.digest("hex").slice(0, 16)).toBe("9612047a92d87679");
  await expect(synthetic({ classes: 300 })).rejects.toThrow("classes is 300: give a whole number from 2 to 256.");
});

it("is found by its name, and other names are refused", async () => {
  expect((await datasetNamed("synthetic", { trainImages: 10, testImages: 10 })).name).toBe("synthetic");
  await expect(datasetNamed("mnist")).rejects.toThrow(
    'There is no dataset "mnist": choose one of cifar10, tinyimagenet, synthetic.',
  );
});
