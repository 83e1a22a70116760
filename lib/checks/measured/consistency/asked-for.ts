import type { Configuration, RunRecord } from "../../../runs/record";
import { imagesOfEpoch } from "./counts";

/** The configuration that a lesson's cell runs a program with, as far as the record holds it. */
export interface AskedFor extends Partial<Omit<Configuration, "epochs" | "sharding">> {
  /** The fewest epochs. */
  epochs?: number;
  /** Images of one epoch, where it is cut short. */
  imagesPerEpoch?: number;
  /** The stage of ZeRO; 0: every device had all of the training state. */
  zero?: number;
}

const fieldNames: Partial<Record<keyof AskedFor, string>> = {
  program: "program",
  globalBatchSize: "batch size",
  localBatchSize: "batch size on each device",
  imageSize: "image size",
  replicas: "number of devices",
  workers: "number of nodes",
  syncEvery: "number of batches to an all-reduce",
  trainImages: "number of training images",
  imagesPerEpoch: "number of images in an epoch",
  context: "number of tokens of a row",
  zero: "stage of ZeRO",
};

/** Says in one line how a run differs from what the lesson's cell asks for; undefined where it does not. */
export function differenceFrom(run: RunRecord, asked: AskedFor): string | undefined {
  const { workers = 1, syncEvery = 1, compression = "none", sharding: { zero = 0 } = {} } = run.configuration;
  const imagesPerEpoch = imagesOfEpoch(run);
  const actual = { ...run.configuration, workers, syncEvery, compression, imagesPerEpoch, zero };
  for (const [name, expected] of Object.entries(asked) as [keyof AskedFor, string | number | undefined][]) {
    const value = actual[name];
    if (expected === undefined || value === expected) continue;
    if (name === "epochs" && Number(value) >= Number(expected)) continue;
    const least = name === "epochs" ? "at least " : "";
    return `its ${fieldNames[name] ?? name} is ${String(value)}, and the lesson's cell asks for ${least}${expected}`;
  }
  return undefined;
}
