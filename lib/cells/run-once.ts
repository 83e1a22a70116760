import { resolve } from "node:path";
import { existsSync } from "node:fs";
import { exampleRun } from "../runs";
import { readRun, type RunRecord } from "../runs";
import { numberAmong, runProgram, type ArgumentValues } from "../jobs/run-program";

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
 * running the program. While nbgrader grades nothing is trained: the record that was handed in serves as it is, and
 * where there is none a made-up one stands in, so that later cells can run; checks bring examples of their own.
 * @throws one line when the program fails.
 */
export async function runOnce(measurement: Measurement): Promise<RunRecord> {
  const { program, arguments: values, record } = measurement;
  return keepOnce(measurement, {
    measure: () => runProgram(program, values, { WORKBOOK_RECORD: resolve(record) }),
    standIn: () => standIn(values),
  });
}

/** How a measurement is made that is not kept yet, and what stands in for it while nbgrader grades. */
interface Making {
  /** Leaves the record where the measurement says. */
  measure: () => Promise<unknown>;
  standIn: () => RunRecord;
}

/** {@link runOnce} for any way of running. `arguments` can hold `nodes`, too. */
export async function keepOnce(
  { arguments: values, record, again = false }: Omit<Measurement, "program">,
  { measure, standIn }: Making,
): Promise<RunRecord> {
  const grading = process.env.NBGRADER_EXECUTION !== undefined;
  const kept = again && !grading ? undefined : await endedRun(record);
  const changed = kept && !grading ? difference(kept, values) : undefined;
  if (kept && !changed) {
    console.log(
      `${record} holds this run, measured ${kept.startedAt.slice(0, 16).replace("T", " ")} UTC: not run again.`,
    );
    return kept;
  }
  if (grading) {
    console.log(`Nothing is trained while grading, and ${record} was not handed in: a made-up run stands in.`);
    return standIn();
  }
  if (changed) console.log(`${record} was measured with ${changed}: running anew.`);
  await measure();
  return readRun(record);
}

/** The record in a file, if there is one and its run came to an end by itself. */
async function endedRun(file: string): Promise<RunRecord | undefined> {
  if (!existsSync(file)) return undefined;
  const run = await readRun(file);
  return run.outcome === "completed" || run.outcome === "out-of-memory" ? run : undefined;
}

/** The first argument that a run was made without, in words; undefined where the record tells of none. */
function difference({ configuration }: RunRecord, values: ArgumentValues): string | undefined {
  const chosen = new Map<string, unknown>(Object.entries(configuration));
  chosen.set("batchSize", configuration.globalBatchSize);
  const { workers = 1, syncEvery = 1, compression = "none" } = configuration;
  chosen.set("nodes", workers).set("devices", configuration.replicas / workers);
  chosen.set("syncEvery", syncEvery).set("compression", compression);
  const changed = Object.entries(values).find(
    ([name, value]) => value !== undefined && chosen.has(name) && chosen.get(name) !== value,
  );
  return changed && `${changed[0]} ${String(chosen.get(changed[0]))}`;
}

function standIn(values: ArgumentValues): RunRecord {
  const number = (name: string, fallback: number): number => numberAmong(values, name) ?? fallback;
  const batch = number("batchSize", 32);
  const steps = number("stepsPerEpoch", Math.ceil(number("trainImages", 4 * batch) / batch));
  const later = Array.from({ length: number("epochs", 2) - 1 }, () => 10);
  const batches = Array.from({ length: steps }, () => batch);
  const run = exampleRun({ epochSeconds: [16, ...later], batches, replicas: number("devices", 1) });
  run.configuration.imageSize = number("imageSize", run.configuration.imageSize);
  return run;
}
