import { expect, it } from "vitest";
import { crossingSize } from "../../../chapters/02-mirrored/crossing";

const line = (name: string, secondsOf: (megabytes: number) => number) =>
  [10, 0.1, 1, 100].map((megabytes) => ({ name, megabytes, seconds: secondsOf(megabytes) }));

it("two lines cross where their formulas are equal, and nowhere if one is always below the other", () => {
  const times = [...line("square", (size) => size ** 2), ...line("root", (size) => 8 * size ** 0.5)];
  expect(crossingSize(times, "square", "root")).toBeCloseTo(4, 10); // s² = 8 √s
  expect(crossingSize(times, "root", "square")).toBeUndefined();
  const apart = [...line("fast", (size) => size), ...line("slow", (size) => 2 * size)];
  expect(crossingSize(apart, "fast", "slow")).toBeUndefined();
});
