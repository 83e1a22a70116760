import { expect, it } from "vitest";
import { checkNetworkCost } from "../../lib/checks";
import { multiplyAdds } from "../../lib/models";
import { parameterCount } from "../../lib/models/known";
import { resNetV2Stacks } from "../../lib/models/stacks";

it.each(["resnet50v2", "resnet101v2", "resnet152v2"] as const)("the cost of %s is what the workbook counts", (name) => {
  for (const imageSize of [32, 128]) {
    const right = { multiplyAdds: multiplyAdds(name, imageSize), parameters: parameterCount(name, 10)! };
    expect(checkNetworkCost(() => right, [[resNetV2Stacks[name], imageSize]]).lines[0]).toMatch(/^✓/);
  }
});
