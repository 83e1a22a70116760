import { describe, expect, it } from "vitest";
import { checkMeanGradient, checkMirroredSteps, checkRingBytes, checkShares } from "../../lib/grading";
import { testExercise } from "./answers";

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

describe("steps of an epoch on several devices", () => {
  testExercise(
    checkMirroredSteps,
    [
      (images, each, n) => Math.ceil(images / (each * n)),
      (images, each, n) => Math.floor(images / each / n) + Math.sign(images % (each * n)),
    ],
    [
      { what: "the steps of one device", answer: (images, each) => Math.ceil(images / each), says: /global batch/ },
      { what: "one batch divided", answer: (i, each, n) => Math.ceil(i / (each / n)), says: /perDevice from each/ },
      { what: "rounding first", answer: (i, each, n) => Math.ceil(i / each) / n, says: /Round up last/ },
      { what: "the last batch dropped", answer: (i, each, n) => Math.floor(i / (each * n)), says: /left over/ },
      { what: "a broken number", answer: (i, each, n) => i / (each * n), says: /whole/ },
    ],
  );
});

describe("shares of a batch", () => {
  const list = (n: number, value: (device: number) => number) =>
    Array.from({ length: n }, (_, device) => value(device));
  testExercise(
    checkShares,
    [
      (images, n) => list(n, (device) => Math.floor(images / n) + (device < images % n ? 1 : 0)),
      (images, n) => {
        const shares: number[] = new Array<number>(n).fill(0);
        for (let image = 0; image < images; image++) shares[image % n]++;
        return shares;
      },
    ],
    [
      { what: "the rest dropped", answer: (images, n) => list(n, () => Math.floor(images / n)), says: /in no device/ },
      {
        what: "everything rounded up",
        answer: (images, n) => list(n, () => Math.ceil(images / n)),
        says: /more images/,
      },
      { what: "broken images", answer: (images, n) => list(n, () => images / n), says: /cannot be divided/ },
      {
        what: "the rest for the first",
        answer: (images, n) => list(n, (device) => Math.floor(images / n) + (device === 0 ? images % n : 0)),
        says: /One takes all/,
      },
      {
        what: "one more for the last",
        answer: (images, n) => list(n, (device) => Math.floor((images + device) / n)),
        says: /first devices/,
      },
      {
        what: "a device too few",
        answer: (images, n) => list(n, (d) => Math.floor(images / n) + (d < images % n ? 1 : 0)).filter(Boolean),
      },
    ],
  );
});

describe("the mean gradient", () => {
  testExercise(
    checkMeanGradient,
    [
      (gradients, images) => sum(gradients.map((gradient, i) => gradient * images[i])) / sum(images),
      (gradients, images) => sum(gradients.map((gradient, i) => (gradient * images[i]) / sum(images))),
    ],
    [
      {
        what: "a mean over devices",
        answer: (gradients) => sum(gradients) / gradients.length,
        says: /each device does/,
      },
      { what: "a sum", answer: sum, says: /a sum, not a mean/ },
      { what: "a sum over images", answer: (g, images) => sum(g.map((x, i) => x * images[i])), says: /divide by how/ },
      {
        what: "images over devices",
        answer: (g, images) => sum(g.map((x, i) => x * images[i])) / g.length,
        says: /not of devices/,
      },
      {
        what: "a mean over devices with images",
        answer: (g, images) => sum(g) / images.filter(Boolean).length,
        says: /each device does/,
      },
    ],
  );

  it("is that of the whole batch: a straight line's slope, fitted on two devices and on one", () => {
    // loss = mean((w x - y)^2) at w = 1, so its gradient is mean(2 (x - y) x)
    const points = [[1, 3], [2, 5], [3, 4], [4, 9], [5, 8]]; // prettier-ignore
    const gradient = (some: number[][]) => sum(some.map(([x, y]) => 2 * (x - y) * x)) / some.length;
    const parts = [points.slice(0, 3), points.slice(3)];
    const check = checkMeanGradient(() => gradient(points), [[parts.map(gradient), parts.map(({ length }) => length)]]);
    expect(check.share).toBe(1);
  });
});

describe("bytes of a ring", () => {
  testExercise(
    checkRingBytes,
    [(n, bytes) => (2 * (n - 1) * bytes) / n, (n, bytes) => 2 * (bytes - bytes / n)],
    [
      { what: "one round", answer: (n, bytes) => ((n - 1) * bytes) / n, says: /first round/ },
      { what: "everything to everybody", answer: (n, bytes) => (n - 1) * bytes, says: /nobody sends/ },
      { what: "everything around twice", answer: (n, bytes) => 2 * (n - 1) * bytes, says: /one part of n/ },
      { what: "twice everything", answer: (_, bytes) => 2 * bytes, says: /keeps one/ },
      { what: "one part a round", answer: (n, bytes) => (2 * bytes) / n, says: /n - 1/ },
      { what: "everything once", answer: (_, bytes) => bytes, says: /two rounds/ },
    ],
  );

  it("are those that a ring sends, in a simulation of one", () => {
    const simulated = (n: number, bytes: number) => {
      const ring = Array.from({ length: n }, (_, device) => device);
      const held = ring.map((device) => ring.map(() => 2 ** device)); // of each device: a number for each part
      let sentByFirst = 0;
      for (let round = 0; round < 2 * (n - 1); round++) {
        const sends = ring.map((device) => {
          const part = (((device - round) % n) + n) % n;
          return { to: (device + 1) % n, part, value: held[device][part] };
        });
        for (const { to, part, value } of sends) held[to][part] = round < n - 1 ? held[to][part] + value : value;
        sentByFirst += bytes / n;
      }
      expect(held.flat()).toEqual(held.flat().map(() => 2 ** n - 1)); // everybody has every sum
      return sentByFirst;
    };
    expect(checkRingBytes(simulated).lines.filter((line) => line.startsWith("✗"))).toEqual([]);
  });
});
