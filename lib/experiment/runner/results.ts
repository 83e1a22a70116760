import { join } from "node:path";
import { readRun, type RunRecord } from "../../runs/record";
import type { Design, PlannedRun } from "../design";
import { observations, type Observation, type Response } from "../observations";
import { attemptFolder, experimentFolder, readJournal, recordFile, type Journal, type JournalRun } from "./journal";
import { progressOf, resultOf, stateOf, type Progress } from "./state";

/** The results of an experiment so far. */
export interface ExperimentResults {
  design: Design;
  journal: Journal;
  folder: string;
  progress: Progress;
  /** One for each completed run, in the order in which the runs were made. */
  observations: Observation[];
  /** Runs that ran out of memory. */
  outOfMemory: PlannedRun[];
  /** Runs that failed at every attempt, with the message of the last one. */
  failed: (PlannedRun & { message: string })[];
}

/**
 * Reads an experiment, complete or not.
 * @param name The name of its design.
 * @throws one line when it has not begun, or a record cannot be read.
 */
export async function readExperiment(
  name: string,
  { folder = experimentFolder(name), response }: { folder?: string; response?: Response } = {},
): Promise<ExperimentResults> {
  const journal = await readJournal(folder);
  if (!journal) {
    throw new Error(
      `The experiment ${name} has not begun (${folder}): \`./workbook experiment run ${name}\` begins it.`,
    );
  }
  const { design } = journal;
  const done = journal.runs
    .filter((run) => resultOf(run) !== undefined)
    .sort((a, b) => (a.made ?? a.number) - (b.made ?? b.number));
  const records = new Map<RunRecord, PlannedRun>();
  for (const run of done.filter((finished) => resultOf(finished)?.outcome === "completed")) {
    records.set(await recordKept(folder, run), run);
  }
  return {
    design,
    journal,
    folder,
    progress: progressOf(journal),
    observations: observations([...records.keys()], {
      response: response ?? design.response,
      place: (run) => records.get(run),
    }),
    outOfMemory: done.filter((run) => resultOf(run)?.outcome === "out-of-memory"),
    failed: journal.runs
      .filter((run) => stateOf(run, design.attempts) === "failed")
      .map((run) => ({ ...run, message: run.attempts.at(-1)?.message ?? "" })),
  };
}

/** Reads the record of a completed run. @throws one line that names its copy, when the record is missing or damaged. */
async function recordKept(folder: string, run: JournalRun): Promise<RunRecord> {
  const file = recordFile(folder, run);
  return readRun(file).catch((error: Error) => {
    const copy = join(attemptFolder(folder, run, resultOf(run) ?? { number: 1 }), "run.json");
    throw new Error(`The record of run ${run.number} is gone or damaged: put ${copy} in its place (${error.message})`);
  });
}
