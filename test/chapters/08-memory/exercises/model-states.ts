import {
  checkGptParameters,
  checkModelStates,
  type GptSizes,
} from "../../../../solutions/08-memory/exercises/model-states";
import { exercise, guess, slip } from "../../../checks/exercise";

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
  exercise("08-memory/test-parameters", checkGptParameters, {
    right: byShapes,
    wrong: [
      slip("matrices only", /the biases/, (sizes) => byShapes(sizes) - 13 * sizes.layers * sizes.width),
      guess("a constant", () => 124_439_808),
    ],
  }),
  exercise("08-memory/test-states", checkModelStates, {
    right: (parameters, precision) => {
      const [own, copy] = precision === "float32" ? [4, 0] : [2, 4];
      const [weights, master, moments] = [own, copy, 4 + 4].map((each) => each * parameters);
      return { weights, master, moments, gradients: weights };
    },
    wrong: slip("gradients in 32 bits", /2 bytes each/, (n, precision) => {
      const [weights, master] = precision === "mixed" ? [2 * n, 4 * n] : [4 * n, 0];
      return { weights, master, moments: 8 * n, gradients: 4 * n };
    }),
  }),
];
