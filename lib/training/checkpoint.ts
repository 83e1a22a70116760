import { existsSync } from "node:fs";
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { writeDurably } from "../system";
import type { NamedVariable } from "./optimizer";
import { checkRecord, type RunRecord } from "../runs/record";
import { readTensors, writeTensors } from "./tensor-file";

/** Where a training stands, beside the values of its variables. */
export interface TrainingState {
  /** Steps done since the run began. */
  globalStep: number;
  /** The epoch to go on with, from 1, and the steps done in it. */
  epoch: number;
  stepInEpoch: number;
  /** The run's record so far: its configuration and history. */
  record: RunRecord;
  /** What tells the training images from others. */
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
 * Stores a training's state and variables under `folder`, as `step-<number>/`: written elsewhere, brought to the disk,
 * then renamed, so that a checkpoint is there whole or not at all. The last two are kept.
 */
export async function saveCheckpoint(
  folder: string,
  state: TrainingState,
  variables: readonly NamedVariable[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
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
 * Makes room for another checkpoint of the same step, as after an epoch's last step and again after its evaluation. The old
 * one is still found by its other name, should the process be killed before the new one is there.
 */
async function setAside(target: string): Promise<void> {
  if (!existsSync(target)) return;
  await rm(target + replaced, { recursive: true, force: true });
  await rename(target, target + replaced);
}

/**
 * Gives the variables the values of the newest checkpoint that is whole.
 * @param accept Throws when the state is not of this training; no variable has been changed then.
 * @param say Is told of each checkpoint that was damaged and passed over.
 * @returns the state, or undefined when the folder holds no checkpoint.
 * @throws one line when there are checkpoints but none is whole.
 */
export async function loadCheckpoint(
  folder: string,
  variables: readonly NamedVariable[],
  accept: (state: TrainingState) => void,
  say: (line: string) => void,
): Promise<TrainingState | undefined> {
  await removeUnfinished(folder);
  const names = await checkpointNames(folder);
  for (const name of names) {
    const path = join(folder, name);
    let state: Awaited<ReturnType<typeof readState>>;
    try {
      state = await readState(join(path, stateFile));
      accept(state);
      await readTensors(join(path, weightsFile), state.weights, variables);
      return state;
    } catch (error) {
      if (error instanceof OtherTraining) throw error;
      const { message } = error as Error;
      say(`The checkpoint ${path} is damaged (${message}): trying the one before it.`);
    }
  }
  if (names.length === 0) return undefined;
  throw new Error(`No checkpoint in ${folder} is whole: train from the beginning, with another --checkpoint folder.`);
}

/** What a process left that was killed while it saved. */
async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const unfinished = names.filter((name) => name.startsWith(".saving-"));
  await Promise.all(unfinished.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

/** A checkpoint is whole but of another training. */
export class OtherTraining extends Error {}

/** Whether the folder holds checkpoints. */
export async function hasCheckpoints(folder: string): Promise<boolean> {
  return (await checkpointNames(folder)).length > 0;
}

/** Newest first. */
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

async function readState(file: string) {
  const text = await readFile(file, "utf8");
  const state = stateSchema.safeParse(parsed(text, file));
  if (!state.success) throw new Error(`${file} is not a training's state`);
  return { ...state.data, record: checkRecord(state.data.record, file) };
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${file} is not JSON`);
  }
}

// A rename is on the disk once its folder is.
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
