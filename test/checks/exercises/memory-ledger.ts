import { checkGptParameters, checkLedger, type GptSizes, type MemoryLedger } from "../../../lib/checks";
import { exercise } from "../exercise";

const block = (width: number): number => 12 * width ** 2 + 13 * width;
const count = ({ layers, width, context, vocabulary }: GptSizes): number =>
  (vocabulary + context) * width + layers * block(width) + 2 * width;

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

/** @param moments For each weight. */
const ledger =
  ({ master, moments = 8, gradients }: { master?: number; moments?: number; gradients?: number } = {}) =>
  (parameters: number, precision: "float32" | "mixed"): MemoryLedger => {
    const bytes = precision === "mixed" ? 2 : 4;
    return {
      weights: bytes * parameters,
      master: (master ?? (precision === "mixed" ? 4 : 0)) * parameters,
      moments: moments * parameters,
      gradients: (gradients ?? bytes) * parameters,
    };
  };

export const exercises = [
  exercise({
    what: "the weights of a GPT",
    cell: "08-memory/test-parameters",
    check: checkGptParameters,
    right: [count, byShapes],
    wrong: [
      {
        what: "an output with weights of its own",
        answer: (sizes) => count(sizes) + sizes.vocabulary * sizes.width,
        says: /no weights of its own/,
      },
      {
        what: "no layer normalization behind the last block",
        answer: (sizes) => count(sizes) - 2 * sizes.width,
        says: /Behind the last block/,
      },
      { what: "matrices only", answer: (sizes) => count(sizes) - 13 * sizes.layers * sizes.width, says: /the biases/ },
      {
        what: "no places",
        answer: (sizes) => count(sizes) - sizes.context * sizes.width,
        says: /table of places is missing/,
      },
      { what: "one block", answer: (sizes) => count({ ...sizes, layers: 1 }), says: /That is one block/ },
      { what: "a constant", answer: () => 124_439_808 },
    ],
  }),
  exercise({
    what: "the ledger of a training",
    cell: "08-memory/test-ledger",
    check: checkLedger,
    right: [
      ledger(),
      (parameters, precision) => {
        const [own, copy] = precision === "float32" ? [4, 0] : [2, 4];
        const [weights, master, moments] = [own, copy, 4 + 4].map((each) => each * parameters);
        return { weights, master, moments, gradients: weights };
      },
    ],
    wrong: [
      { what: "one moment", answer: ledger({ moments: 4 }), says: /two numbers for each weight/ },
      { what: "a copy in float32", answer: ledger({ master: 4 }), says: /there is no copy/ },
      { what: "no copy in mixed precision", answer: ledger({ master: 0 }), says: /a copy of the weights in 32 bits/ },
      { what: "gradients in 32 bits", answer: ledger({ gradients: 4 }), says: /2 bytes each/ },
      {
        what: "numbers instead of bytes",
        answer: (parameters) => ({ weights: parameters, master: 0, moments: 2 * parameters, gradients: parameters }),
        says: /counts numbers/,
      },
    ],
  }),
];
