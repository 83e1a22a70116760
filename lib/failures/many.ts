import { mean, quantile } from "simple-statistics";
import { expectedGoodput, jobMtbf } from "./closed-forms";
import { slowestStep } from "./order-statistics";
import { expectNumber, wholeScenario, type FailureScenario } from "./scenario";
import { causes, simulateTraining, type Cause, type SimulatedTraining } from "./simulate";

/** A mean, and the band in which 90 % of the values lie: 5 % are below `low`, 5 % above `high`. */
export interface Band {
  mean: number;
  low: number;
  high: number;
}

/** Simulations that differ in their seeds alone. */
export interface SimulatedTrainings {
  runs: SimulatedTraining[];
  goodput: Band;
  totalSeconds: Band;
  failures: Band;
  seconds: Record<Cause, Band>;
}

/** How many seeds, from 1 on. */
export interface Seeds {
  /** Default 100. */
  seeds?: number;
}

/**
 * Simulates the same training with several seeds.
 * @throws one line as {@link simulateTraining} does, or for less than one seed.
 */
export function simulateTrainings(scenario: FailureScenario, { seeds = 100 }: Seeds = {}): SimulatedTrainings {
  expectNumber("seeds", seeds, Number.isInteger(seeds) && seeds >= 1, "a whole number from 1");
  const runs = Array.from({ length: seeds }, (_, at) => simulateTraining(scenario, { seed: 1 + at }));
  const band = (valueOf: (run: SimulatedTraining) => number): Band => bandOf(runs.map(valueOf));
  const byCause = causes.map((cause) => [cause, band(({ seconds }) => seconds[cause])] as const);
  return {
    runs,
    goodput: band(({ goodput }) => goodput),
    totalSeconds: band(({ totalSeconds }) => totalSeconds),
    failures: band(({ counts }) => counts.failures),
    seconds: Object.fromEntries(byCause) as Record<Cause, Band>,
  };
}

/** The mean of values, and the band in which 90 % of them lie. */
export function bandOf(values: number[]): Band {
  return { mean: mean(values), low: quantile(values, 0.05), high: quantile(values, 0.95) };
}

/** The goodput with one interval between checkpoints. */
export interface IntervalGoodput {
  intervalSeconds: number;
  /** Simulated. */
  goodput: Band;
  /** By the closed form, see {@link goodputOf}. */
  expected: number;
}

/**
 * Simulates a training with several intervals between checkpoints. All use the same seeds and so the same failures,
 * which makes small differences between intervals visible.
 * @param intervals In seconds of computing.
 * @throws one line as {@link simulateTraining} does, or where there is no interval.
 */
export function goodputByInterval(
  scenario: FailureScenario,
  intervals: readonly number[],
  seeds?: Seeds,
): IntervalGoodput[] {
  if (intervals.length === 0) throw new Error("There are 0 intervals to compare: give one, or take intervalsAround.");
  return intervals.map((intervalSeconds) => {
    const one = { ...scenario, intervalSeconds };
    return { intervalSeconds, goodput: simulateTrainings(one, seeds).goodput, expected: goodputOf(one) };
  });
}

/**
 * The expected goodput of a scenario, from its closed form. It is exact for a long training without noise of the steps
 * whose nodes do not wait for repairs: noise counts with its mean, given failures and waiting for nodes not at all.
 * @throws one line for values out of range.
 */
export function goodputOf(scenario: FailureScenario): number {
  const { checkpointSeconds, intervalSeconds, noticeSeconds, restartSeconds, step, ...whole } = wholeScenario(scenario);
  const slowdown = step ? slowestStep(whole.nodes, step).mean / step.seconds : 1;
  const restart = noticeSeconds + restartSeconds;
  const costs = { jobMtbfSeconds: jobMtbf(whole), checkpointSeconds, restartSeconds: restart };
  const goodput = expectedGoodput({ ...costs, intervalSeconds: intervalSeconds * slowdown });
  return goodput / slowdown;
}

/**
 * A geometric grid of intervals around one, in seconds.
 * @param seconds The interval in the middle.
 * @param options The size of the grid.
 * @param options.reach The ends of the grid are so many times shorter and longer. Default 8.
 * @param options.count Odd, so that the middle is on the grid. Default 13.
 * @throws one line for values out of range.
 */
export function intervalsAround(
  seconds: number,
  { reach = 8, count = 13 }: { reach?: number; count?: number } = {},
): number[] {
  expectNumber("The interval in the middle", seconds, seconds > 0 && seconds < Infinity, "a number above 0");
  expectNumber("reach", reach, reach > 1 && reach < Infinity, "a factor above 1");
  expectNumber("count", count, Number.isInteger(count) && count >= 3 && count % 2 === 1, "an odd number from 3");
  return Array.from({ length: count }, (_, at) => seconds * reach ** ((2 * at) / (count - 1) - 1));
}
