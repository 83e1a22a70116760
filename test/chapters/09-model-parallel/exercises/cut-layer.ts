import { Matrix } from "ml-matrix";
import {
  checkByColumns,
  checkByRows,
  checkNumbersSent,
  type CutInto,
} from "../../../../solutions/09-model-parallel/exercises/cut-layer";
import { exercise, guess, slip } from "../../../checks/exercise";

const product = (x: number[][], w: number[][]) => new Matrix(x).mmul(new Matrix(w)).to2DArray();
const dealt = (rows: number[][], devices: number, device: (column: number) => number) =>
  [...Array(devices).keys()].map((own) => rows.map((row) => row.filter((_, column) => device(column) === own)));
const sideBySide = (parts: number[][][]) => parts[0].map((_, row) => parts.flatMap((part) => part[row]));

/** What each device computes of a layer that is cut into rows. */
function partialOf(parts: number[][][], b: number[][]) {
  let first = 0;
  return parts.map((part) => product(part, b.slice(first, (first += part[0].length))));
}

/** By all-gathers of y: each has `factors` of them, and each sends (n - 1) / n of y's numbers. */
const sentBy =
  (factors: Record<CutInto, Record<CutInto, number>>) =>
  (first: CutInto, second: CutInto, tokens: number, width: number, devices: number) =>
    factors[first][second] * tokens * (width - width / devices);

export const exercises = [
  exercise("09-model-parallel/test-by-columns", checkByColumns, {
    right: (x, a, n) => dealt(product(x, a), n, (column) => Math.floor((column * n) / a[0].length)),
    wrong: [
      slip("columns dealt out", /stand next to each other/, (x, a, n) =>
        dealt(product(x, a), n, (column) => column % n),
      ),
      guess("one device only", (x, a, n) => [product(x, a.map((row) => row.slice(0, row.length / n)))]), // prettier-ignore
    ],
  }),
  exercise("09-model-parallel/test-by-rows", checkByRows, {
    right: (parts, b) => ({ partial: partialOf(parts, b), y: product(sideBySide(parts), b) }),
    wrong: slip("put side by side", /add the parts up/, (parts, b) => ({
      partial: partialOf(parts, b),
      y: sideBySide(partialOf(parts, b)),
    })),
  }),
  exercise("09-model-parallel/test-numbers-sent", checkNumbersSent, {
    right: sentBy({ columns: { rows: 2, columns: 5 }, rows: { rows: 6, columns: 9 } }),
    wrong: slip(
      "an all-gather of partial sums",
      /added up: that is an all-reduce/,
      sentBy({ columns: { rows: 1, columns: 5 }, rows: { rows: 5, columns: 5 } }),
    ),
  }),
];
