import { checkByCases } from "../../../lib/checks/check";
import { counted } from "../../../lib/system/words";

/** The sizes of one block's work. */
export interface BlockSizes {
  rows: number;
  /** Of each row. */
  tokens: number;
  /** Numbers for each token. */
  width: number;
  heads: number;
}

/** How many numbers a block keeps for its backward pass. */
export interface KeptNumbers {
  /** Those that double when the tokens of a row do. */
  byToken: number;
  /** Those that become four times as many. */
  byPair: number;
}

export function keptNumbers({ rows, tokens, width, heads }: BlockSizes): KeptNumbers {
  return { byToken: 16 * rows * tokens * width, byPair: rows * heads * tokens ** 2 };
}

const BLOCKS: [BlockSizes][] = [
  [{ rows: 8, tokens: 128, width: 128, heads: 4 }],
  [{ rows: 3, tokens: 50, width: 96, heads: 6 }],
];

/**
 * Checks a function that counts what a block of a GPT keeps: 16 rows x tokens x width, and heads x rows x tokens². V. Korthikanti et al.
 * (Reducing activation recomputation in large transformer models, 2022) count 34 bytes and 5 bytes: the same numbers in 16 bits, with the
 * masks and the results of three dropouts.
 */
export const checkKeptNumbers = checkByCases("What a block keeps", BLOCKS, ({ rows, tokens, width, heads }) => {
  const right = keptNumbers({ rows, tokens, width, heads });
  const instead = (vectors: number): KeptNumbers => ({ ...right, byToken: vectors * rows * tokens * width });
  return {
    what: `${counted(rows, "row")} of ${tokens} tokens, width ${width}, ${heads} heads`,
    expected: right,
    unit: "numbers",
    slips: [
      [instead(8), "The two parts of the feed-forward network are missing: they are 4 x width wide."],
      [instead(12), "GELU needs its input, and the product behind it GELU's result: both are 4 x width wide."],
      [instead(14), "A layer normalization needs its input, and the product behind it the result. There are two."],
      [instead(13), "The two products of attention need queries, keys and values."],
      [instead(15), "The product behind attention needs its input."],
      [instead(18), "Adding to the residual stream needs nothing."],
      [instead(20), "GELU needs its input only: nobody needs the input with the bias."],
      [{ ...right, byPair: rows * tokens ** 2 }, "Each head has scores of its own."],
      [{ ...right, byPair: 2 * right.byPair }, "The softmax's result and the input of the product behind it are the same numbers."],
      [{ ...right, byPair: heads * tokens ** 2 }, "Each row has scores of its own."],
      [{ ...right, byPair: 0 }, "The softmax keeps its result: for each head a number for each pair of tokens."],
      [{ byToken: 4 * right.byToken, byPair: 4 * right.byPair }, "These are bytes: give numbers."],
      [{ byToken: 16 * width, byPair: right.byPair }, "That is one token: there are rows x tokens of them."],
    ],
  };
}); // prettier-ignore
