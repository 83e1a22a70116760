import { max, min } from "simple-statistics";
import type { Epoch, RunRecord } from "../../../runs/record";

// In seconds. Times of one process's clock agree to the millisecond; the calendar's clock may drift from it during a run.
const [tick, drift] = [1e-3, 2];
// Between two steps a run only writes its record (seconds) and, in a job, saves its weights (bytes a second on a slow disk).
const [writing, saving] = [5, 10e6];
const dayMs = 86_400_000;

/** Says where a record's times contradict each other. There must be epochs, and all must have steps. */
export function* clockContradictions(run: RunRecord, now: number): Generator<string> {
  const [startedAt, endedAt] = [Date.parse(run.startedAt), Date.parse(run.endedAt ?? "")];
  if (Number.isNaN(endedAt)) yield "it completed, but says no time at which it ended";
  if (startedAt > now + dayMs) yield `it started at ${run.startedAt}, which is yet to come`;
  const named = run.startedAt.replace(/[-:]/g, "").slice(0, 15);
  if (!new RegExp(`^${named}-[0-9a-f]{6}$`).test(run.id)) {
    yield `its id is ${run.id.slice(0, 40)}, but a run that started at ${run.startedAt} has one that begins with ${named}`;
  }
  yield* stepTimes(run);
  const last = run.epochs.at(-1);
  const lasted = (last?.steps.end.at(-1) ?? 0) + (last?.validation?.seconds ?? 0);
  if (startedAt + 1000 * lasted > endedAt + 1000 * drift + lasted) {
    yield `its last step ended ${seconds(lasted)} after its start, but the run had ended before that, at ${run.endedAt}`;
  }
  const silent = (endedAt - startedAt) / 1000 - lasted;
  if (!isResumed(run) && silent > mostSilent(run)) {
    yield `it went on for ${seconds(silent)} after its last step, and does not tell what it did`;
  }
  yield* firstStep(run);
  yield* madeUpTimes(run);
}

/** Whether it went on from places that it has. */
function isResumed({ resumedFrom = [], epochs }: RunRecord): boolean {
  const isThere = ({ epoch, step }: { epoch: number; step: number }): boolean =>
    epoch <= epochs.length && step <= (epochs.at(epoch - 1)?.steps.start.length ?? 0);
  return resumedFrom.length > 0 && resumedFrom.every(isThere);
}

/** Steps follow one another, and so do epochs. */
function* stepTimes(run: RunRecord): Generator<string> {
  const { epochs } = run;
  const most = mostSilent(run);
  let [before, what] = [0, "the run began"];
  for (const { epoch, steps, validation } of epochs) {
    for (let step = 0; step < steps.start.length; step++) {
      const [start, end, wait] = [steps.start[step], steps.end[step], steps.wait[step]];
      const name = `step ${step + 1} of epoch ${epoch}`;
      if (!(end > start)) yield `${name} ends at ${seconds(end)}, but starts at ${seconds(start)}`;
      if (wait < 0) yield `${name} waited ${seconds(wait)}, less than no time`;
      if (start - wait < before - tick) {
        const waiting = wait > tick ? ` after a wait of ${seconds(wait)}` : "";
        yield `${name} starts at ${seconds(start)}${waiting}, but ${what} at ${seconds(before)}`;
      }
      const isFirst = before === 0; // reading the images may take any time
      if (!isFirst && !isResumed(run) && start - wait - before > most) {
        yield `${what} at ${seconds(before)}, ${name} starts at ${seconds(start)}, and nothing is told of the time between`;
      }
      [before, what] = [end, `${name} ended`];
    }
    if (validation === undefined) continue;
    if (validation.seconds < 0) yield `its evaluation after epoch ${epoch} took ${seconds(validation.seconds)}`;
    [before, what] = [before + validation.seconds, `the evaluation after epoch ${epoch} ended`];
  }
}

/** The most seconds that may pass without a step. */
function mostSilent({ where, configuration }: RunRecord): number {
  return writing + (where.slurmJobId === undefined ? 0 : (4 * configuration.parameters) / saving);
}

/** The record states the start-up twice. A resumed run has several start-ups, so it is not checked. */
function* firstStep(run: RunRecord): Generator<string> {
  const { epochs, timeToFirstStepSeconds, captureSeconds } = run;
  const [first] = epochs;
  if (isResumed(run)) return;
  const [end, next] = [first.steps.end[0], first.steps.start.at(1) ?? Infinity];
  if (timeToFirstStepSeconds < end - tick || timeToFirstStepSeconds > next + tick) {
    yield `its first step took until ${seconds(timeToFirstStepSeconds)}, and ended at ${seconds(end)}: both cannot be`;
  }
  const last = epochs.at(-1)?.steps.end.at(-1) ?? 0;
  if (!(captureSeconds > 0 && captureSeconds < last)) {
    yield `building its graphs took ${seconds(captureSeconds)} of the ${seconds(last)} that it ran`;
  }
}

/** A real clock is finer than milliseconds, and no two steps take exactly the same time. */
function* madeUpTimes({ epochs }: RunRecord): Generator<string> {
  const times = epochs.flatMap(({ steps }) => [...steps.start, ...steps.end]);
  if (times.every((time) => Math.abs(1000 * time - Math.round(1000 * time)) < 1e-6)) {
    yield "all its times are whole milliseconds, and the clock of a run is finer";
  }
  const full = epochs.flatMap(durations);
  if (full.length >= 4 && max(full) - min(full) < 1e-6 * max(full)) {
    yield `all its ${full.length} steps took exactly as long`;
  }
}

function durations({ steps: { start, end } }: Epoch): number[] {
  return end.map((time, step) => time - start[step]);
}

function seconds(time: number): string {
  return `${Number(time.toFixed(3))} s`;
}
