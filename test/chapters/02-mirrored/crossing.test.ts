import { expect, it } from "vitest";
import { crossingSize } from "../../../chapters/02-mirrored/crossing";
import { wireTimes } from "../../../chapters/02-mirrored/wire-times";

const line = (name: string, secondsOf: (megabytes: number) => number) =>
  [10, 0.1, 1, 100].map((megabytes) => ({ name, megabytes, seconds: secondsOf(megabytes) }));

it("two lines cross where their formulas are equal, and nowhere if one is always below the other", () => {
  const times = [...line("square", (size) => size ** 2), ...line("root", (size) => 8 * size ** 0.5)];
  expect(crossingSize(times, "square", "root")).toBeCloseTo(4, 10); // s² = 8 √s
  expect(crossingSize(times, "root", "square")).toBeUndefined();
  const apart = [...line("fast", (size) => size), ...line("slow", (size) => 2 * size)];
  expect(crossingSize(apart, "fast", "slow")).toBeUndefined();
});

it("on a real wire, four ways were measured for the same five sizes, and none beats the bytes that its busiest link carries", async () => {
  const times = await wireTimes();
  const sizesOf = (name: string) => times.filter((time) => time.name === name).map(({ megabytes }) => megabytes);
  const bytes = { ring: 2 * 0.75, "this workbook's ring": 2 * 0.75, "halving and doubling": 2 * 0.75, tree: 4 };
  for (const [name, arrays] of Object.entries(bytes)) {
    expect(sizesOf(name)).toEqual([0.004096, 0.032768, 0.262144, 2.097152, 16.777216]);
    const { seconds, megabytes } = times.filter((time) => time.name === name)[4];
    expect(seconds).toBeGreaterThan((arrays * megabytes) / 125); // 1 Gb/s
  }
});
