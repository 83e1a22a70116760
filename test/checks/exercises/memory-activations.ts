import { checkKeptNumbers, type BlockSizes, type KeptNumbers } from "../../../lib/checks";
import { exercise } from "../exercise";

/** @param vectors As wide as the block, for each token. */
const kept =
  (vectors = 16, pairs = (sizes: BlockSizes) => sizes.rows * sizes.heads * sizes.tokens ** 2) =>
  (sizes: BlockSizes): KeptNumbers => ({
    byToken: vectors * sizes.rows * sizes.tokens * sizes.width,
    byPair: pairs(sizes),
  });

export const exercises = [
  exercise({
    what: "what a block keeps",
    cell: "08-memory/test-kept-numbers",
    check: checkKeptNumbers,
    right: [
      kept(),
      ({ rows, tokens, width, heads }) => {
        const vector = rows * tokens * width;
        const [norms, attention, feedForward] = [2 * 2 * vector, (3 + 1) * vector, 2 * 4 * vector];
        return { byToken: norms + attention + feedForward, byPair: heads * rows * tokens * tokens };
      },
    ],
    wrong: [
      { what: "GELU's result only", answer: kept(12), says: /GELU needs its input, and/ },
      { what: "GELU's input with its bias, too", answer: kept(20), says: /its input only/ },
      { what: "one tensor of a normalization", answer: kept(14), says: /There are two/ },
      { what: "no queries, keys, values", answer: kept(13), says: /queries, keys and values/ },
      {
        what: "one head",
        answer: kept(16, ({ rows, tokens }) => rows * tokens ** 2),
        says: /Each head has scores/,
      },
      {
        what: "the scores twice",
        answer: kept(16, ({ rows, heads, tokens }) => 2 * rows * heads * tokens ** 2),
        says: /are the same numbers/,
      },
      { what: "Korthikanti's bytes", answer: kept(34), says: /expected/ },
    ],
  }),
];
