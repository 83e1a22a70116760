import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { z } from "zod";
import { writeWholeSync } from "../../system/atomic";
import { readIfValid } from "../../system/checked-json";
import { makeFolders } from "../../system/folders";
import { printable } from "../../system/printable";

/** As many answers as are told apart: with the second one come the expected values, after the third the solution. */
export const MOST_ATTEMPTS = 3;

const seen = z.strictObject({
  /** The beginnings of digests of what different answers gave. */
  attempts: z.array(z.string().regex(/^[0-9a-f]{8}$/)).max(MOST_ATTEMPTS),
  hints: z.number().int().min(0).max(99),
  /** Of the last check. */
  points: z.number().min(0).max(99),
});

/** What a student has seen of an exercise. It is never used for marks. */
type Seen = z.infer<typeof seen>;

/** By lesson and exercise: `01-one-device/last-batch`. */
type Kept = Record<string, Seen>;

const schema: z.ZodType<Kept> = z.record(z.string().regex(/^\d\d-[a-z-]+\/[a-z\d-]+$/), seen);

/** Far more than all exercises of the course take, in bytes. */
const MOST_BYTES = 2 ** 17;

/** What is known until the kernel ends, by the file that cannot be used. */
const unkept = new Map<string, Kept>();

/** The file of the notebook's folder. Its content may be anything: a submission may bring it. */
const fileHere = (): string => resolve("results", "progress.json");

/** What the student has seen so far, from `results/progress.json` beside the notebook. */
export function kept(): Kept {
  const file = fileHere();
  const known = unkept.get(file) ?? readIfValid(file, schema, MOST_BYTES);
  return known ?? (existsSync(file) ? lose({}, "it cannot be read, or holds something else") : {});
}

/** Changes what is kept of an exercise, and keeps it. Where that fails, one line says so, once. */
export function keep(key: string, change: (seen: Seen) => Seen): Seen {
  const [file, all] = [fileHere(), kept()];
  all[key] = change(Object.hasOwn(all, key) ? all[key] : { attempts: [], hints: 0, points: 0 });
  if (unkept.has(file)) return all[key];
  try {
    makeFolders(dirname(file));
    writeWholeSync(file, `${JSON.stringify(all)}\n`);
  } catch (error) {
    lose(all, printable((error as Error).message).slice(0, 200));
  }
  return all[key];
}

function lose(all: Kept, reason: string): Kept {
  unkept.set(fileHere(), all);
  console.log(`Your progress is not kept: ${fileHere()}: ${reason}. Move that file away, and restart the kernel.`);
  return all;
}
