import { checkNetworkCost, type BlockStack } from "../../../../solutions/03-deeper-model/exercises/deeper-network";
import { exercise, guess, slip } from "../../../checks/exercise";

/** Block by block, of which `halves` says which ones halve the width: the kernels of a block have 13 times its filters squared. */
const costBy = (halves: (block: number, blocks: number) => boolean) => (stacks: BlockStack[], imageSize: number) => {
  let [multiplyAdds, parameters, width, channels] = [(imageSize / 2) ** 2 * 147 * 64, 148 * 64, imageSize / 4, 64];
  for (const [stack, [blocks, filters]] of stacks.entries()) {
    for (let block = 1; block <= blocks; block++) {
      const after = halves(block, blocks) && stack < stacks.length - 1 ? width / 2 : width;
      const outputs = block === 1 ? 4 * filters : 0; // of the projection
      const behind = 13 * filters ** 2 + channels * outputs;
      multiplyAdds += width ** 2 * channels * filters + after ** 2 * behind;
      parameters += channels * filters + behind + 4 * channels + 12 * filters + outputs;
      [width, channels] = [after, 4 * filters];
    }
  }
  return { multiplyAdds: multiplyAdds + 10 * channels, parameters: parameters + 14 * channels + 10 };
};

export const exercises = [
  exercise("03-deeper-model/test-network-cost", checkNetworkCost, {
    right: costBy((block, blocks) => block === blocks),
    wrong: [
      slip(
        "a width that stays",
        /halves the width/,
        costBy(() => false),
      ),
      guess(
        "the width halved by a stack's first block",
        costBy((block) => block === 1),
      ),
    ],
  }),
];
