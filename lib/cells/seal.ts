import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { z } from "zod";
import { writeWhole } from "../system/atomic";
import { readChecked } from "../system/checked-json";
import { makeFolders } from "../system/folders";
import { isGrading } from "../system/grading";

/** What somebody expects a number to be, and the interval in which it should lie with a probability of 95 %. */
export interface Foreseen {
  value: number;
  low: number;
  high: number;
}

/** Predictions by what they are about. */
export type Predictions = Record<string, Foreseen>;

const number = z.number().positive();
const schema = z.object({
  sealedAt: z.string(),
  sha256: z.string(),
  predictions: z.record(z.string(), z.object({ value: number, low: number, high: number })),
});

/**
 * Seals predictions before the truth is known: writes them into a file with the time and a digest, and prints both. The first seal counts:
 * if other numbers come later, it says so and returns the first ones. While nbgrader grades, nothing is written.
 * @param names What must be predicted.
 * @param predictions Undefined until the student has written some; then nothing is sealed.
 * @returns the sealed predictions.
 * @throws one line when an interval is no interval around its value, or the file was changed.
 */
export async function seal(
  file: string,
  names: readonly string[],
  predictions: Predictions | undefined,
): Promise<Predictions | undefined> {
  const before = await sealed(file);
  if (before) {
    const same = predictions === undefined || digestOf(predictions) === before.sha256;
    const changed = same ? "" : " The cell above has other numbers now; the sealed ones count.";
    console.log(`Sealed at ${before.sealedAt} (${before.sha256.slice(0, 12)}).${changed}`);
    return before.predictions;
  }
  if (predictions === undefined) {
    console.log("Nothing is sealed. Write your predictions above before you read on: afterwards you know the truth.");
    return undefined;
  }
  const other = [...names, ...Object.keys(predictions)].find((name) => !(names.includes(name) && name in predictions));
  if (other !== undefined)
    throw new Error(`"${other}" does not match: predict ${names.map((name) => `"${name}"`).join(" and ")}.`);
  for (const [what, { value, low, high }] of Object.entries(predictions)) {
    if (low > 0 && low <= value && value <= high && high < Infinity) continue;
    throw new Error(`The interval for ${what} is ${low} to ${high} around ${value}: give 0 < low <= value <= high.`);
  }
  const sealedAt = `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const sha256 = digestOf(predictions);
  if (!isGrading()) {
    makeFolders(dirname(file));
    await writeWhole(file, JSON.stringify({ sealedAt, sha256, predictions }, undefined, 2) + "\n");
  }
  console.log(`Sealed at ${sealedAt} (${sha256.slice(0, 12)}).`);
  return predictions;
}

/** What the file holds, if it is there. @throws one line when somebody changed it. */
async function sealed(file: string): Promise<z.infer<typeof schema> | undefined> {
  const refuse = (): Error =>
    new Error(`${file} was changed after it was sealed: its numbers no longer have its digest.`);
  const kept = await readChecked(file, schema, refuse);
  if (kept && digestOf(kept.predictions) !== kept.sha256) throw refuse();
  return kept;
}

/** A digest of the numbers, whatever the order in which they are written. */
function digestOf(predictions: Predictions): string {
  const sorted = Object.entries(predictions).sort(([one], [other]) => (one < other ? -1 : 1));
  const text = JSON.stringify(sorted.map(([what, { value, low, high }]) => [what, value, low, high]));
  return createHash("sha256").update(text).digest("hex");
}
