import type { RunRecord } from "../../runs/record";
import { Check, type Ground, type Trial } from "../check";
import { sameValue } from "../compare";
import { contradiction, differenceFrom, jobContradiction, sameMeasurement, type AskedFor } from "./consistency";
import type { OwnRecord } from "./own-records";
import { printable } from "../../system/printable";
import { counted } from "../../system/words";

/** A record that answers rest on, and what the lesson's cell asks its program for. */
export interface Needed {
  record: OwnRecord;
  asked: AskedFor;
}

/** A number that the student's function should give. */
export interface OwnValue {
  what: string;
  /** The part of the answer, or several. */
  part: string | readonly string[];
  /** What it follows from. */
  from: readonly Needed[];
  /**
   * Computes it from runs that hold. Where there are several fair ways to count, all are right; the first is shown.
   * @throws one line when these runs do not give it.
   */
  right: () => readonly unknown[];
  unit?: string;
  slips?: () => { value: unknown; hint: string }[];
}

/**
 * Checks what a student says to have measured against the student's own records: whatever the machine's speed, the
 * numbers must follow from the records, and the records must not contradict themselves. A value whose records do not
 * hold fails. The student's function is called once.
 * @param read the heading to read on under.
 */
export function checkOwn(read: string, answer: () => unknown, values: readonly OwnValue[]): Check {
  const given = once(answer);
  if (given.isUnwritten)
    return new Check(read, [{ what: "what you measured", came: given.value, expected: undefined }]);
  const needed = [
    ...new Map(values.flatMap(({ from }) => from.map((each) => [each.record.file, each] as const))).values(),
  ];
  const faults = new Map<string, string>();
  for (const [at, each] of needed.entries()) {
    const before = needed.slice(0, at).map(({ record }) => record);
    const wrong = faultOf(each, before);
    if (wrong !== undefined) faults.set(each.record.file, printable(wrong).slice(0, 300));
  }
  const grounds = needed.flatMap(({ record }) => groundsOf(record, faults.get(record.file)));
  return new Check(
    read,
    values.map((value) => trialOf(value, given.value, faults)),
    grounds,
  );
}

function faultOf({ record, asked }: Needed, before: readonly OwnRecord[]): string | undefined {
  const { run, wrong, job } = record;
  if (run === undefined || wrong !== undefined) return wrong ?? "it holds no run";
  for (const other of before) {
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
  const came = (): unknown => partOf(answer(), part);
  const faulty = from.find(({ record }) => faults.has(record.file));
  if (faulty) return { what, came, expected: undefined, without: `it follows from ${faulty.record.file}, see above` };
  try {
    const all = right();
    const found = quietly(came);
    const expected = all.find((each) => sameValue(found, each)) ?? all[0];
    return { what, came, expected, unit, slips: slips() };
  } catch (error) {
    return { what, came, expected: undefined, without: (error as Error).message };
  }
}

function partOf(answer: unknown, part: OwnValue["part"]): unknown {
  if (typeof answer !== "object" || answer === null) return answer;
  if (typeof part === "string") return Reflect.get(answer, part);
  return Object.fromEntries(part.map((name) => [name, Reflect.get(answer, name) as unknown]));
}

/** A value, or undefined where there is an error instead. */
export function quietly<T>(give: () => T): T | undefined {
  try {
    return give();
  } catch {
    return undefined;
  }
}

/** Calls a function now and gives what it gave, or throws what it threw, as often as it is asked. */
export function once(call: () => unknown): { value: () => unknown; isUnwritten: boolean } {
  try {
    const value = call();
    return { value: () => value, isUnwritten: false };
  } catch (error) {
    const isUnwritten = error instanceof Error && error.message === "not implemented";
    return {
      value: () => {
        throw error;
      },
      isUnwritten,
    };
  }
}

/** The run of a record that holds one. */
export function runOf({ record }: Needed): RunRecord {
  if (record.run === undefined) throw new Error(`${record.file} holds no run`);
  return record.run;
}
