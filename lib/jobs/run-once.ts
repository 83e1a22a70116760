import { resolve } from "node:path";
import { existsSync } from "node:fs";
import { exampleRun } from "../grading";
import { readRun, type RunRecord } from "../training";
import { runProgram, type ArgumentValues } from "./run-program";

/** A measurement that a lesson makes: a program, how to run it, and the file that keeps its record. */
export interface Measurement {
  /** A chapter's program, as its folder and name: `01-one-device/train`. */
  program: string;
  arguments: ArgumentValues;
  /** Where the run's record is kept, relative to the notebook. */
  record: string;
  /** Measure anew even where there is a record. */
  again?: boolean;
}

/**
 * Gives a measurement's record: the one that is kept, if it was made with these arguments, else a new one from
 * running the program. While nbgrader grades nothing is trained: where the student handed in no record, a made-up
 * one stands in, so that later cells can run; checks bring examples of their own.
 * @throws one line when the program fails.
 */
export async function runOnce({ program, arguments: values, record, again = false }: Measurement): Promise<RunRecord> {
  const kept = again ? undefined : await keptRun(record, values);
  if (kept) {
    console.log(
      `${record} holds this run, measured ${kept.startedAt.slice(0, 16).replace("T", " ")} UTC: not run again.`,
    );
    return kept;
  }
  if (process.env.NBGRADER_EXECUTION !== undefined) {
    console.log(`Nothing is trained while grading, and ${record} was not handed in: a made-up run stands in.`);
    return standIn(values);
  }
  await runProgram(program, values, { WORKBOOK_RECORD: resolve(record) });
  return readRun(record);
}

/** The kept record, unless there is none, its run did not end by itself, or its configuration was another. */
async function keptRun(file: string, values: ArgumentValues): Promise<RunRecord | undefined> {
  if (!existsSync(file)) return undefined;
  const run = await readRun(file);
  if (run.outcome !== "completed" && run.outcome !== "out-of-memory") return undefined;
  const configuration = new Map<string, unknown>(Object.entries(run.configuration));
  configuration.set("batchSize", run.configuration.globalBatchSize);
  const changed = Object.entries(values).find(
    ([name, value]) => value !== undefined && configuration.has(name) && configuration.get(name) !== value,
  );
  if (!changed) return run;
  console.log(`${file} was measured with ${changed[0]} ${String(configuration.get(changed[0]))}: running anew.`);
  return undefined;
}

function standIn(values: ArgumentValues): RunRecord {
  const number = (name: string, fallback: number): number => {
    const value = values[name];
    return typeof value === "number" ? value : fallback;
  };
  const batch = number("batchSize", 32);
  const steps = number("stepsPerEpoch", 4);
  const later = Array.from({ length: number("epochs", 2) - 1 }, () => 10);
  const run = exampleRun({ epochSeconds: [16, ...later], batches: Array.from({ length: steps }, () => batch) });
  run.configuration.imageSize = number("imageSize", run.configuration.imageSize);
  return run;
}
