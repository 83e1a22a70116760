import { isDeepStrictEqual } from "node:util";
import { mean, sum } from "simple-statistics";
import { countedAttempts, openAttempt } from "../../jobs/attempts";
import { nodesOfLevels } from "../design";
import type { Attempt, Journal, JournalRun } from "./journal";

/** How a run stands. Out of memory is a result: the run is done. */
export type RunState = "planned" | "running" | "done" | "failed";

/** How an experiment stands. */
export interface Progress {
  planned: number;
  running: number;
  /** Of them {@link outOfMemory} ran out of memory. */
  done: number;
  outOfMemory: number;
  failed: number;
  total: number;
  /** Seconds that the runs not yet made should take; undefined before the first one has ended. */
  secondsLeft?: number;
}

/** The result of a run, once there is one. */
export function resultOf({ attempts }: JournalRun): Attempt | undefined {
  return attempts.find(({ outcome }) => outcome === "completed" || outcome === "out-of-memory");
}

/** How a run stands, by its attempts. @param most How often a run that fails is attempted. */
export function stateOf(run: JournalRun, most: number): RunState {
  if (resultOf(run)) return "done";
  if (openAttempt(run)) return "running";
  const failures = countedAttempts(run).filter(({ outcome }) => outcome === "failed");
  return failures.length >= most ? "failed" : "planned";
}

/** Counts a journal's runs, and reckons what is left. */
export function progressOf({ runs, design }: Journal, now = Date.now()): Progress {
  const states = runs.map((run) => stateOf(run, design.attempts));
  const count = (wanted: RunState): number => states.filter((state) => state === wanted).length;
  return {
    planned: count("planned"),
    running: count("running"),
    done: count("done"),
    outOfMemory: runs.filter((run) => resultOf(run)?.outcome === "out-of-memory").length,
    failed: count("failed"),
    total: runs.length,
    secondsLeft: secondsLeft(runs, states, now),
  };
}

/** A run takes as long as its like: of its own configuration, else on as many nodes, else any. */
function secondsLeft(runs: JournalRun[], states: RunState[], now: number): number | undefined {
  const ended = runs.flatMap((run) => {
    const result = resultOf(run);
    return result?.endedAt === undefined ? [] : [{ run, seconds: secondsOf(result, Date.parse(result.endedAt)) }];
  });
  if (ended.length === 0) return undefined;
  const expected = ({ levels }: JournalRun): number => {
    const like = [
      ended.filter(({ run }) => isDeepStrictEqual(run.levels, levels)),
      ended.filter(({ run }) => nodesOfLevels(run.levels) === nodesOfLevels(levels)),
      ended,
    ].find((each) => each.length > 0);
    return mean((like ?? ended).map(({ seconds }) => seconds));
  };
  return sum(
    runs.map((run, at) => {
      if (states[at] === "planned") return expected(run);
      const open = openAttempt(run);
      return open ? Math.max(0, expected(run) - secondsOf(open, now)) : 0;
    }),
  );
}

function secondsOf({ startedAt }: Attempt, until: number): number {
  return (until - Date.parse(startedAt)) / 1000;
}
