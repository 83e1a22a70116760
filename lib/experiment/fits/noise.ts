import { sum } from "simple-statistics";
import { around } from "../statistics/tails";
import type { Prediction } from "./fit";

/** How much times differ from a formula, and how well that is known. */
export interface Noise {
  /** Standard deviation, as a share of the time. */
  share: number;
  /** For how many rows this knowledge counts; 0 if there is none. */
  degreesOfFreedom: number;
}

/**
 * The noise in residuals, together with what is known of it from elsewhere, which adds its rows and squares. The share is no
 * finite number without a degree of freedom.
 */
export function noiseOf(
  residuals: readonly number[],
  degreesOfFreedom: number,
  known: Noise = { share: 0, degreesOfFreedom: 0 },
): Noise {
  const all = degreesOfFreedom + known.degreesOfFreedom;
  const squares = sum(residuals.map((residual) => residual ** 2)) + known.degreesOfFreedom * known.share ** 2;
  return { share: Math.sqrt(squares / all), degreesOfFreedom: all };
}

/** The interval of a new run that varies in proportion to its time. @param variance Of the expected time, for noise of 1. */
export function newRun(seconds: number, variance: number, { share, degreesOfFreedom }: Noise, level: number) {
  const standardError = share * Math.sqrt(seconds ** 2 + Math.max(0, variance));
  const { low, high } = around(seconds, standardError, degreesOfFreedom, level);
  return { low: Math.max(0, low), high, standardError, degreesOfFreedom } satisfies Partial<Prediction>;
}

/** @throws one line when a time is not above 0. */
export function checkTimes<Row extends { seconds: number }>(rows: readonly Row[], nameOf: (row: Row) => string): void {
  const strange = rows.find(({ seconds }) => !(seconds > 0 && Number.isFinite(seconds)));
  if (strange) throw new Error(`${nameOf(strange)} took ${strange.seconds} s: give times above 0.`);
}
