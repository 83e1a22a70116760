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
