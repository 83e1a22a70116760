import { describe, expect, it } from "vitest";
import { checkMeanGradient, checkRingBytes } from "../../lib/checks";
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

describe("the mean gradient", () => {
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
