import { expect, it } from "vitest";
import { lossDifferences, lossesOf } from "../../../lib/checks/measured/losses";
import { exampleRun } from "../../../lib/runs";

it("differences of losses are shares of the reference's, and infinite for a step that was not made", () => {
  expect(lossDifferences([1.5, 2, 9], [2, 2])).toEqual([0.25, 0]);
  expect(lossDifferences([3, 1], [2, 2], 1)).toEqual([0.5]);
  expect(lossDifferences([2], [2, 2])).toEqual([0, Infinity]);
  expect(lossesOf(exampleRun({ epochSeconds: [5, 3], batches: [32, 32, 8] }))).toHaveLength(6);
});
