import { readFileSync } from "node:fs";
import { join } from "node:path";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { expect } from "vitest";
import type { Level, Observation } from "../../lib/experiment/observations";
import { exampleRun } from "../../lib/runs/example-run";

/** An observation with what statistics look at. `epochs`: seconds of each epoch of its run, the first one too. */
export function observed(levels: Record<string, Level>, seconds: number, epochs: number[] = [seconds]): Observation {
  const run = { ...exampleRun({ epochSeconds: epochs, batches: [32] }), id: Object.values(levels).join("-") };
  return { levels, replicate: 1, seconds, epochs: epochs.length, epochSeconds: epochs.slice(1), run };
}

/** Numbers of a normal distribution, by Box and Muller. */
export function normals(seed: number): () => number {
  const generator = xoroshiro128plus(seed);
  const uniform = () => (generator.next() + 2 ** 31 + 0.5) / 2 ** 32;
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** Runs of a law in batch and nodes, every combination so many times, with some noise. */
export function grid(
  law: (batch: number, nodes: number) => number,
  { batches = [32, 64, 100], nodes = [1, 2, 3], replicates = 2, noise = 1, fixed = {} } = {},
): Observation[] {
  const normal = normals(7);
  return batches.flatMap((batch) =>
    nodes.flatMap((count) =>
      Array.from({ length: replicates }, () =>
        observed({ ...fixed, batch, nodes: count }, law(batch, count) + noise * normal()),
      ),
    ),
  );
}

/** A table of observations: the level of each factor, and seconds, row by row. */
export interface ReferenceSet {
  levels: Record<string, Level[]>;
  /** The replicate of each row; 1 where there are none. */
  block?: number[];
  seconds: number[];
}

export interface ReferenceAnova {
  name: string;
  factors: string[];
  order: number;
  blocks?: boolean;
  rows: {
    term: string;
    df: number;
    sumOfSquares: number;
    share: number;
    F?: number;
    p?: number;
    partialShare?: number;
  }[];
  leftOut: { term: string; df: number }[];
  single: string[];
  residual: { df: number; sumOfSquares: number };
  total: number;
}

export interface ReferenceModel {
  set: string;
  model: string;
  mode: string;
  kind: "linear" | "quadratic";
  terms: string[];
  points: [batch: number, nodes: number][];
  estimate: number[];
  rSquared: number;
  fitted: number[];
  predicted: number[];
  degreesOfFreedom: number;
  standardError?: number[];
  t?: number[];
  p?: number[];
  low?: number[];
  high?: number[];
  adjustedRSquared?: number;
  residualStandardError?: number;
  residuals?: number[];
  predictedLow?: number[];
  predictedHigh?: number[];
}

interface Reference {
  sets: Record<string, ReferenceSet>;
  intervals: {
    name: string;
    level: number;
    values: number[];
    mean: number;
    standardDeviation: number;
    low: number;
    high: number;
  }[];
  tails: {
    F: [F: number, df: number, residualDf: number, p: number][];
    t: [t: number, df: number, p: number][];
    quantiles: [df: number, level: number, t: number][];
  };
  anovas: ReferenceAnova[];
  models: ReferenceModel[];
  differences: {
    levels: Record<string, Level>;
    factor: string;
    from: Level;
    to: Level;
    first: number[];
    second: number[];
    mean: number;
    paired: [low: number, high: number];
    unpaired: [low: number, high: number];
  }[];
  spreads: { set: string; factor: string; asShare: boolean; F: number; p: number; standardDeviations: number[] }[];
  /** Of each configuration of the study: runs, mean in minutes, half a 99 % interval, and half the study's. */
  copied: { levels: Record<string, Level>; values: [number, number, number, number] }[];
  /** Groups of values, and SciPy's own test of Brown and Forsythe. */
  levene: { values: number[][]; F: number; p: number };
  leastSquares: {
    name: string;
    columns: number[][];
    values: number[];
    estimate: number[];
    standardError: number[];
    rSquared: number;
    residualStandardError: number;
    /** To what relative deviation coefficients can be had in double precision. */
    within: number;
  }[];
}

/** What statsmodels, SciPy and exact arithmetic say: made by test/golden/make_statistics.py. */
export function reference(): Reference {
  return JSON.parse(readFileSync(join(__dirname, "../golden/statistics.json"), "utf8")) as Reference;
}

export function observedSet({ levels, block, seconds }: ReferenceSet): Observation[] {
  return seconds.map((value, row) => ({
    ...observed(Object.fromEntries(Object.entries(levels).map(([factor, each]) => [factor, each[row]])), value),
    replicate: block?.[row] ?? 1,
  }));
}

/**
 * Checks that numbers are the reference's, to 1e-8 of each.
 * @param options.scale What a deviation is compared with, instead of the number itself.
 * @param options.within Instead of 1e-8.
 */
export function expectSame(
  ours: readonly number[],
  theirs: readonly number[],
  what: string,
  { scale, within = 1e-8 }: { scale?: number; within?: number } = {},
): void {
  expect(ours.length, what).toBe(theirs.length);
  ours.forEach((value, at) => {
    const off = Math.abs(value - theirs[at]) / (scale ?? (Math.abs(theirs[at]) || 1));
    expect(off, `${what}, ${at + 1}: ${value}, should be ${theirs[at]}`).toBeLessThan(within);
  });
}
