import "../../../four-devices";
import {
  chainGradients,
  chainMemory,
  type ChainBackward,
  type ChainSize,
  type ChainValues,
} from "../../../../chapters/08-memory/chain";
import {
  checkBestSegment,
  checkGates,
  checkHeldInputs,
  type GatedChain,
} from "../../../../solutions/08-memory/exercises/memory-checkpoints";
import { gate, pullback, tf } from "../../../../lib/tensorflow";
import { exercise } from "../../../checks/exercise";

/** How many layers' inputs are in a set of them. */
function held(layers: number, segment: number, { fromTheFirst = false } = {}): number[] {
  const there = new Set<number>();
  const sizes: number[] = [];
  const first = (layer: number) => layer - (layer % segment);
  for (let layer = 0; layer < layers; layer++) {
    if (layer === first(layer)) there.add(layer);
    sizes.push(there.size);
  }
  const backward = [...Array(layers).keys()].sort((a, b) => (fromTheFirst && first(a) - first(b)) || b - a);
  for (const layer of backward) {
    for (let again = first(layer); again <= layer; again++) if (!there.has(again)) sizes.push(there.add(again).size);
    there.delete(layer);
    sizes.push(there.size);
  }
  return sizes;
}

function best(layers: number, input: number, block: number): number {
  const lengths = [...Array(layers).keys()].map((length) => length + 1);
  const kept = lengths.map((length) => Math.ceil(layers / length) * input + length * block);
  return lengths[kept.indexOf(Math.min(...kept))];
}

/** @param input What each layer is computed from again. */
const again =
  (input: (x: tf.Tensor2D, dy: tf.Tensor, behind: tf.Tensor[]) => tf.Tensor2D) =>
  (values: ChainValues, size: ChainSize): GatedChain => {
    const backward: ChainBackward = ({ layer, x, kernels, dy, behind }) => {
      const from = input(x, dy, behind);
      return pullback(() => layer(from, kernels), [from, ...kernels]).pull(dy);
    };
    const share = chainMemory(size, backward).peak / chainMemory(size).peak;
    return { gradients: chainGradients(values, backward), share };
  };

const merged = /may have merged/;

export const exercises = [
  exercise({
    cell: "08-memory/test-held-inputs",
    check: checkHeldInputs,
    right: held,
    wrong: [
      {
        what: "the first segment first",
        answer: (layers, segment) => held(layers, segment, { fromTheFirst: true }),
        says: /begins with the last/,
      },
      {
        what: "a whole last segment",
        answer: (layers, segment) => held(Math.ceil(layers / segment) * segment, segment),
      },
    ],
  }),
  exercise({
    cell: "08-memory/test-best-segment",
    check: checkBestSegment,
    right: best,
    wrong: {
      what: "input and block exchanged",
      answer: (layers, input, block) => best(layers, block, input),
      says: /Turn it round/,
    },
  }),
  exercise({
    cell: "08-memory/test-gates",
    check: checkGates,
    right: again((x, dy, behind) => gate(x, [dy, ...behind])),
    wrong: [
      { what: "no gate", answer: again((x) => x), says: merged },
      { what: "a copy", answer: again((x) => x.clone()), says: merged },
      { what: "a gate that waits for what has long been there", answer: again((x) => gate(x, [x])), says: merged },
      {
        what: "twice the input",
        answer: again((x, dy, behind) => gate(tf.mul(x, 2), [dy, ...behind])),
        says: /in another order/,
      },
      {
        what: "the expected words in place of numbers",
        answer: () => ({ gradients: [], share: "less than half" as unknown as number }),
        says: /what 8 layers keep, .*: expected "less than half", came "a text, and no number"/,
      },
    ],
  }),
];
