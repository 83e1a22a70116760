import { checkByCases } from "../../../lib/checks/check";
import { formatNumber } from "../../../lib/checks/compare";

/** The sizes of a GPT, as far as its weights depend on them. */
export interface GptSizes {
  layers: number;
  width: number;
  /** The most tokens of a row. */
  context: number;
  /** How many different tokens there are. */
  vocabulary: number;
}

const SIZES: [GptSizes][] = [
  [{ layers: 12, width: 768, context: 1024, vocabulary: 50_257 }],
  [{ layers: 2, width: 6, context: 5, vocabulary: 7 }],
];

/** What some part of a GPT's weights is counted as, where not as it is. */
interface Miscount {
  /** Of a block: the factors of width² and of width. */
  block?: [square: number, linear: number];
  /** Tables of the vocabulary. */
  tokenTables?: number;
  placeTables?: number;
  finalNorm?: number;
}

export function parametersOf(
  { layers, width, context, vocabulary }: GptSizes,
  { block: [square, linear] = [12, 13], tokenTables = 1, placeTables = 1, finalNorm = 2 }: Miscount = {},
): number {
  const tables = (tokenTables * vocabulary + placeTables * context) * width;
  return tables + layers * (square * width ** 2 + linear * width) + finalNorm * width;
}

/**
 * Checks a function that counts the weights of a GPT whose output layer is its table of tokens: 12 width² + 13 width for a block
 * (A. Radford et al., Language models are unsupervised multitask learners, 2019; `gpt` in lib/models has the same).
 */
export const checkGptParameters = checkByCases("Count the weights", SIZES, (sizes) => ({
  what: `${sizes.layers} blocks of width ${sizes.width}, ${sizes.context} places, ${formatNumber(sizes.vocabulary)} tokens`,
  expected: parametersOf(sizes),
  unit: "weights",
  slips: [
    [parametersOf(sizes, { tokenTables: 2 }), "The output uses the table of tokens again: it has no weights of its own."],
    [parametersOf(sizes, { tokenTables: 0 }), "The table of tokens is missing."],
    [parametersOf(sizes, { placeTables: 0 }), "The table of places is missing."],
    [parametersOf(sizes, { finalNorm: 0 }), "Behind the last block is one more layer normalization."],
    [parametersOf(sizes, { block: [12, 0] }), "That leaves out the biases and the layer normalizations of the blocks."],
    [parametersOf(sizes, { block: [12, 9] }), "Each block also has two layer normalizations, with a gain and a bias each."],
    [parametersOf(sizes, { block: [12, 11] }), "A layer normalization has two vectors, and a block has two of them."],
    [parametersOf(sizes, { block: [12, 4] }), "That leaves out the biases: each of a block's four matrices has one."],
    [parametersOf(sizes, { block: [10, 11] }), "Attention projects to queries, to keys and to values: 3 x width columns."],
    [parametersOf(sizes, { block: [8, 12] }), "The feed-forward network has two matrices, one to 4 x width and one back."],
    [parametersOf({ ...sizes, layers: 1 }), "That is one block: there are several."],
  ],
})); // prettier-ignore

/** In which numbers a training computes. */
export type StatesPrecision = "float32" | "mixed";

/** Bytes that a training with AdamW keeps, whatever its batch. */
export interface ModelStates {
  /** With which the model computes. */
  weights: number;
  /** The 32-bit copy that the optimizer updates, where the model computes with others. */
  master: number;
  /** What AdamW remembers. */
  moments: number;
  gradients: number;
}

const STATES: [parameters: number, precision: StatesPrecision][] = [
  [1_557_611_200, "mixed"],
  [124_439_808, "float32"],
];

function statesOf(parameters: number, precision: StatesPrecision): ModelStates {
  const bytes = precision === "mixed" ? 2 : 4;
  const master = precision === "mixed" ? 4 * parameters : 0;
  return { weights: bytes * parameters, master, moments: 8 * parameters, gradients: bytes * parameters };
}

/**
 * Checks a function that gives the bytes of a training with AdamW: 16 for each weight, in float32 and in mixed precision
 * (S. Rajbhandari et al., ZeRO, SC 2020, section 3.1).
 */
export const checkModelStates = checkByCases("The model states", STATES, (parameters, precision) => {
  const right = statesOf(parameters, precision);
  const other = statesOf(parameters, precision === "mixed" ? "float32" : "mixed");
  return {
    what: `${formatNumber(parameters)} weights, ${precision}`,
    expected: right,
    unit: "bytes",
    slips: [
      [{ ...right, moments: 4 * parameters }, "AdamW keeps two numbers for each weight, of 4 bytes in both precisions."],
      [{ ...right, moments: 2 * parameters }, "AdamW keeps two numbers for each weight, of 4 bytes in both precisions."],
      [{ ...right, master: 4 * parameters }, "In float32 the optimizer updates the weights themselves: there is no copy."],
      [{ ...right, master: 0 }, "In mixed precision the optimizer updates a copy of the weights in 32 bits."],
      [{ ...right, gradients: 2 * right.gradients }, "In mixed precision the gradients have 2 bytes each."],
      [other, "These are the bytes of the other precision."],
      [{ weights: parameters }, "That counts numbers: how many bytes does each have?"],
    ],
  };
}); // prettier-ignore
