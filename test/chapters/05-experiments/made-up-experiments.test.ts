import { mean, sampleStandardDeviation } from "simple-statistics";
import { expect, it } from "vitest";
import { madeUpExperiments } from "../../../chapters/05-experiments/made-up-experiments";
import { meanInterval } from "../../../lib/experiment";

it("made-up runs are normal around 20 s, and intervals by t of few of them contain that in 99 of 100 experiments", () => {
  const all = madeUpExperiments(10_000, 3);
  expect(all.every((runs) => runs.length === 3)).toBe(true);
  expect(mean(all.flat())).toBeCloseTo(20, 1);
  expect(sampleStandardDeviation(all.flat())).toBeCloseTo(1, 1);
  const near = all.flat().filter((seconds) => Math.abs(seconds - 20) < 2.5758);
  expect(near.length / all.flat().length).toBeCloseTo(0.99, 2);
  const contain = all.map((runs) => meanInterval(runs)).filter(({ low, high }) => low <= 20 && 20 <= high);
  expect(contain.length / all.length).toBeCloseTo(0.99, 2);
  expect(madeUpExperiments(1, 3, 2)).not.toEqual(madeUpExperiments(1, 3));
});
