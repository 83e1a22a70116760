import { goodputOf, simulateTrainings, type Band, type FailureScenario, type Seeds } from "../../lib/failures";
import { expectNumber } from "../../lib/failures/scenario";

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
