import type { ChainSize, ChainValues } from "../../../chapters/08-memory/chain";
import { type Check, checkAnswer, checkByCases, type Trial } from "../../../lib/checks/check";
import { sameValue } from "../../../lib/checks/compare";
import { counted } from "../../../lib/system/words";

const CHECKPOINTS = "Keep less, compute twice";

/** How a wrong count differs, for hints. */
interface Detour {
  /** The segments' inputs are not kept in the forward pass, or everything is. */
  forward?: "nothing" | "everything";
  /** The first segment goes backward first. */
  fromTheFirst?: boolean;
  /** Inputs that are computed again take no memory. */
  freeAgain?: boolean;
  /** Computes the segment's own input again, too. */
  alsoTheFirst?: boolean;
}

/** Inputs of layers that are kept after each event of a step. */
function heldOverTime(layers: number, segment: number, how: Detour = {}): number[] {
  const events: number[] = [];
  let held = 0;
  const add = (units: number): void => void events.push((held += units));
  for (let layer = 0; layer < layers; layer++) {
    const isKept = how.forward === undefined ? layer % segment === 0 : how.forward === "everything";
    add(isKept ? 1 : 0);
  }
  const firsts = Array.from({ length: Math.ceil(layers / segment) }, (_, index) => index * segment);
  for (const first of how.fromTheFirst ? firsts : firsts.reverse()) {
    const length = Math.min(segment, layers - first);
    for (let again = how.alsoTheFirst ? 0 : 1; again < length; again++) add(how.freeAgain ? 0 : 1);
    for (let layer = 0; layer < length; layer++) add(-1);
  }
  return events;
}

const CHAINS: [layers: number, segment: number][] = [
  [4, 2],
  [4, 1],
  [9, 3],
  [7, 3],
];

/** Checks a function that says how many layers' inputs a chain keeps after each event of a step with checkpoints. */
export const checkHeldInputs = checkByCases(CHECKPOINTS, CHAINS, (layers, segment) => ({
  what: `${counted(layers, "layer")} in segments of ${segment}`,
  expected: heldOverTime(layers, segment),
  slips: [
    [heldOverTime(layers, segment, { forward: "everything" }), "The forward pass keeps the first input of each segment only."],
    [heldOverTime(layers, segment, { forward: "nothing" }), "The forward pass keeps the first input of each segment."],
    [heldOverTime(layers, segment, { fromTheFirst: true }), "The backward pass begins with the last segment."],
    [heldOverTime(layers, segment, { freeAgain: true }), "Each input that is computed again is kept until its layer has used it."],
    [heldOverTime(layers, segment, { alsoTheFirst: true }), "The segment's own input is there: only the others are computed again."],
    [heldOverTime(layers, segment).slice(0, layers), "That is the forward pass: the backward pass has events, too."],
    [heldOverTime(layers, 1), "Nothing is computed again here."],
  ],
})); // prettier-ignore

const STACKS: [layers: number, input: number, block: number][] = [
  [64, 1, 1],
  [96, 1, 4],
  [12, 1, 20],
  [48, 2, 3],
];

/** The segment's length with which the least is kept; the shortest of those. */
function bestSegment(layers: number, kept: (segment: number) => number): number {
  const lengths = Array.from({ length: layers }, (_, index) => index + 1);
  return lengths.reduce((best, length) => (kept(length) < kept(best) ? length : best));
}

/**
 * Checks a function that finds the best length of segments for blocks that keep more than their input. Where both take equal memory it is
 * the square root of the layers (T. Chen et al., Training deep nets with sublinear memory cost, 2016).
 */
export const checkBestSegment = checkByCases(CHECKPOINTS, STACKS, (layers, input, block) => {
  const segments = (length: number): number => Math.ceil(layers / length);
  const best = (kept: (segment: number) => number): number => bestSegment(layers, kept);
  return {
    what: `${layers} blocks, ${input} for a segment's input and ${block} for a block`,
    expected: best((length) => segments(length) * input + length * block),
    unit: "blocks",
    slips: [
      [best((length) => segments(length) * input), "While a segment goes backward, all of its blocks are kept."],
      [best((length) => segments(length) * block + length * input), "Turn it round: a segment keeps its input, and the blocks of one segment are kept whole."],
      [Math.round(Math.sqrt(layers)), "That is right where a block keeps as much as its input: count both."],
      [segments(best((length) => segments(length) * input + length * block)), "That is the number of segments: return their length."],
    ],
  };
}); // prettier-ignore

