import type { Configuration, RunRecord } from "../../../runs/record";
import { imagesOfEpoch } from "./counts";

/** What a lesson's cell asks a program for, as far as the record tells it. */
export interface AskedFor extends Partial<Omit<Configuration, "epochs">> {
  /** At least so many. */
  epochs?: number;
  /** Images of one epoch, where it is cut short. */
  imagesPerEpoch?: number;
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
};

/** The first thing of a run that is not as a lesson's cell asks for, in one line; undefined where all is. */
export function differenceFrom(run: RunRecord, asked: AskedFor): string | undefined {
  const { workers = 1, syncEvery = 1, compression = "none" } = run.configuration;
  const imagesPerEpoch = imagesOfEpoch(run);
  const has: AskedFor = { ...run.configuration, workers, syncEvery, compression, imagesPerEpoch };
  for (const [name, wanted] of Object.entries(asked) as [keyof AskedFor, string | number | undefined][]) {
    const found = has[name];
    if (wanted === undefined || found === wanted) continue;
    if (name === "epochs" && Number(found) >= Number(wanted)) continue;
    const least = name === "epochs" ? "at least " : "";
    return `its ${fieldNames[name] ?? name} is ${String(found)}, and the lesson's cell asks for ${least}${wanted}`;
  }
  return undefined;
}
