import { checkNetworkCost, type BlockStack, type NetworkCost } from "../../../lib/checks";
import { exercise } from "../exercise";

/** What an answer counts otherwise. */
interface Otherwise {
  stem?: boolean;
  projection?: boolean;
  halving?: (block: number, blocks: number, last: boolean) => boolean;
  multiplyAddsOfLast?: boolean;
  lastNorm?: boolean;
}

/** Layer by layer, as the lesson describes them. */
function layerByLayer(stacks: BlockStack[], imageSize: number, otherwise: Otherwise = {}): NetworkCost {
  const { stem = true, projection = true, multiplyAddsOfLast = true, lastNorm = true } = otherwise;
  const { halving = (block, blocks, last) => block === blocks && !last } = otherwise;
  const total = { multiplyAdds: 0, parameters: 0 };
  const add = (width: number, kernel: number, from: number, to: number, others: number) => {
    total.multiplyAdds += width ** 2 * kernel ** 2 * from * to;
    total.parameters += kernel ** 2 * from * to + others;
  };
  if (stem) add(imageSize / 2, 7, 3, 64, 64);
  let [width, channels] = [imageSize / 4, 64];
  for (const [stack, [blocks, filters]] of stacks.entries()) {
    for (let block = 1; block <= blocks; block++) {
      const after = halving(block, blocks, stack === stacks.length - 1) ? width / 2 : width;
      add(width, 1, channels, filters, 4 * channels + 4 * filters);
      add(after, 3, filters, filters, 4 * filters);
      add(after, 1, filters, 4 * filters, 4 * filters);
      if (block === 1 && projection) add(after, 1, channels, 4 * filters, 4 * filters);
      [width, channels] = [after, 4 * filters];
    }
  }
  const last = { multiplyAdds: multiplyAddsOfLast ? 10 * channels : 0, parameters: 10 * channels + 10 };
  return {
    multiplyAdds: total.multiplyAdds + last.multiplyAdds,
    parameters: total.parameters + last.parameters + (lastNorm ? 4 * channels : 0),
  };
}

/** Stack by stack: the blocks after a stack's first one are alike, except for the last one's width. */
function stackByStack(stacks: BlockStack[], imageSize: number): NetworkCost {
  const work = (width: number, weights: number) => width * width * weights;
  let [multiplyAdds, parameters, width, channels] = [work(imageSize / 2, 147 * 64), 148 * 64, imageSize / 4, 64];
  stacks.forEach(([blocks, filters], index) => {
    const wide = 4 * filters;
    const next = index < stacks.length - 1 ? width / 2 : width;
    const [one, three, up] = [wide * filters, 9 * filters * filters, filters * wide];
    const own = three + up + 12 * filters;
    multiplyAdds += work(blocks === 1 ? next : width, channels * wide) + work(width, channels * filters);
    multiplyAdds += (blocks - 1) * work(width, one) + (blocks - 1) * work(width, three + up) + work(next, three + up);
    parameters +=
      channels * wide + wide + channels * filters + 4 * channels + blocks * own + (blocks - 1) * (one + 4 * wide);
    [width, channels] = [next, wide];
  });
  return { multiplyAdds: multiplyAdds + 10 * channels, parameters: parameters + 14 * channels + 10 };
}

export const exercises = [
  exercise({
    what: "the cost of a network",
    cell: "03-deeper-model/test-network-cost",
    check: checkNetworkCost,
    right: [layerByLayer, stackByStack],
    wrong: [
      { what: "no stem", answer: (s, size) => layerByLayer(s, size, { stem: false }), says: /first convolution is/ },
      { what: "no projection", answer: (s, size) => layerByLayer(s, size, { projection: false }), says: /fourth/ },
      {
        what: "a width that stays",
        answer: (s, size) => layerByLayer(s, size, { halving: () => false }),
        says: /halves the width/,
      },
      {
        what: "the width halved by a stack's first block",
        answer: (s, size) => layerByLayer(s, size, { halving: (block, _, last) => block === 1 && !last }),
      },
      {
        what: "no work in the last layer",
        answer: (s, size) => layerByLayer(s, size, { multiplyAddsOfLast: false }),
        says: /last layer also/,
      },
      {
        what: "no last BatchNorm",
        answer: (s, size) => layerByLayer(s, size, { lastNorm: false }),
        says: /BatchNorm before the last/,
      },
    ],
  }),
];
