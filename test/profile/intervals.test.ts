import { expect, it } from "vitest";
import { intersection, coveredSeconds, subtract, union, type Interval } from "../../lib/profile/intervals";

// The same by counting whole seconds, one by one.
const SECONDS = 60;
const covered = (intervals: Interval[]) =>
  Array.from({ length: SECONDS }, (_, at) => intervals.some(({ start, end }) => start <= at && at < end));

let state = 7;
const random = (below: number) => (state = (state * 1103515245 + 12345) % 2 ** 31) % below;
const some = () =>
  Array.from({ length: random(12) }, () => {
    const start = random(SECONDS);
    return { start, end: Math.min(SECONDS, start + random(9)) };
  });

it("does with intervals what counting every second does", () => {
  for (let round = 0; round < 300; round++) {
    const [a, b] = [some(), some()];
    const [x, y] = [covered(a), covered(b)];
    const [first, second] = [union(a), union(b)];
    expect(covered(first)).toEqual(x);
    expect(coveredSeconds(first)).toBe(x.filter(Boolean).length);
    expect(covered(intersection(first, second))).toEqual(x.map((one, at) => one && y[at]));
    expect(covered(subtract(first, second))).toEqual(x.map((one, at) => one && !y[at]));
    expect(coveredSeconds(subtract(first, second)) + coveredSeconds(intersection(first, second))).toBe(
      coveredSeconds(first),
    );
  }
});

it("gives what neither touches nor overlaps, in order", () => {
  expect(
    union([
      { start: 4, end: 5 },
      { start: 1, end: 3 },
      { start: 2, end: 4 },
      { start: 7, end: 7 },
    ]),
  ).toEqual([{ start: 1, end: 5 }]);
});
