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
import { exercise, guess, slip } from "../../../checks/exercise";

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
  exercise("08-memory/test-held-inputs", checkHeldInputs, {
    right: held,
    wrong: [
      slip("the first segment first", /begins with the last/, (layers, segment) =>
        held(layers, segment, { fromTheFirst: true }),
      ),
      guess("a whole last segment", (layers, segment) => held(Math.ceil(layers / segment) * segment, segment)),
    ],
  }),
  exercise("08-memory/test-best-segment", checkBestSegment, {
    right: best,
    wrong: slip("input and block exchanged", /Turn it round/, (layers, input, block) => best(layers, block, input)),
  }),
  exercise("08-memory/test-gates", checkGates, {
    right: again((x, dy, behind) => gate(x, [dy, ...behind])),
    wrong: [
      slip(
        "no gate",
        merged,
        again((x) => x),
      ),
      slip(
        "a copy",
        merged,
        again((x) => x.clone()),
      ),
      slip(
        "a gate that waits for what has long been there",
        merged,
        again((x) => gate(x, [x])),
      ),
      slip(
        "twice the input",
        /in another order/,
        again((x, dy, behind) => gate(tf.mul(x, 2), [dy, ...behind])),
      ),
      slip(
        "the expected words in place of numbers",
        /what 8 layers keep, .*: expected "less than half", but your function gave "a text, and no number"/,
        () => ({ gradients: [], share: "less than half" as unknown as number }),
      ),
    ],
  }),
];
