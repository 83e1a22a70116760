import { expect, it } from "vitest";
import { allowedCores, coreNumbers, ownCores } from "../../lib/system/cores";

it("reads Linux's lists of cores", () => {
  expect(coreNumbers("0-2,5")).toEqual([0, 1, 2, 5]);
  expect(coreNumbers("")).toEqual([]);
});

it("gives one of this process's cores for each physical one", () => {
  const cores = ownCores();
  expect(cores.length).toBeGreaterThan(0);
  expect(coreNumbers(allowedCores())).toEqual(expect.arrayContaining(cores));
});
