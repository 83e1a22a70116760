import type { RunRecord } from "../../../training/record";
import { clockContradictions } from "./clock";
import { countContradictions } from "./counts";
import { deviceContradictions } from "./devices";
import { learningContradictions } from "./learning";
import { speedContradictions } from "./speed";

export { sameMeasurement } from "./among";
export { differenceFrom, type AskedFor } from "./asked-for";
export { jobContradiction } from "./job";

/**
 * Where a completed run's record contradicts itself, in one line; undefined where it does not. It never says that a run
 * is slow, or unusual: only that no run can have written it.
 *
 * What it finds: a clock that goes back or stands still, epochs or images that are missing, replicas that do not fit the
 * strategy, means that are not those of the steps, an id of another moment, a throughput beyond any hardware.
 *
 * What it cannot find: a record that somebody has made up as a whole, with all of these in mind (a program that writes
 * plausible times would do), or that a classmate really measured, who handed it over with the answers. The second shows
 * when two submissions hold records of one id.
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

function first(...found: Iterable<string>[]): string | undefined {
  for (const lines of found) for (const line of lines) return line;
  return undefined;
}
