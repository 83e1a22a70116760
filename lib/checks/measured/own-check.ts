import { recordAt, type Place } from "../../cells/place-schema";
import { runStatistics } from "../../runs";
import type { RunRecord } from "../../runs/record";
import { Check, type Ground, type Slip, type Trial } from "../check";
import { describeValue, sameValue } from "../compare";
import { contradiction, differenceFrom, jobContradiction, sameMeasurement, type AskedFor } from "./consistency";
import { recordAmong, type OwnRecord, type OwnRecords } from "./own-records";
import { printable } from "../../system/printable";
import { counted } from "../../system/words";

/** A record from which answers follow, and the configuration that the lesson's cell runs its program with. */
export interface Needed {
  record: OwnRecord;
  asked: AskedFor;
}

/** What a lesson's cell measured under a name. @param asked of its program; it may depend on where that ran */
export function neededAt(
  records: OwnRecords,
  place: Pick<Place, "onCluster">,
  name: string,
  asked: AskedFor | ((record: OwnRecord) => AskedFor),
): Needed {
  const record = recordAmong(records, recordAt(place, name));
  return { record, asked: typeof asked === "function" ? asked(record) : asked };
}

/** What {@link ownValue} makes. */
export interface OwnValue {
  what: string;
  part: string | readonly string[];
  /** The records from which it follows. */
  from: readonly Needed[];
  /**
   * Computes it from runs without faults. Where there are several fair ways to count, all are right; the first is shown.
   * @throws one line when it cannot be computed from these runs.
   */
  right: () => readonly unknown[];
  unit?: string;
  slips?: () => Slip[];
}

/** A value that the student's function should give. @param part The field of the answer that holds it, or several fields. */
export function ownValue(
  what: string,
  part: OwnValue["part"],
  from: readonly Needed[],
  how: Pick<OwnValue, "right" | "unit" | "slips">,
): OwnValue {
  return { what, part, from, ...how };
}

/**
 * Checks a student's measured values against the student's own records. The machine's speed does not matter: the values
 * must follow from the records, and the records must not contradict themselves. A value with a faulty record fails. The
 * student's function is called once.
 * @param read heading of the lesson's section that explains the exercise.
 */
export function checkOwn(read: string, answer: () => unknown, values: readonly OwnValue[]): Check {
  const given = callOnce(answer);
  if (given.isUnwritten)
    return new Check(read, [{ what: "what you measured", call: given.value, expected: undefined }]);
  const needed = [...new Map(values.flatMap(({ from }) => from).map((need) => [need.record.file, need])).values()];
  const faults = new Map<string, string>();
  for (const [index, need] of needed.entries()) {
    const fault = faultOf(need, needed.slice(0, index));
    if (fault !== undefined) faults.set(need.record.file, printable(fault).slice(0, 300));
  }
  const grounds = needed.flatMap(({ record }) => groundsOf(record, faults.get(record.file)));
  return new Check(
    read,
    values.map((value) => trialOf(value, given.value, faults)),
    grounds,
  );
}

function faultOf(need: Needed, earlier: readonly Needed[]): string | undefined {
  try {
    return firstFault(need, earlier);
  } catch (error) {
    return `it cannot be checked: ${(error as Error).message}`;
  }
}

function firstFault({ record, asked }: Needed, earlier: readonly Needed[]): string | undefined {
  const { run, wrong, job } = record;
  if (run === undefined || wrong !== undefined) return wrong ?? "it holds no run";
  for (const { record: other } of earlier) {
    const same = other.run && sameMeasurement(run, other.run);
    if (same !== undefined) return `it is a copy of ${other.file}: ${same}`;
  }
  return contradiction(run) ?? differenceFrom(run, asked) ?? (job && jobContradiction(run, job));
}

function groundsOf({ file, run, job }: OwnRecord, wrong: string | undefined): Ground[] {
  if (wrong !== undefined || run === undefined) return [{ what: file, wrong }];
  const measured = {
    what: `${file}: ${counted(run.epochs.length, "epoch")}, measured ${run.startedAt.slice(0, 16).replace("T", " ")} UTC`,
  };
  if (job === undefined) return [measured];
  return [measured, { what: `${file}: Slurm's accounting has its job ${run.where.slurmJobId}, at that time` }];
}

function trialOf(
  { what, part, from, right, unit, slips = () => [] }: OwnValue,
  answer: () => unknown,
  faults: ReadonlyMap<string, string>,
): Trial {
  const call = (): unknown => partOf(answer(), part);
  const given = valueOrUndefined(answer);
  const isObject = typeof given === "object" && given !== null;
  if (part !== "" && given !== undefined && !isObject) {
    const blocked = `return an object with ${[part].flat().join(", ")}, and not ${describeValue(given)}`;
    return { what, call, expected: undefined, blocked };
  }
  const faulty = from.find(({ record }) => faults.has(record.file));
  if (faulty) return { what, call, expected: undefined, blocked: `it follows from ${faulty.record.file}, see above` };
  try {
    const rightValues = right();
    const value = valueOrUndefined(call);
    const expected = rightValues.find((rightValue) => sameValue(value, rightValue)) ?? rightValues[0];
    return { what, call, expected, unit, slips: slips() };
  } catch (error) {
    return { what, call, expected: undefined, blocked: (error as Error).message };
  }
}

function partOf(answer: unknown, part: OwnValue["part"]): unknown {
  if (typeof answer !== "object" || answer === null) return answer;
  if (typeof part === "string") return Reflect.get(answer, part);
  return Object.fromEntries(part.map((name) => [name, Reflect.get(answer, name) as unknown]));
}

/** The value that `give` returns, or undefined if it throws. */
export function valueOrUndefined<T>(give: () => T): T | undefined {
  try {
    return give();
  } catch {
    return undefined;
  }
}

/** Calls a function now. `value` returns or throws the same again, without calling it. */
export function callOnce(call: () => unknown): { value: () => unknown; isUnwritten: boolean } {
  try {
    const value = call();
    return { value: () => value, isUnwritten: false };
  } catch (error) {
    const rethrow = () => {
      throw error;
    };
    return { value: rethrow, isUnwritten: error instanceof Error && error.message === "not implemented" };
  }
}

/** The run of a record. @throws if the record holds none. */
export function runOf({ record }: Needed): RunRecord {
  if (record.run === undefined) throw new Error(`${record.file} holds no run`);
  return record.run;
}

/** A run's images a second, without epoch 1. */
export const rateOf = (needed: Needed): number => runStatistics(runOf(needed)).imagesPerSecond;
