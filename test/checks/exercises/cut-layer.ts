import { checkByColumns, checkByRows, checkNumbersSent, type CutInto, type Matrix } from "../../../lib/checks";
import { exercise } from "../exercise";

const range = (count: number) => [...Array(count).keys()];
const product = (x: Matrix, w: Matrix): Matrix =>
  x.map((row) => w[0].map((_, j) => row.reduce((sum, value, k) => sum + value * w[k][j], 0)));
const added = (parts: Matrix[]): Matrix =>
  parts[0].map((row, i) => row.map((_, j) => parts.reduce((sum, part) => sum + part[i][j], 0)));
const rowsOf = (parts: Matrix[], b: Matrix, device: number): Matrix => {
  const share = parts[0][0].length;
  return b.slice(device * share, (device + 1) * share);
};

/** Numbers that go around a ring of n devices: once for an all-gather or a reduce-scatter, twice for an all-reduce. */
const sent = (numbers: number, times: number, n: number) => (times * numbers * (n - 1)) / n;

export const exercises = [
  exercise({
    what: "a layer cut into columns",
    cell: "09-model-parallel/test-by-columns",
    check: checkByColumns,
    right: [
      (x, a, devices) => {
        const share = a[0].length / devices;
        return range(devices).map((device) => product(x, a.map((row) => row.slice(device * share, (device + 1) * share)))); // prettier-ignore
      },
      (x, a, devices) => {
        const whole = product(x, a);
        const share = whole[0].length / devices;
        return range(devices).map((device) =>
          whole.map((row) => row.filter((_, j) => Math.floor(j / share) === device)),
        );
      },
    ],
    wrong: [
      {
        what: "everything everywhere",
        answer: (x, a, n) => range(n).map(() => product(x, a)),
        says: /its own columns/,
      },
      { what: "the whole result", answer: (x, a) => [product(x, a)], says: /what each device has/ },
      {
        what: "columns dealt out",
        answer: (x, a, n) =>
          range(n).map((d) =>
            product(
              x,
              a.map((row) => row.filter((_, j) => j % n === d)),
            ),
          ),
        says: /stand next to each other/,
      },
      {
        what: "one device only",
        answer: (x, a, n) => [
          product(
            x,
            a.map((row) => row.slice(0, row.length / n)),
          ),
        ],
      },
    ],
  }),
  exercise({
    what: "a layer cut into rows",
    cell: "09-model-parallel/test-by-rows",
    check: checkByRows,
    right: [
      (parts, b) => {
        const partial = parts.map((part, device) => product(part, rowsOf(parts, b, device)));
        return { partial, y: added(partial) };
      },
      (parts, b) => {
        let first = 0;
        const partial = parts.map((part) => product(part, b.slice(first, (first += part[0].length))));
        const y = partial.slice(1).reduce((sum, each) => sum.map((row, i) => row.map((value, j) => value + each[i][j])), partial[0]); // prettier-ignore
        return { partial, y };
      },
    ],
    wrong: [
      {
        what: "the first rows everywhere",
        answer: (parts, b) => {
          const partial = parts.map((part) => product(part, rowsOf(parts, b, 0)));
          return { partial, y: added(partial) };
        },
        says: /first rows of B/,
      },
      {
        what: "put side by side",
        answer: (parts, b) => {
          const partial = parts.map((part, device) => product(part, rowsOf(parts, b, device)));
          return { partial, y: partial[0].map((_, i) => partial.flatMap((each) => each[i])) };
        },
        says: /add the parts up/,
      },
      {
        what: "nothing added",
        answer: (parts, b) => {
          const partial = parts.map((part, device) => product(part, rowsOf(parts, b, device)));
          return { partial, y: partial[0] };
        },
        says: /only what the first device has/,
      },
      {
        what: "the mean",
        answer: (parts, b) => {
          const partial = parts.map((part, device) => product(part, rowsOf(parts, b, device)));
          return { partial, y: added(partial).map((row) => row.map((value) => value / parts.length)) };
        },
        says: /That is the mean/,
      },
    ],
  }),
  exercise({
    what: "what four cuts send",
    cell: "09-model-parallel/test-numbers-sent",
    check: checkNumbersSent,
    right: [
      (first, second, tokens, width, n) => {
        const [y, h] = [tokens * width, 4 * tokens * width];
        const wanted = first === "columns" ? (second === "columns" ? 1 : 0) : second === "columns" ? 2 : 1;
        return sent(h, wanted, n) + sent(y, second === "rows" ? 2 : 1, n);
      },
      (first, second, tokens, width, n) => {
        const factors: Record<CutInto, Record<CutInto, number>> = {
          columns: { rows: 2, columns: 5 },
          rows: { rows: 6, columns: 9 },
        };
        return sent(tokens * width, factors[first][second], n);
      },
    ],
    wrong: [
      {
        what: "the same for all",
        answer: (_first, _second, tokens, width, n) => sent(tokens * width, 2, n),
        says: /all of h|before the GELU/,
      },
      {
        what: "nothing at the end",
        answer: (first, second, tokens, width, n) =>
          sent(4 * tokens * width, first === "rows" ? (second === "rows" ? 1 : 2) : second === "rows" ? 0 : 1, n),
        says: /all of y/,
      },
      {
        what: "h as wide as y",
        answer: (first, second, tokens, width, n) => {
          const between = first === "columns" ? (second === "columns" ? 1 : 0) : second === "columns" ? 2 : 1;
          return sent(tokens * width, between + (second === "rows" ? 2 : 1), n);
        },
        says: /four times as wide/,
      },
      {
        what: "an all-gather of partial sums",
        answer: (first, second, tokens, width, n) =>
          sent(tokens * width, { columns: { rows: 1, columns: 5 }, rows: { rows: 5, columns: 5 } }[first][second], n),
        says: /added up: that is an all-reduce/,
      },
      {
        what: "an all-reduce where half is enough",
        answer: (first, second, tokens, width, n) =>
          sent(tokens * width, { columns: { rows: 2, columns: 5 }, rows: { rows: 10, columns: 9 } }[first][second], n),
        says: /its rows of B need no more/,
      },
    ],
  }),
];
