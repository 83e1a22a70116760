import { isDeepStrictEqual } from "node:util";
import { mean, sum } from "simple-statistics";
import { nodesOfLevels, type Design } from "../design";
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

/** The try at a run that has begun and not ended, as far as the journal knows. */
export function openAttempt({ attempts }: JournalRun): Attempt | undefined {
  const last = attempts.at(-1);
  return last?.outcome === undefined ? last : undefined;
}

/** The result of a run, once there is one. */
export function resultOf({ attempts }: JournalRun): Attempt | undefined {
  return attempts.find(({ outcome }) => outcome === "completed" || outcome === "out-of-memory");
}

/** How a run stands, by its tries. @param tries How often one that fails may be tried. */
export function stateOf(run: JournalRun, tries: number): RunState {
  if (resultOf(run)) return "done";
  if (openAttempt(run)) return "running";
  return failures(run) >= tries ? "failed" : "planned";
}

function failures({ attempts, forgiven = 0 }: JournalRun): number {
  return attempts.slice(forgiven).filter(({ outcome }) => outcome === "failed").length;
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

/**
 * Makes sure that a design is the one that a journal was begun with. It may only ask for more replicates: they come
 * after those that it had.
 * @throws one line that names the first difference and what to do.
 */
export function refuseChanges(design: Design, { design: begun }: Journal): void {
  const { name } = begun;
  const what = (Object.keys(begun) as (keyof Design)[]).find(
    (part) => !mayChange.includes(part) && !isDeepStrictEqual(compared(begun, part), asJson(compared(design, part))),
  );
  const fewer = design.replicates < begun.replicates;
  if (what === undefined && !fewer) return;
  const [now, before] = [design[what ?? "replicates"], begun[what ?? "replicates"]].map((part) => inWords(part));
  throw new Error(
    `The design ${name} has changed since its experiment began: ${what ?? "replicates"} is ${now}, and was ${before}. Put it ` +
      "back, or give the changed design a name of its own: runs of two designs are not one experiment.",
  );
}

/** These change no measurement. */
const mayChange: readonly (keyof Design)[] = ["name", "replicates", "attempts", "response"];

/** Of the resources, memory and time only decide whether a run comes to its end. */
function compared(design: Design, part: keyof Design): unknown {
  if (part !== "resources") return design[part];
  const { gpus, cores } = design.resources;
  return asJson({ gpus, cores });
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function inWords(part: unknown): string {
  const text = JSON.stringify(part);
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
