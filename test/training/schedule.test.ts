import { describe, expect, it } from "vitest";
import { cosine } from "../../lib/training";
import { warmedUp } from "../../lib/training/schedule";

describe("the learning rate", () => {
  it("falls along half a cosine, and stays at its least", () => {
    const rate = cosine(1, { steps: 4, least: 0.2 });
    const middle = 0.2 + 0.8 / 2;
    const quarter = (0.8 * Math.SQRT1_2) / 2;
    [1, middle + quarter, middle, middle - quarter, 0.2, 0.2].forEach((expected, step) => {
      expect(rate(step)).toBeCloseTo(expected, 12);
    });
    expect(cosine(3, { steps: 2 })(9)).toBeCloseTo(0.3, 12);
  });

  it("grows over the warm-up, which multiplies any schedule", () => {
    const rates = [0, 1, 2, 3].map(warmedUp((step) => 8 - step, 4));
    expect(rates).toEqual([2, 3.5, 4.5, 5]);
  });

  it.each([
    [() => cosine(1, { steps: 0 }), "The rate falls over 0 steps, but must do so over a whole number from 1."],
    [() => cosine(1, { steps: 5, least: 2 }), "The least rate is 2, but must be at most the first one, 1."],
    [() => warmedUp(1, 1.5), "The warm-up is 1.5 steps, but must be a whole number from 0."],
    [() => warmedUp((step) => -step, 0)(2), "The learning rate of step 2 is -2, but must be a number greater than 0."],
  ])("refuses what is none", (make, expected) => {
    expect(make).toThrow(expected);
  });
});
