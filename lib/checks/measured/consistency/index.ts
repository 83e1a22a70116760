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
 * Where a completed run's record contradicts itself, in one line; undefined where it does not. It never says that a run
 * is slow, or unusual: only that no run can have written it.
 *
 * What it finds: a clock that goes back or stands still, seconds of which nothing is told, epochs or images that are
 * missing, replicas that do not fit the strategy, means that are not those of the steps, an id of another moment, a
 * throughput beyond any hardware. The student's own check cell says the same, so that an honest run that it takes
 * offence at (the laptop slept meanwhile) can be made again.
 *
 * What it cannot find: an epoch that was squeezed together by a few seconds; a record that somebody has made up as a whole
 * with all of these in mind, as a program can that writes plausible times; one that a classmate really measured, handed over
 * with the answers, which only shows when two submissions hold records of one id; and that the number of a Slurm job was
 * taken out of a record.
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
