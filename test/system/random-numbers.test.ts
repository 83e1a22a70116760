import { expect, it } from "vitest";
import { randomNumbers } from "../../lib/system/random-numbers";

it("gives the same numbers for the same seed", () => {
  const [one, same] = [randomNumbers(7), randomNumbers(7)];
  expect([one(), one(), one()]).toEqual([same(), same(), same()]);
});

// The chance that a share of 10,000 uniform numbers is off by more than 0.02 is below 1 in 10,000 (four standard errors).
it.each([1, 2, 3])(
  "number %i is uniform over neighbouring seeds, and depends on none of the numbers before it",
  (place) => {
    const rows = Array.from({ length: 10_000 }, (_, seed) => {
      const next = randomNumbers(seed);
      return Array.from({ length: place }, next);
    });
    const last = rows.map((row) => row[place - 1]);
    for (const bound of [0.1, 0.25, 0.5, 0.75, 0.9]) {
      expect(Math.abs(last.filter((value) => value < bound).length / rows.length - bound), `${bound}`).toBeLessThan(
        0.02,
      );
    }
    const rising = last.filter((value, seed) => seed > 0 && value > last[seed - 1]).length;
    expect(Math.abs(rising / (rows.length - 1) - 0.5)).toBeLessThan(0.02);
    if (place === 1) return;
    const larger = rows.filter((row) => row[place - 1] > row[place - 2]).length;
    expect(Math.abs(larger / rows.length - 0.5)).toBeLessThan(0.02);
  },
);
