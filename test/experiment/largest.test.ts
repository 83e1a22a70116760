import { expect, it } from "vitest";
import { largestOf } from "../../lib/experiment/statistics";

it.each([
  [1, 0, 1],
  // Closed forms: H. David and H. Nagaraja, Order Statistics, 2003.
  [2, 1 / Math.sqrt(Math.PI), Math.sqrt(1 - 1 / Math.PI)],
  [3, 3 / (2 * Math.sqrt(Math.PI)), Math.sqrt(1 + Math.sqrt(3) / (2 * Math.PI) - 9 / (4 * Math.PI))],
  // python3 test/experiment/scale/reference.py
  [8, 1.42360030604196, 0.6106530465743891],
  [64, 2.343733465073977, 0.45109474377050895],
  [3584, 3.591242950646064, 0.32274379379014767],
])("the largest of %i standard normal values", (count, mean, standardDeviation) => {
  expect(largestOf(count).mean).toBeCloseTo(mean, 9);
  expect(largestOf(count).standardDeviation).toBeCloseTo(standardDeviation, 8);
});

it("refuses a count of none in a line", () => {
  expect(() => largestOf(0)).toThrow("The largest of 0 values cannot be found: give a whole number from 1.");
});
