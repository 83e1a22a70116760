import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { median } from "simple-statistics";
import { z } from "zod";
import { userDataFolder } from "../../datasets/download/archive";
import { officialFolder } from "../../datasets/tinyimagenet/layout";
import { keepFor } from "../../lib/cells/keep-for";
import { runProgram } from "../../lib/jobs/run-program";
import { h100Rates } from "../../lib/runs";
import { spread } from "./precision";

/** What was timed: images a second in each round. */
const ways = ["decoding", "training", "in a row", "decoded ahead"] as const;
const rates = z.array(z.number()).min(1);
const measuredSchema = z.object({
  /** Of a round. */
  images: z.number(),
  /** Of a file, the mean. */
  bytes: z.object({ small: z.number(), large: z.number() }),
  rates: z.object({ decoding: rates, training: rates, "in a row": rates, "decoded ahead": rates, large: rates }),
});

/** JPEGs as the input of a training: images a second, in each of some rounds. */
export interface TimedJpegs extends z.infer<typeof measuredSchema> {}

/** A stand-in while nbgrader grades and nothing was handed in: made up. */
const standIn: TimedJpegs = {
  images: 2048,
  bytes: { small: 2000, large: 90_000 },
  rates: { decoding: [8000], training: [6000], "in a row": [3400], "decoded ahead": [5900], large: [350] },
};

/**
 * Times JPEGs as the input of a training, each step on one core, and keeps the times.
 * @param folder With JPEGs. Default: TinyImageNet's training images where they are in the user's data folder, else made-up ones.
 * @throws one line with the folder or the file that cannot be used.
 */
export async function timeJpegs(folder?: string): Promise<TimedJpegs> {
  const own = join(userDataFolder(), officialFolder, "train");
  const from = folder === undefined ? (existsSync(own) ? own : undefined) : resolve(folder);
  console.log(from === undefined ? "The JPEGs are made up, in TinyImageNet's size." : `The JPEGs are from ${from}.`);
  const kept = await keepFor({
    file: join("results", "jpegs", "jpegs.json"),
    from: from ?? "made up",
    schema: measuredSchema,
    compute: ({ to }) => runProgram("01-one-device/jpegs", { folder: from, out: to }),
  });
  return kept ?? standIn;
}

/** The median rates, in images a second. */
export function medianRates(timed: TimedJpegs): Record<keyof TimedJpegs["rates"], number> {
  const [decoding, training, row, ahead, large] = [...ways, "large" as const].map((way) => median(timed.rates[way]));
  return { decoding, training, "in a row": row, "decoded ahead": ahead, large };
}

/** Rows for a table: what one core does when it does nothing else. */
export function aloneRows({ rates, bytes }: TimedJpegs) {
  const kilobytes = (size: number): string => `${(size / 1000).toFixed(1)} kB`;
  return [
    { what: `decoding files of ${kilobytes(bytes.small)}, to 64 x 64 pixels`, "images/s": spread(rates.decoding) },
    { what: `decoding files of ${kilobytes(bytes.large)} with 512 x 384 pixels`, "images/s": spread(rates.large) },
    { what: "training on decoded images", "images/s": spread(rates.training) },
  ];
}

/** Rows for a table: both ways to join decoding and training, as predicted from the medians alone, and measured. */
export function joinedRows(timed: TimedJpegs, predicted: { inARow: number; ahead: number }) {
  const row = (way: "in a row" | "decoded ahead", rate: number) => ({
    ...{ way, "predicted (images/s)": Math.round(rate), "measured (images/s)": spread(timed.rates[way]) },
    "measured / predicted": median(timed.rates[way]) / rate,
  });
  return [row("in a row", predicted.inARow), row("decoded ahead", predicted.ahead)];
}

/** Rows for a table: how many cores like this one decode as fast as one H100 trains ResNet50V2. */
export async function decodingCoreRows(timed: TimedJpegs) {
  const { decoding, large } = medianRates(timed);
  const h100 = (await h100Rates()).filter(({ model, precision }) => model === "resnet50v2" && precision === "tf32");
  return h100.map(({ program, xla, imagesPerSecond }) => ({
    "one H100 trains ResNet50V2 by": program === "keras" ? "Keras" : `this workbook${xla ? " with XLA" : ""}`,
    "images/s": imagesPerSecond,
    "cores for files like these": Math.ceil(imagesPerSecond / decoding),
    "cores for 512 x 384 pixels": Math.ceil(imagesPerSecond / large),
  }));
}
