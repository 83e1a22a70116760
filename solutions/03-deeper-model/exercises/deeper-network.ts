import { checkByCases } from "../../../lib/checks/check";

/** The number of blocks in a stack, and their filters. */
export type BlockStack = [blocks: number, filters: number];

/** What a network computes for one image, and its number of parameters. */
export interface NetworkCost {
  multiplyAdds: number;
  parameters: number;
}

const classes = 10;

/** One convolution: the width of its output, the width of its kernel, the channels that come in and go out. */
type Convolution = [width: number, kernel: number, from: number, to: number];

/** A ResNet V2 for 10 classes, counted by its layers. `skip` leaves out what a wrong count forgets. */
function costOf(stacks: readonly BlockStack[], imageSize: number, skip?: Forgotten): NetworkCost {
  const convolutions: Convolution[] = skip === "stem" ? [] : [[imageSize / 2, 7, 3, 64]];
  let others = skip === "stem" ? 0 : 64; // biases, and 4 numbers for each channel of a BatchNorm
  let [width, channels] = [imageSize / 4, 64];
  stacks.forEach(([blocks, filters], stack) => {
    for (let block = 1; block <= blocks; block++) {
      const halves = block === blocks && stack < stacks.length - 1 && skip !== "halving";
      const after = halves ? width / 2 : width;
      convolutions.push([skip === "first convolution halves" ? after : width, 1, channels, filters]);
      convolutions.push([after, 3, filters, filters], [after, 1, filters, 4 * filters]);
      others += 4 * channels + 4 * filters + 4 * filters + 4 * filters;
      if (block === 1 && skip !== "projection") {
        convolutions.push([after, 1, channels, 4 * filters]);
        others += 4 * filters;
      }
      [width, channels] = [after, 4 * filters];
    }
  });
  let [multiplyAdds, parameters] = [0, others + 4 * channels];
  for (const [width, kernel, from, to] of convolutions) {
    multiplyAdds += width ** 2 * kernel ** 2 * from * to;
    parameters += kernel ** 2 * from * to;
  }
  return { multiplyAdds: multiplyAdds + channels * classes, parameters: parameters + (channels + 1) * classes };
}

type Forgotten = "stem" | "projection" | "halving" | "first convolution halves";

/** ResNet50V2 with the book's images and with small ones. */
const NETWORKS: [stacks: BlockStack[], imageSize: number][] = [128, 32].map((imageSize) => [
  [[3, 64], [4, 128], [6, 256], [3, 512]],
  imageSize,
]); // prettier-ignore

/** Checks a function that adds up the layers of a ResNet V2. */
export const checkNetworkCost = checkByCases("From one layer to the network", NETWORKS, (stacks, imageSize) => {
  const right = costOf(stacks, imageSize);
  const features = 4 * stacks[stacks.length - 1][1];
  return {
    what: `stacks of ${stacks.map(([blocks]) => blocks).join(", ")} blocks, ${imageSize} x ${imageSize} pixels`,
    expected: right,
    slips: [
      [costOf(stacks, imageSize, "stem"), "The first convolution is missing."],
      [costOf(stacks, imageSize, "projection"), "The first block of each stack has a fourth convolution."],
      [costOf(stacks, imageSize, "halving"), "The last block of a stack halves the width, except in the last stack."],
      [costOf(stacks, imageSize, "first convolution halves"), "A block's first convolution still has the old width."],
      [
        { ...right, multiplyAdds: right.multiplyAdds - features * classes },
        "The last layer also has a multiply-add for each of its weights.",
      ],
      [{ ...right, parameters: right.parameters - 4 * features }, "There is a BatchNorm before the last layer, too."],
      [{ ...right, parameters: right.parameters - classes }, "The last layer has a bias for each class."],
    ],
  };
});