/** What a chain gives whose layers keep only their inputs. */
export interface GatedChain {
  /** Of a small chain's kernels. */
  gradients: number[][][][];
  /** What a large chain keeps at its peak, as a share of what it keeps where layers keep everything. */
  share: number;
}

const kernel = (rows: number, columns: number, seed: number): number[][] =>
  Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => Math.sin(seed + 3 * row + column) / 2),
  );

const chainOf = (layers: number, rows: number, width: number): ChainValues => [
  kernel(rows, width, 0.5),
  Array.from({ length: layers }, (_, layer) => [
    kernel(width, 4 * width, layer + 1),
    kernel(4 * width, width, layer + 20),
  ]),
];

const GATED: [values: ChainValues, size: ChainSize][] = [[chainOf(3, 4, 2), { layers: 8, rows: 1024, width: 128 }]];

const EQUAL = "those that the chain rule gives";
const LESS = "less than half";

/**
 * Checks the backward pass of layers that have kept nothing but their inputs: by the gradients of a small chain, and by the memory of a
 * large one. Without a gate TensorFlow merges the second computation with the first.
 */
export function checkGates(gatedChain: (values: ChainValues, size: ChainSize) => GatedChain, cases = GATED): Check {
  return checkAnswer("Place the gates", gatedChain, (gatedChain) =>
    cases.flatMap(([values, size]): Trial[] => {
      let given: unknown;
      const answer = () => (given ??= gatedChain(structuredClone(values), { ...size })) as Partial<GatedChain>;
      return [
        {
          what: `the gradients of a chain of ${values[1].length} layers`,
          call: () => (sameValue(answer().gradients, gradientsOfChain(values)) ? EQUAL : "others, or in another order"),
          expected: EQUAL,
        },
        {
          what: `what ${size.layers} layers keep, against layers that keep everything`,
          call: () => described(answer().share),
          expected: LESS,
        },
      ];
    }),
  );
}

function described(share: unknown): unknown {
  if (typeof share === "string") return "a text, and no number"; // it may be the one that is expected
  if (typeof share !== "number" || !(share > 0)) return share;
  if (share < 0.5) return LESS;
  return `${10 * Math.round(10 * share)} %: TensorFlow may have merged the second computation with the first`;
}

/** The gradients of the mean square of x + tanh(x wide) narrow, layer by layer: by the chain rule, without TensorFlow. */
function gradientsOfChain([x, kernels]: ChainValues): number[][][][] {
  const forward = kernels.reduce<{ input: number[][]; tanh: number[][]; y: number[][] }[]>((done, [wide, narrow]) => {
    const input = done.at(-1)?.y ?? x;
    const tanh = product(input, wide).map((row) => row.map(Math.tanh));
    return [...done, { input, tanh, y: sumOf(input, product(tanh, narrow)) }];
  }, []);
  const last = forward[forward.length - 1].y;
  const count = last.length * last[0].length;
  let dy = last.map((row) => row.map((value) => (2 * value) / count));
  const gradients: number[][][][] = [];
  for (let layer = kernels.length - 1; layer >= 0; layer--) {
    const [wide, narrow] = kernels[layer];
    const { input, tanh } = forward[layer];
    const slope = product(dy, transposed(narrow)).map((row, i) => row.map((value, j) => value * (1 - tanh[i][j] ** 2)));
    gradients.unshift([product(transposed(input), slope), product(transposed(tanh), dy)]);
    dy = sumOf(dy, product(slope, transposed(wide)));
  }
  return gradients;
}

const product = (a: number[][], b: number[][]): number[][] =>
  a.map((row) => b[0].map((_, column) => row.reduce((sum, value, k) => sum + value * b[k][column], 0)));

const transposed = (a: number[][]): number[][] => a[0].map((_, column) => a.map((row) => row[column]));

const sumOf = (a: number[][], b: number[][]): number[][] => a.map((row, i) => row.map((value, j) => value + b[i][j]));
