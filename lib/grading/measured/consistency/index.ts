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
 * What it cannot find: an epoch whose steps were all squeezed together alike, which only the seal of the record's file shows
 * (`isSealed`); a record that a program has made up as a whole and sealed, with all of these in mind; and a record that a
 * classmate really measured, handed over with the answers, which shows when two submissions hold records of one id. Nor can
 * a record be missed that says nothing of the Slurm job in which it was made.
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
