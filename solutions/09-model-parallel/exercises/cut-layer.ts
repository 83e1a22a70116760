import { counted } from "../../../lib/system/words";
import { checkByCases, type Slip } from "../../../lib/checks/check";
import { formatNumber } from "../../../lib/checks/compare";
import { columns, product, range, shape, shareOf, type Matrix } from "./matrix";

/** What devices compute of a layer that is cut into rows. */
export interface CutByRows {
  /** What each device computes. */
  partial: Matrix[];
  /** What all of them have together. */
  y: Matrix;
}

const SECTION = "Cut one layer";

/** A device's share of places if they are dealt out one by one. */
const dealt = (length: number, devices: number, device: number): number[] =>
  range(Math.floor(length / devices)).map((at) => at * devices + device);
const sumOf = (parts: readonly Matrix[]): Matrix =>
  parts[0].map((row, i) => row.map((_, j) => parts.reduce((sum, part) => sum + (part[i]?.[j] ?? 0), 0)));

const X: Matrix = [
  [1, 2, -1],
  [0, 3, 2],
];
const A: Matrix = [
  [1, 0, 2, -1],
  [0, 1, 1, 2],
  [3, -2, 0, 1],
];

const BY_COLUMNS: [x: Matrix, a: Matrix, devices: number][] = [
  [X, A, 2],
  [X, A, 4],
];

/** Checks a function that computes a layer whose matrix is cut into columns: what each device has of the result. */
export const checkByColumns = checkByCases(SECTION, BY_COLUMNS, (x, a, devices) => {
  const parts = (chosen: (length: number, devices: number, device: number) => number[]): Matrix[] =>
    range(devices).map((device) => product(x, columns(a, chosen(a[0].length, devices, device))));
  const byRows = range(devices).map((device) => {
    const own = shareOf(a.length, devices, device);
    return product(columns(x, own), own.length > 0 ? own.map((row) => a[row]) : [a[0].map(() => 0)]);
  });
  return {
    what: `x of ${shape(x)}, A of ${shape(a)}, ${counted(devices, "device")}`,
    expected: parts(shareOf),
    slips: [
      [range(devices).map(() => product(x, a)), "Each device has computed everything: give it its own columns of A."],
      [[product(x, a)], "That is the whole result: return what each device has of it."],
      [parts(dealt), "A device's columns stand next to each other, so that the parts can be put one after another."],
      [byRows, "Those are rows of A: cut it into columns, of which each device needs all of x."],
    ],
  };
});

const BY_ROWS: [parts: Matrix[], b: Matrix][] = [
  [[[[1, 2], [0, 1]], [[-1, 3], [2, 1]]], [[1, 0, 2], [2, 1, 0], [0, 3, 1], [1, -1, 1]]],
  [[[[2]], [[0.5]], [[-1]]], [[3, 1], [4, 2], [5, 6]]],
]; // prettier-ignore

/** Checks a function that computes a layer whose matrix is cut into rows, of an input of which each device has some columns. */
export const checkByRows = checkByCases(SECTION, BY_ROWS, (parts, b) => {
  const share = parts[0][0].length;
  const rows = (device: number): Matrix => b.slice(device * share, (device + 1) * share);
  const partial = parts.map((part, device) => product(part, rows(device)));
  const answer = (some: Matrix[], y = sumOf(some)): CutByRows => ({ partial: some, y });
  const first = parts.map((part) => product(part, rows(0)));
  const joined = parts[0].map((_, row) => partial.flatMap((each) => each[row]));
  return {
    what: `${counted(parts.length, "device")} with ${counted(share, "column")} of h each, B of ${shape(b)}`,
    expected: answer(partial),
    slips: [
      [answer(first), "Every device has used the first rows of B: each needs those that multiply its columns of h."],
      [answer(partial, joined), "Each device has a part of every sum: add the parts up, number by number."],
      [answer(partial, partial[0]), "That is only what the first device has: add up what all devices have."],
      [
        answer(
          partial,
          sumOf(partial).map((row) => row.map((value) => value / parts.length)),
        ),
        "That is the mean: a sum is asked for.",
      ],
    ],
  };
});

/** How a matrix is cut. */
export type CutInto = "columns" | "rows";

const PAIRS: [first: CutInto, second: CutInto, tokens: number, width: number, devices: number][] = [
  ["columns", "rows", 1_024, 768, 4],
  ["columns", "columns", 1_024, 768, 4],
  ["rows", "columns", 1_024, 768, 4],
  ["rows", "rows", 1_024, 768, 2],
];

/** The exchanges of such a pair of layers, in all-gathers of an output: between the layers, and at the end. */
export const exchangesOf = (first: CutInto, second: CutInto) => ({
  between: { columns: { columns: 4, rows: 0 }, rows: { columns: 8, rows: 4 } }[first][second],
  end: second === "rows" ? 2 : 1,
});

/**
 * Checks a function that says how many numbers each device sends for the pair of layers of a transformer's feed-forward network, cut
 * in one of four ways (M. Shoeybi et al., Megatron-LM, 2019, section 3, which takes the first).
 */
export const checkNumbersSent = checkByCases("Which cut first?", PAIRS, (first, second, tokens, width, devices) => {
  const one = (tokens * width * (devices - 1)) / devices; // a ring's all-gather or reduce-scatter of y
  const { between, end } = exchangesOf(first, second);
  const times = (count: number): number => count * one;
  const unfinished =
    first === "rows"
      ? "The devices have partial sums of h: add them up before the GELU."
      : "B's columns need all of h: has a device got it?";
  const slips: Slip[] = [
    [times(between), "At the end every device needs all of y: count that exchange, too."],
    [times(end), unfinished],
    [times(between / 4 + end), "The matrix h is four times as wide as y."],
    [times(between + end) * (devices / (devices - 1)), "A ring sends (n - 1) / n of the numbers, once or twice."],
  ];
  if (second === "rows") slips.push([times(between + 1), "Partial sums of y are added up: that is an all-reduce."]);
  if (first === "rows" && second === "columns")
    slips.push([times(4 + end), "B's columns need all of h, added up: that is an all-reduce."]);
  if (first === "rows" && second === "rows")
    slips.push([
      times(8 + end),
      "After a reduce-scatter a device has its own columns of h: its rows of B need no more.",
    ]);
  return {
    what: `A into ${first}, B into ${second}; ${formatNumber(tokens)} tokens, width ${width}, ${devices} devices`,
    expected: times(between + end),
    unit: "numbers",
    slips,
  };
});
