import { expect, it } from "vitest";
import { checkLeastSeconds } from "../../lib/checks";

it("the least seconds of the lesson's networks are those it names", () => {
  const told = (seconds: number, parameters: number, nodes: number) =>
    checkLeastSeconds(() => seconds, [[parameters, nodes, 1e9]]).share;
  expect(told(0.82037, 25_636_712, 2)).toBe(1);
  expect(told(1.09383, 25_636_712, 3)).toBe(1);
});
