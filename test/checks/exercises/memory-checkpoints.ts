import "../../four-devices";
import { chainGradients, chainMemory, type ChainBackward, type ChainSize, type ChainValues } from "../../../lib/cells";
import { checkBestSegment, checkGates, checkHeldInputs, type GatedChain } from "../../../lib/checks";
import { gate, pullback, tf } from "../../../lib/tensorflow";
import { exercise } from "../exercise";

/** @param kept Whether the forward pass keeps a layer's input. @param order Of the segments' firsts in the backward pass. */
function events(
  layers: number,
  segment: number,
  kept = (layer: number) => layer % segment === 0,
  order = (firsts: number[]) => firsts.reverse(),
): number[] {
  let held = 0;
  const list: number[] = [];
  for (let layer = 0; layer < layers; layer++) list.push((held += kept(layer) ? 1 : 0));
  const firsts = Array.from({ length: layers }, (_, layer) => layer).filter((layer) => layer % segment === 0);
  for (const first of order(firsts)) {
    const last = Math.min(first + segment, layers) - 1;
    for (let layer = first + 1; layer <= last; layer++) list.push(++held);
    for (let layer = last; layer >= first; layer--) list.push(--held);
  }
  return list;
}

/** The same from sets of layers whose inputs are there. */
function bySets(layers: number, segment: number): number[] {
  const there = new Set<number>();
  const sizes: number[] = [];
  for (let layer = 0; layer < layers; layer++) {
    if (layer % segment === 0) there.add(layer);
    sizes.push(there.size);
  }
  for (let layer = layers - 1; layer >= 0; layer--) {
    const first = layer - (layer % segment);
    for (let again = first + 1; again <= layer; again++) {
      if (there.has(again)) continue;
      there.add(again);
      sizes.push(there.size);
    }
    there.delete(layer);
    sizes.push(there.size);
  }
  return sizes;
}

const smallest = (layers: number, kept: (segment: number) => number): number => {
  let best = 1;
  for (let segment = 2; segment <= layers; segment++) if (kept(segment) < kept(best)) best = segment;
  return best;
};
const best = (layers: number, input: number, block: number): number =>
  smallest(layers, (segment) => Math.ceil(layers / segment) * input + segment * block);

type Gated = (values: ChainValues, size: ChainSize) => GatedChain;

const gated =
  (backward: ChainBackward): Gated =>
  (values, size) => ({
    gradients: chainGradients(values, backward),
    share: chainMemory(size, backward).peak / chainMemory(size).peak,
  });
const again = (input: (x: tf.Tensor2D, dy: tf.Tensor, behind: tf.Tensor[]) => tf.Tensor2D): Gated =>
  gated(({ layer, x, kernels, dy, behind }) => {
    const from = input(x, dy, behind);
    return pullback(() => layer(from, kernels), [from, ...kernels]).pull(dy);
  });

/** The layer's derivatives written out. */
const byHand = gated(({ x, kernels: [wide, narrow], dy, behind }) => {
  const input = gate(x, [dy, ...behind]);
  const tanh = tf.tanh(tf.matMul(input, wide));
  const slope = tf.mul<tf.Tensor2D>(tf.matMul(dy, narrow, false, true), tf.sub(1, tf.square(tanh)));
  const dx = tf.add(dy, tf.matMul(slope, wide, false, true));
  return [dx, tf.matMul(input, slope, true), tf.matMul(tanh, dy, true)];
});

export const exercises = [
  exercise({
    what: "inputs kept after each event",
    cell: "08-memory/test-held-inputs",
    check: checkHeldInputs,
    right: [events, bySets],
    wrong: [
      {
        what: "all inputs kept",
        answer: (layers, segment) => events(layers, segment, () => true),
        says: /keeps the first input/,
      },
      {
        what: "the first segment first",
        answer: (layers, segment) => events(layers, segment, undefined, (firsts) => firsts),
        says: /begins with the last/,
      },
      {
        what: "the forward pass alone",
        answer: (layers, segment) => events(layers, segment).slice(0, layers),
        says: /has events, too/,
      },
      { what: "no segments", answer: (layers) => events(layers, 1), says: /Nothing is computed again/ },
      {
        what: "a whole last segment",
        answer: (layers, segment) => events(Math.ceil(layers / segment) * segment, segment),
      },
    ],
  }),
  exercise({
    what: "the best length of segments",
    cell: "08-memory/test-best-segment",
    check: checkBestSegment,
    right: [
      best,
      (layers, input, block) => {
        const lengths = [...Array(layers).keys()].map((length) => length + 1);
        const kept = lengths.map((length) => Math.ceil(layers / length) * input + length * block);
        return lengths[kept.indexOf(Math.min(...kept))];
      },
    ],
    wrong: [
      { what: "always the root", answer: (layers) => Math.round(Math.sqrt(layers)), says: /count both/ },
      {
        what: "inputs alone",
        answer: (layers, input) => smallest(layers, (segment) => Math.ceil(layers / segment) * input),
        says: /all of its blocks are kept/,
      },
      {
        what: "input and block exchanged",
        answer: (layers, input, block) => best(layers, block, input),
        says: /Turn it round/,
      },
      {
        what: "the number of segments",
        answer: (layers, input, block) => Math.ceil(layers / best(layers, input, block)),
        says: /return their length/,
      },
    ],
  }),
  exercise({
    what: "gates",
    cell: "08-memory/test-gates",
    check: checkGates,
    right: [again((x, dy, behind) => gate(x, [dy, ...behind])), byHand],
    wrong: [
      { what: "no gate", answer: again((x) => x), says: /may have merged/ },
      { what: "a copy", answer: again((x) => x.clone()), says: /may have merged/ },
      {
        what: "a gate that waits for what has long been there",
        answer: again((x) => gate(x, [x])),
        says: /may have merged/,
      },
      {
        what: "the gradient of the input twice",
        answer: gated(({ layer, x, kernels, dy, behind }) => {
          const input = gate(x, [dy, ...behind]);
          const [dx, ...others] = pullback(() => layer(input, kernels), [input, ...kernels]).pull(dy);
          return [tf.mul(dx, 2), ...others];
        }),
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
