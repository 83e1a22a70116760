import { expect, it } from "vitest";
import { largestDifference, lossDifferences, lossesOf } from "../../../lib/checks/measured/losses";
import { exampleRun } from "../../../lib/runs";

it("differences of losses are shares of the reference's, and infinite for a step that was not made", () => {
  expect(lossDifferences([1.5, 2, 9], [2, 2])).toEqual([0.25, 0]);
  expect(lossDifferences([3, 1], [2, 2], 1)).toEqual([0.5]);
  expect(lossDifferences([2], [2, 2])).toEqual([0, Infinity]);
  expect(lossesOf(exampleRun({ epochSeconds: [5, 3], batches: [32, 32, 8] }))).toHaveLength(6);
});

it("two runs that compute the same differ by rounding only, on a GPU by more of it, and make as many steps", () => {
  const plan = { epochSeconds: [5], batches: [32, 32] };
  const reference = exampleRun(plan);
  const apart = (share: number) => {
    const own = exampleRun(plan);
    own.epochs[0].steps.loss = lossesOf(reference).map((loss) => loss * (1 + share));
    return largestDifference(own, reference);
  };
  reference.configuration.device = "cpu";
  expect(apart(1e-4)).toBeCloseTo(1e-4, 10);
  expect(() => apart(0.02)).toThrow(/differ by up to 0.020, which is more than rounding/);
  reference.configuration.device = "gpu";
  expect(apart(0.02)).toBeCloseTo(0.02, 10);
  expect(() => largestDifference(exampleRun({ epochSeconds: [5], batches: [32] }), reference)).toThrow(
    "one run made 2 steps and another 1",
  );
});
