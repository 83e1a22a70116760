import { readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { readIfValid } from "../system/checked-json";
import { makeFolders } from "../system/folders";
import { isGrading } from "../system/grading";

interface Kept<T> {
  /** The file that keeps the results beside what they were computed from. */
  file: string;
  /** What the results follow from, as text; a student may have written it. */
  from: string;
  schema: z.ZodType<T>;
  /** Computes the results from a file with that text, and writes them as JSON into the other file. */
  compute: (files: { from: string; to: string }) => Promise<void>;
}

/**
 * Gives results that a program computes from a text. They are kept, and computed again only if the text changed.
 * @returns undefined while nbgrader grades and they were not handed in.
 * @throws what `compute` throws.
 */
export async function keepFor<T>({ file, from, schema, compute }: Kept<T>): Promise<T | undefined> {
  const kept = readIfValid(file, z.object({ from: z.string(), results: schema }));
  if (kept?.from === from) return kept.results;
  if (isGrading()) return kept?.results;
  makeFolders(dirname(file));
  const files = { from: `${file}.from`, to: `${file}.to` };
  await writeFile(files.from, from);
  await compute(files);
  const results = schema.parse(JSON.parse(await readFile(files.to, "utf8")));
  await writeFile(file, JSON.stringify({ from, results }));
  return results;
}
