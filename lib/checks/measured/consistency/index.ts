import type { RunRecord } from "../../../runs/record";
import { clockContradictions } from "./clock";
import { countContradictions } from "./counts";
import { deviceContradictions } from "./devices";
import { learningContradictions } from "./learning";
import { speedContradictions } from "./speed";

export { sameMeasurement } from "./among";
export { differenceFrom, type AskedFor } from "./asked-for";
export { jobContradiction } from "./job";

/**
 * Says in one line where a completed run's record contradicts itself; undefined where it does not. It never objects that a
 * run is slow or unusual, only that no run can have written this record.
 *
 * It finds a clock that goes back or stands still, seconds that the record does not account for, missing epochs or images,
 * replicas that do not fit the strategy, means that are not those of the steps, an id of another moment, and a throughput
 * beyond any hardware. The student's own check cell says the same, so an honest run that it rejects (the laptop slept
 * meanwhile) can be made again.
 *
 * It cannot find an epoch that was shortened by a few seconds; a whole record that a program made up with all of these checks
 * in mind; a record that a classmate really measured and handed over with the answers, which only shows when two submissions
 * hold records of one id; or that the number of a Slurm job was removed from a record.
 * @param now milliseconds since 1970.
 */
export function contradiction(run: RunRecord, now = Date.now()): string | undefined {
  return first(
    countContradictions(run),
    clockContradictions(run, now),
    deviceContradictions(run),
    learningContradictions(run),
    speedContradictions(run),
  );
}

function first(...contradictions: Iterable<string>[]): string | undefined {
  for (const lines of contradictions) for (const line of lines) return line;
  return undefined;
}
