import { resolve } from "node:path";
import { newRunId, writeRun, type Configuration, type Outcome, type RunRecord, type Where } from "../runs/record";
import type { MemoryModel } from "./out-of-memory";

/** The message of a training process to its parent. */
export interface FromTraining {
  /** The run record's file. */
  file: string;
  /** The estimated memory of its steps. */
  memory?: MemoryModel;
}

/** The record of a run that begins now. */
export function openRecord(where: Where, configuration: Configuration): RunRecord {
  const startedAt = new Date();
  return {
    schema: 1,
    id: newRunId(startedAt),
    outcome: "running",
    startedAt: startedAt.toISOString(),
    where,
    configuration,
    captureSeconds: 0,
    timeToFirstStepSeconds: 0,
    epochs: [],
    peakMemoryBytes: 0,
  };
}

/** Writes the record, and sends its path to the parent process. */
export async function writeAndTell(file: string, record: RunRecord, memory?: MemoryModel): Promise<void> {
  await writeRun(file, record);
  const message: FromTraining = { file: resolve(file), memory };
  if (process.connected) process.send?.(message);
}

/** Notes in the record how the run ended. */
export function closeRecord(record: RunRecord, outcome: Exclude<Outcome, "running">, reason?: string): void {
  Object.assign(record, { outcome, endedAt: new Date().toISOString(), ...(reason !== undefined && { reason }) });
}
