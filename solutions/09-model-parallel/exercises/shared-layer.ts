import { counted } from "../../../lib/system/words";
import { checkByCases } from "../../../lib/checks/check";
import { formatNumber } from "../../../lib/checks/compare";
import { columns, product, shape, shareOf, type Matrix } from "./matrix";

/** What a student's layer on a mesh gives. */
export interface SharedMlp {
  y: Matrix;
  /** Bytes that a device sends in a call of the step. */
  sentBytes: number;
}

const MLPS: [x: Matrix, a: Matrix, b: Matrix, devices: number][] = [
  [
    [
      [0.5, -1.2, 0.3],
      [1, 0.4, -0.7],
    ],
    [
      [0.9, -0.3, 0.5, 1.1],
      [0.2, 0.8, -0.6, 0.4],
      [-0.5, 0.1, 0.7, 0.3],
    ],
    [
      [1, 0.5, -0.4],
      [0.3, -0.9, 0.6],
      [-0.2, 0.7, 1.2],
      [0.8, 0.1, 0.5],
    ],
    2,
  ],
];

/** Checks a function that computes gelu(x A) B with a mesh, on devices that share both layers and add up once. */
export const checkSharedMlp = checkByCases("The same on a mesh", MLPS, (x, a, b, devices) => {
  const hidden = product(x, a);
  const apply = (value: Matrix, fn: (each: number) => number): Matrix => value.map((row) => row.map(fn));
  const y = product(apply(hidden, gelu), b);
  const own = shareOf(a[0].length, devices, 0);
  const first = product(apply(columns(hidden, own), gelu), own.map((row) => b[row])); // prettier-ignore
  const once = ((2 * (devices - 1)) / devices) * 4 * y.length * y[0].length; // one all-reduce of y, in float32
  return {
    what: `x of ${shape(x)}, A of ${shape(a)}, B of ${shape(b)}, ${counted(devices, "device")}`,
    expected: { y, sentBytes: once },
    slips: [
      [
        { y, sentBytes: undefined },
        "y is right without an exchange, so every device has computed everything: give each its part.",
      ],
      [{ y, sentBytes: 2 * once }, "y is right, but one all-reduce is enough, behind B: what is the other one for?"],
      [{ y, sentBytes: once / 4 }, "Those are numbers: a number has 4 bytes here."],
      [{ y: first }, "That is the first device's partial sum: add up along the axis."],
      [
        { y: apply(y, (value) => devices * value) },
        "Every device has added all of y: cut A into columns and B into rows.",
      ],
      [{ y: product(hidden, b) }, "The GELU between the two layers is missing."],
      [{ y: apply(product(hidden, b), gelu) }, "The GELU comes between the two layers, not behind them."],
    ],
  };
});

const gelu = (x: number): number => 0.5 * x * (1 + erf(x / Math.SQRT2));

/** The error function by its Taylor series, which is exact enough up to 4 and converges there within 80 terms. */
function erf(x: number): number {
  let [term, sum] = [x, x];
  for (let n = 1; n < 80; n++) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

/** Places of a matrix's columns, from the first to the one before `to`. */
export interface ColumnRange {
  from: number;
  to: number;
}

const HEADS: [width: number, heads: number, devices: number, device: number][] = [
  [768, 12, 2, 0],
  [768, 12, 4, 3],
  [384, 6, 3, 1],
];

/** Checks a function that says which columns of GPT-2's joint projection to queries, keys and values a device needs for its heads. */
export const checkColumnsOfHeads = checkByCases("Attention, by heads", HEADS, (width, heads, devices, device) => {
  const share = width / devices;
  const from = device * share;
  const right: ColumnRange[] = [0, 1, 2].map((third) => ({
    from: third * width + from,
    to: third * width + from + share,
  }));
  const depth = width / heads;
  return {
    what: `width ${width}, ${heads} heads, device ${device} of ${devices}`,
    expected: right,
    slips: [
      [[{ from: 3 * from, to: 3 * from + 3 * share }], "That is one piece of the joint matrix: it holds all queries first, then all keys, then all values."], // prettier-ignore
      [right.slice(0, 1), "Those are the queries of its heads: it needs their keys and values, too."],
      [right.map((each) => ({ from: each.from, to: each.to - 1 })), "`to` is the column behind the last one."],
      [
        [0, 1, 2].map((third) => ({ from: third * width, to: third * width + share })),
        "Those are the first device's heads.",
      ],
      [
        [0, 1, 2].map((third) => ({ from: third * width + device * depth, to: third * width + (device + 1) * depth })),
        "That is one head: how many has a device?",
      ],
      [
        [
          { from, to: from + share },
          { from: heads + from, to: heads + from + share },
        ],
        "The keys begin after all queries: at column `width`.",
      ],
    ],
  };
});

/** What a step sends along an axis of devices that share layers. */
export interface TensorStep {
  layers: number;
  /** Rows of the step. */
  rows: number;
  /** Tokens of a row. */
  tokens: number;
  width: number;
  /** Devices along the axis. */
  devices: number;
}

const STEPS: [step: TensorStep][] = [
  [{ layers: 4, rows: 8, tokens: 128, width: 128, devices: 2 }],
  [{ layers: 12, rows: 8, tokens: 1_024, width: 768, devices: 8 }],
];

/**
 * Checks a function that gives the bytes that a device sends along such an axis in a step: four all-reduces in each block, two forward
 * and two backward (M. Shoeybi et al., Megatron-LM, 2019, figure 4), in float32.
 */
export const checkTensorBytes = checkByCases("Four all-reduces in a block", STEPS, (step) => {
  const { layers, rows, tokens, width, devices } = step;
  const numbers = rows * tokens * width;
  const ring = (2 * (devices - 1)) / devices;
  const right = 4 * layers * ring * 4 * numbers;
  return {
    what: `${layers} blocks, ${rows} rows of ${formatNumber(tokens)} tokens, width ${width}, ${devices} devices`,
    expected: right,
    unit: "bytes",
    slips: [
      [right / 4, "Those are numbers, or those of one all-reduce in each block: count four, with 4 bytes a number."],
      [right / 2, "A block has two halves, and each adds up once forward and once backward."],
      [right / layers, "That is one block: the model has several."],
      [right / ring, "In a ring each device sends 2 (n - 1) / n of what it holds."],
      [right / 2 / ring, "That is what two all-reduces hold: count four, and what a ring sends of each."],
      [right / rows, "That is one row: the step has several."],
      [4 * right, "What is added up has `width` numbers for each token: the wide layer's numbers stay where they are."],
      [right * devices, "That is what all devices send together."],
    ],
  };
});
