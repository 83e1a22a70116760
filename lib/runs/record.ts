import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { z } from "zod";
import { writeWhole } from "../system/atomic";
import { checked, parsed } from "../system/checked-json";
import { readText } from "../system/read-text";
import { makeFolders } from "../system/folders";
import { recordFields, type Configuration, type RunRecord } from "./fields";

export type { Configuration, Epoch, GradientFormat, Outcome, RunRecord, Where } from "./fields";

/** The number of devices that a run trained on, whether they copied the network or shared it. */
export const allDevices = ({ sharding, replicas }: Pick<Configuration, "sharding" | "replicas">): number =>
  sharding ? Object.values(sharding.mesh).reduce((product, size) => product * size, 1) : replicas;

/** The format of a record: what is read from a file is held against it. */
export const recordSchema = z.object(recordFields);

/**
 * Checks that a value read from `file` is a run record, field by field.
 * @throws one line with the file, the first field that is wrong, and what it should be.
 */
export function checkRecord(value: unknown, file: string): RunRecord {
  return checked(value, recordSchema, (wrong) => new Error(`${file} is not a run record of schema 1: ${wrong}.`));
}

/** A new run's name, which sorts by time: its start in UTC, to the second, and six random hexadecimal digits. */
export function newRunId(startedAt: Date): string {
  const time = startedAt.toISOString().replace(/[-:]/g, "").slice(0, 15);
  return `${time}-${randomBytes(3).toString("hex")}`;
}

/**
 * Writes a record in one atomic step: a reader sees the old file or the new one, never half of one.
 * Folders that are missing are made.
 */
export async function writeRun(file: string, record: RunRecord): Promise<void> {
  makeFolders(dirname(file));
  await writeWhole(file, recordText(record));
}

/** A record as JSON, which has no NaN or infinity: a diverged loss becomes null, and {@link readRun} reads null as NaN. */
export function recordText(record: RunRecord): string {
  return JSON.stringify(record) + "\n";
}

/**
 * Reads one run record.
 * @throws one line that names the file and what is wrong with it.
 */
export async function readRun(file: string): Promise<RunRecord> {
  const text = readText(file, (problem) => new Error(`Cannot read the run record ${file}: ${problem}.`));
  return runOf(text, file);
}

/** The run record that was read from `file`. @throws one line that names the file and what is wrong with it. */
export function runOf(text: string, file: string): RunRecord {
  const value = parsed(
    text,
    (problem) => new Error(`${file} is not a run record: ${problem}. Delete it, or run it again.`),
  );
  return checkRecord(value, file);
}
