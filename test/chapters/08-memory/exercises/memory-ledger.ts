import {
  checkGptParameters,
  checkLedger,
  type GptSizes,
} from "../../../../solutions/08-memory/exercises/memory-ledger";
import { exercise } from "../../../checks/exercise";

/** The shapes of all weights, one after another. */
function byShapes({ layers, width: w, context, vocabulary }: GptSizes): number {
  const norm = [[w], [w]];
  const linear = (from: number, to: number) => [[from, to], [to]];
  const blocks = Array.from({ length: layers }, () => [
    ...[...norm, ...linear(w, 3 * w), ...linear(w, w)],
    ...[...norm, ...linear(w, 4 * w), ...linear(4 * w, w)],
  ]).flat();
  const shapes = [[vocabulary, w], [context, w], ...blocks, ...norm];
  return shapes.reduce((sum, shape) => sum + shape.reduce((size, length) => size * length, 1), 0);
}

export const exercises = [
  exercise({
    cell: "08-memory/test-parameters",
    check: checkGptParameters,
    right: byShapes,
    wrong: [
      {
        what: "matrices only",
        answer: (sizes) => byShapes(sizes) - 13 * sizes.layers * sizes.width,
        says: /the biases/,
      },
      { what: "a constant", answer: () => 124_439_808 },
    ],
  }),
  exercise({
    cell: "08-memory/test-ledger",
    check: checkLedger,
    right: (parameters, precision) => {
      const [own, copy] = precision === "float32" ? [4, 0] : [2, 4];
      const [weights, master, moments] = [own, copy, 4 + 4].map((each) => each * parameters);
      return { weights, master, moments, gradients: weights };
    },
    wrong: {
      what: "gradients in 32 bits",
      answer: (n, precision) => {
        const [weights, master] = precision === "mixed" ? [2 * n, 4 * n] : [4 * n, 0];
        return { weights, master, moments: 8 * n, gradients: 4 * n };
      },
      says: /2 bytes each/,
    },
  }),
];
