import { describe, expect, it } from "vitest";
import { checkMeanGradient } from "../../lib/checks";
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
