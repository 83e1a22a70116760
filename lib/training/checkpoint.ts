import { existsSync } from "node:fs";
import { mkdtemp, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { writeDurably } from "../system/atomic";
import { checkedText } from "../system/checked-json";
import { readText } from "../system/read-text";
import { makeFolders } from "../system/folders";
import { checkRecord, type RunRecord } from "../runs/record";
import { OtherVariables, readTensors, writeTensors, type StoredVariable } from "./tensor-file";

/** The position of a training, without the values of its variables. */
export interface TrainingState {
  /** Steps done since the run began. */
  globalStep: number;
  /** The epoch to resume, from 1. */
  epoch: number;
  /** Steps done in that epoch. */
  stepInEpoch: number;
  /** The run's record so far: its configuration and history. */
  record: RunRecord;
  /** A digest that identifies the training images. */
  dataset: string;
}

const count = z.number().int().nonnegative();
const stateSchema = z.object({
  schema: z.literal(1),
  globalStep: count,
  epoch: count.min(1),
  stepInEpoch: count,
  dataset: z.string(),
  weights: z.object({ bytes: count, sha256: z.string() }),
  record: z.unknown(),
});

const KEPT = 2;
const prefix = "step-";
const replaced = ".replaced";
const weightsFile = "weights.safetensors";
const stateFile = "state.json";

/**
 * Stores a training's state and variables in `folder`, as `step-<number>/`. It is written to another folder, brought to the
 * disk and then renamed, so that a checkpoint is complete or missing. The last two are kept.
 */
export async function saveCheckpoint(
  folder: string,
  state: TrainingState,
  variables: readonly StoredVariable[],
): Promise<void> {
  makeFolders(folder);
  const temporary = await mkdtemp(join(folder, ".saving-"));
  const target = join(folder, prefix + String(state.globalStep).padStart(8, "0"));
  try {
    const weights = await writeTensors(join(temporary, weightsFile), variables);
    await writeDurably(join(temporary, stateFile), JSON.stringify({ schema: 1, ...state, weights }));
    await syncFolder(temporary);
    await setAside(target);
    await rename(temporary, target);
    await syncFolder(folder);
    await rm(target + replaced, { recursive: true, force: true });
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
  const older = (await checkpointNames(folder)).slice(KEPT);
  await Promise.all(older.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

/**
 * Renames an older checkpoint of the same step (one may be made after an epoch's last step and another after its evaluation).
 * It can still be loaded under its new name if the process is killed before the other one is complete.
 */
async function setAside(target: string): Promise<void> {
  if (!existsSync(target)) return;
  await rm(target + replaced, { recursive: true, force: true });
  await rename(target, target + replaced);
}

/**
 * Restores the variables from the newest complete checkpoint.
 * @param accept Throws if the state is of another training, before any variable changes.
 * @param say Called with a line for each damaged checkpoint that is skipped.
 * @returns the state, or undefined when the folder has no checkpoint.
 * @throws one line when there are checkpoints but none is complete.
 */
export async function loadCheckpoint(
  folder: string,
  variables: readonly StoredVariable[],
  accept: (state: TrainingState) => void,
  say: (line: string) => void,
): Promise<TrainingState | undefined> {
  await removeUnfinished(folder);
  const names = await checkpointNames(folder);
  for (const name of names) {
    const path = join(folder, name);
    let state: ReturnType<typeof readState>;
    try {
      state = readState(join(path, stateFile));
      accept(state);
      await readTensors(join(path, weightsFile), state.weights, variables);
      return state;
    } catch (error) {
      if (error instanceof OtherTraining) throw error;
      if (error instanceof OtherVariables) {
        throw new OtherTraining(`The checkpoint is of another training, or of an older workbook: ${error.message}.`);
      }
      const { message } = error as Error;
      say(`The checkpoint ${path} is damaged (${message}): trying the one before it.`);
    }
  }
  if (names.length === 0) return undefined;
  throw new Error(`No checkpoint in ${folder} is whole: train from the beginning, with another --checkpoint folder.`);
}

/** The state of the newest checkpoint that can be read, without the values of its variables. */
export async function newestState(folder: string): Promise<TrainingState | undefined> {
  for (const name of await checkpointNames(folder)) {
    try {
      return readState(join(folder, name, stateFile));
    } catch {
      // `loadCheckpoint` says that it is damaged.
    }
  }
  return undefined;
}

/** Removes the folders of processes that were killed while saving. */
async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const unfinished = names.filter((name) => name.startsWith(".saving-"));
  await Promise.all(unfinished.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

/** A complete checkpoint belongs to another training. */
export class OtherTraining extends Error {}

/** Whether the folder holds checkpoints. */
export async function hasCheckpoints(folder: string): Promise<boolean> {
  return (await checkpointNames(folder)).length > 0;
}

/** The names of the checkpoints, newest first. */
async function checkpointNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new Error(`Cannot read the checkpoint folder ${folder}: ${error.message}.`);
  });
  const stepOf = (name: string): number => Number.parseInt(name.slice(prefix.length));
  return names
    .filter((name) => /^step-\d+(\.replaced)?$/.test(name))
    .sort((a, b) => stepOf(b) - stepOf(a) || a.length - b.length);
}

function readState(file: string) {
  const refuse = (problem: string) => new Error(`${file} is not a training's state: ${problem}`);
  const state = checkedText(readText(file, refuse), stateSchema, refuse);
  return { ...state, record: checkRecord(state.record, file) };
}

/** Brings a folder to the disk, and with it the renaming of files in it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
