import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { makeFolders } from "../../system/folders";
import { printable } from "../../system/printable";
import { readText } from "../../system/read-text";
import { checkedText } from "../../system/checked-json";
import { writeWholeSync } from "../../system/atomic";

/** As many answers as are told apart: with the second one come the expected values, after the third the solution. */
export const MOST_ATTEMPTS = 3;

/** What a student has seen of an exercise. It is never used for marks. */
export interface Seen {
  /** The beginnings of digests of what different answers gave. */
  attempts: string[];
  hints: number;
  /** Of the last check. */
  points: number;
}

/** By lesson and exercise: `01-one-device/last-batch`. */
type Kept = Record<string, Seen>;

const seen = z.strictObject({
  attempts: z.array(z.string().regex(/^[0-9a-f]{8}$/)).max(MOST_ATTEMPTS),
  hints: z.number().int().min(0).max(99),
  points: z.number().min(0).max(99),
});
const schema: z.ZodType<Kept> = z.record(z.string().regex(/^\d\d-[a-z-]+\/[a-z\d-]+$/), seen);

/** Far more than all exercises of the course take, in bytes. */
const MOST_BYTES = 2 ** 17;

/** What is known where the file cannot be used: until the kernel ends. */
const unkept = new Map<string, Kept>();

/** The file of a notebook's folder. Its content may be anything: a submission may bring it. */
const fileOf = (folder: string): string => join(folder, "results", "progress.json");

/** What the student has seen so far, from `results/progress.json` beside the notebook. */
export function kept(folder = process.cwd()): Kept {
  const file = fileOf(folder);
  const lost = unkept.get(file);
  if (lost) return lost;
  let isMissing = false;
  try {
    const refuse = (problem: string, code?: string): Error => {
      isMissing ||= code === "ENOENT";
      return new Error(problem);
    };
    return checkedText(readText(file, refuse, MOST_BYTES), schema, refuse);
  } catch (error) {
    return isMissing ? {} : lose(file, {}, error);
  }
}

/** Changes what is kept of an exercise, and keeps it. Where that fails, one line says so, once. */
export function keep(key: string, change: (seen: Seen) => Seen, folder = process.cwd()): Seen {
  const file = fileOf(folder);
  const all = kept(folder);
  const changed = change(Object.hasOwn(all, key) ? all[key] : { attempts: [], hints: 0, points: 0 });
  all[key] = changed;
  if (unkept.has(file)) return changed;
  try {
    makeFolders(dirname(file));
    writeWholeSync(file, `${JSON.stringify(all)}\n`);
  } catch (error) {
    lose(file, all, error);
  }
  return changed;
}

function lose(file: string, all: Kept, error: unknown): Kept {
  unkept.set(file, all);
  const reason = printable((error as Error).message).slice(0, 200);
  console.log(`Your progress is not kept: ${resolve(file)}: ${reason}. Move that file away, and restart the kernel.`);
  return all;
}
