import { mean, sum } from "simple-statistics";
import { cells, type Observation } from "../observations";
import { around } from "./tails";

/** A run with its number in the order in which the runs started, from 1. */
export interface OrderedRun {
  number: number;
  observation: Observation;
  /** The share above its configuration's mean: 0.01 is 1 % slower. */
  deviation: number;
}

/** The change of the response from one run to the next. */
export interface Drift {
  /** The change a run, as a share of the configuration's mean. */
  perRun: number;
  /** The 99 % interval of {@link perRun}; missing where there are too few runs. */
  low?: number;
  high?: number;
}

/**
 * The slope of the deviations over the runs' order by least squares. Each configuration has its own mean, which takes one
 * degree of freedom, so that only differences within configurations count.
 */
export function driftOf(ordered: readonly OrderedRun[]): Drift {
  const groups = cells(ordered.map(({ observation }) => observation));
  const runOf = new Map(ordered.map((run) => [run.observation, run]));
  const within = groups.flatMap(({ observations }) => {
    const runs = observations.flatMap((observation) => runOf.get(observation) ?? []);
    const middle = mean(runs.map(({ number }) => number));
    return runs.map(({ number, deviation }) => ({ x: number - middle, y: deviation }));
  });
  const spread = sum(within.map(({ x }) => x * x));
  const perRun = sum(within.map(({ x, y }) => x * y)) / spread;
  const degreesOfFreedom = ordered.length - groups.length - 1;
  if (degreesOfFreedom < 1) return { perRun };
  const variance = sum(within.map(({ x, y }) => (y - perRun * x) ** 2)) / degreesOfFreedom;
  return { perRun, ...around(perRun, Math.sqrt(variance / spread), degreesOfFreedom) };
}
