import { isDeepStrictEqual } from "node:util";
import { mean, sum } from "simple-statistics";
import { countedAttempts, unfinishedAttempt } from "../../jobs/attempts";
import { nodesOfLevels } from "../design";
import type { Attempt, Journal, JournalRun } from "./journal";

/** The state of a run. A run that ran out of memory is done: that is a result. */
export type RunState = "planned" | "running" | "done" | "failed";

/** The progress of an experiment, in runs. */
export interface Progress {
  planned: number;
  running: number;
  /** Includes {@link outOfMemory}. */
  done: number;
  outOfMemory: number;
  failed: number;
  total: number;
  /** Expected seconds of the remaining runs; undefined before the first run has ended. */
  secondsLeft?: number;
}

/** The attempt that produced a run's result, if there is one. */
export function resultOf({ attempts }: JournalRun): Attempt | undefined {
  return attempts.find(({ outcome }) => outcome === "completed" || outcome === "out-of-memory");
}

/** The state of a run. @param most The most attempts at a run that fails. */
export function stateOf(run: JournalRun, most: number): RunState {
  if (resultOf(run)) return "done";
  if (unfinishedAttempt(run)) return "running";
  const failures = countedAttempts(run).filter(({ outcome }) => outcome === "failed");
  return failures.length >= most ? "failed" : "planned";
}

/** Counts a journal's runs and estimates the remaining time. */
export function progressOf({ runs, design }: Journal, now = Date.now()): Progress {
  const states = runs.map((run) => stateOf(run, design.attempts));
  const count = (state: RunState): number => states.filter((other) => other === state).length;
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

/** A run is expected to take as long as ended runs of its configuration, or else on as many nodes, or else any. */
function secondsLeft(runs: JournalRun[], states: RunState[], now: number): number | undefined {
  const ended = runs.flatMap((run) => {
    const result = resultOf(run);
    return result?.endedAt === undefined ? [] : [{ run, seconds: secondsOf(result, Date.parse(result.endedAt)) }];
  });
  if (ended.length === 0) return undefined;
  const expected = ({ levels }: JournalRun): number => {
    const similar = [
      ended.filter(({ run }) => isDeepStrictEqual(run.levels, levels)),
      ended.filter(({ run }) => nodesOfLevels(run.levels) === nodesOfLevels(levels)),
      ended,
    ].find((group) => group.length > 0);
    return mean((similar ?? ended).map(({ seconds }) => seconds));
  };
  return sum(
    runs.map((run, index) => {
      if (states[index] === "planned") return expected(run);
      const open = unfinishedAttempt(run);
      return open ? Math.max(0, expected(run) - secondsOf(open, now)) : 0;
    }),
  );
}

function secondsOf({ startedAt }: Attempt, until: number): number {
  return (until - Date.parse(startedAt)) / 1000;
}
