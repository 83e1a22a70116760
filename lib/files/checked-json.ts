import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { z } from "zod";

/**
 * Reads a JSON file of ours.
 * @param refuse Makes the error for a file that is not what it should be, from what is wrong with it.
 * @returns undefined where there is no such file.
 * @throws what `refuse` makes.
 */
export async function readChecked<T>(
  file: string,
  schema: z.ZodType<T>,
  refuse: (what: string) => Error,
): Promise<T | undefined> {
  if (!existsSync(file)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    throw refuse((error as Error).message);
  }
  return checked(value, schema, refuse);
}

/** A value that is what a schema says. @throws what `refuse` makes of the first thing that is not. */
export function checked<T>(value: unknown, schema: z.ZodType<T>, refuse: (what: string) => Error): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw refuse(`${issue.path.join(".") || "the whole"}: ${issue.message}`);
}
