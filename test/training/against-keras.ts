import { expect } from "vitest";
import type { Strategy } from "../../lib/strategy";
import { difference } from "../strategy/helpers";
import { trainAsKeras, type Golden, type GoldenRun, type OwnRun } from "./keras-run";

/** Expects a strategy to give Keras's losses, hits, weights and statistics, with a rate that changes and one capture. */
export async function expectKerasResults(golden: Golden, run: GoldenRun, strategy: Strategy): Promise<void> {
  expectAsKeras(run, await trainAsKeras(golden, run, strategy));
}

/** Expects Keras's results of what has been trained. */
export function expectAsKeras(run: GoldenRun, own: OwnRun): void {
  expect(own.names).toEqual(run.before.map(({ name }) => name));
  expect(own.shapes).toEqual(run.before.map(({ shape }) => shape));
  run.losses.forEach((loss, step) => {
    expect(own.losses[step]).toBeCloseTo(loss, 5);
  });
  expect(own.correct).toEqual(run.correct);
  expect(own.capturedAgain).toBe(false);
  run.after.forEach(({ name, values }, index) => {
    expect(own.after[index]).toHaveLength(values.length);
    expect(difference([values], [own.after[index]]), name).toBeLessThan(1e-5);
  });
  expect(own.test.loss).toBeCloseTo(run.test.loss, 5);
  expect(own.test.correct).toBe(run.test.correct);
}
