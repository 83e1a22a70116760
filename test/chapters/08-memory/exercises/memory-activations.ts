import { checkKeptNumbers, type BlockSizes } from "../../../../solutions/08-memory/exercises/memory-activations";
import { exercise, slip } from "../../../checks/exercise";

/** @param vectors As wide as the block, for each token: of normalizations, attention and the feed-forward network. */
const kept =
  (...vectors: number[]) =>
  ({ rows, tokens, width, heads }: BlockSizes) => {
    const byToken = vectors.map((each) => each * rows * tokens * width).reduce((sum, each) => sum + each);
    return { byToken, byPair: heads * rows * tokens * tokens };
  };

export const exercises = [
  exercise("08-memory/test-kept-numbers", checkKeptNumbers, {
    right: kept(2 * 2, 3 + 1, 2 * 4),
    wrong: [
      slip("no queries, keys, values", /queries, keys and values/, kept(2 * 2, 1, 2 * 4)),
      slip("Korthikanti's bytes", /expected/, kept(34)),
    ],
  }),
];
