import { existsSync } from "node:fs";
import { OURS } from "../frameworks/contenders";
import { exampleRun, exampleTextRun, readRun, type Configuration, type RunRecord } from "../runs";
import { numberAmong, runProgram, type ArgumentValues } from "../jobs/run-program";
import { isGrading } from "../system/grading";

/** A measurement of a lesson: a program with its arguments, and the file that keeps the run's record. */
export interface Measurement {
  /** A chapter's program, as its folder and name: `01-one-device/train`. */
  program: string;
  arguments: ArgumentValues;
  /** The file for the run's record, relative to the notebook. */
  record: string;
  /** Measures again even where there is a record. */
  again?: boolean;
}

/**
 * Returns a measurement's record: the kept one, if it was made with these arguments, else a new one from running the
 * program. While nbgrader grades, nothing is trained: the record that was handed in counts, whatever its arguments. Where
 * none was handed in, a made-up record stands in, so that later cells can run; checks use examples of their own.
 * @throws one line when the program fails.
 */
export async function runOnce(measurement: Measurement): Promise<RunRecord> {
  const { program, arguments: values, record } = measurement;
  return keepOnce(measurement, {
    measure: () => runProgram(program, values, { WORKBOOK_RECORD: record }),
    standIn: () => standInOnOne(values),
  });
}

interface Source {
  /** Makes the measurement, and writes the record into its file. */
  measure: () => Promise<void>;
  /** Makes up a record for grading. */
  standIn: () => RunRecord;
}

/** Does the same as {@link runOnce} for any way of measuring. `arguments` may hold `nodes`, too. */
export async function keepOnce(
  { arguments: values, record, again = false }: Omit<Measurement, "program">,
  { measure, standIn }: Source,
): Promise<RunRecord> {
  const grading = isGrading();
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

/** The record in a file, if the file exists and the run ended by itself. */
async function endedRun(file: string): Promise<RunRecord | undefined> {
  if (!existsSync(file)) return undefined;
  const run = await readRun(file);
  return run.outcome === "completed" || run.outcome === "out-of-memory" ? run : undefined;
}

/** The first argument for which the record has another value, with that value; undefined where there is none. */
function difference({ configuration }: RunRecord, values: ArgumentValues): string | undefined {
  const { workers = 1, syncEvery = 1, compression = "none", globalBatchSize, replicas } = configuration;
  const derived = {
    framework: configuration.framework ?? OURS,
    ...{ batchSize: globalBatchSize, nodes: workers, devices: replicas / workers, syncEvery, compression },
    ...derivedOfText(configuration),
  };
  const recorded = new Map<string, unknown>(Object.entries({ ...configuration, ...derived }));
  const changed = Object.keys(values).find(
    (name) => values[name] !== undefined && recorded.has(name) && recorded.get(name) !== values[name],
  );
  return changed && `${changed} ${String(recorded.get(changed))}`;
}

/** The arguments of programs that train language models, by their names. */
function derivedOfText({ context, sharding, checkpointActivations = false, trainImages, testImages }: Configuration) {
  if (context === undefined) return {};
  const { mesh = {}, zero = 0, sequence = false, microbatches, schedule } = sharding ?? {};
  return {
    ...{ zero, sequence, microbatches, schedule, checkpointActivations, trainRows: trainImages, testRows: testImages },
    ...{ data: mesh.data ?? 1, stages: mesh.stage ?? 1, tensor: mesh.tensor ?? 1 },
  };
}

/** Makes up the record of a program on one node, for grading. */
export function standInOnOne(values: ArgumentValues): RunRecord {
  const number = (name: string, fallback: number): number => numberAmong(values, name) ?? fallback;
  const batch = number("batchSize", 32);
  const steps = number("stepsPerEpoch", Math.ceil(number("trainRows", number("trainImages", 4 * batch)) / batch));
  const later = Array.from({ length: number("epochs", 2) - 1 }, () => 10);
  const batches = Array.from({ length: steps }, () => batch);
  const run = exampleRun({ epochSeconds: [16, ...later], batches, replicas: number("devices", 1) });
  const context = numberAmong(values, "context");
  if (context !== undefined) {
    const mesh = {
      data: number("data", number("devices", 1)),
      stage: number("stages", 1),
      tensor: number("tensor", 1),
    };
    return exampleTextRun(run, { context, mesh });
  }
  run.configuration.imageSize = number("imageSize", run.configuration.imageSize ?? 64);
  return run;
}
