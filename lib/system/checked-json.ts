import { readFile } from "node:fs/promises";
import type { z } from "zod";

type Refuse = (what: string) => Error;

/**
 * Reads a JSON file of ours.
 * @param refuse Makes the error for a file that is not what it should be, from what is wrong with it.
 * @returns undefined where there is no such file.
 * @throws what `refuse` makes.
 */
export async function readChecked<T>(file: string, schema: z.ZodType<T>, refuse: Refuse): Promise<T | undefined> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw refuse((error as Error).message);
  }
  return checkedText(text, schema, refuse);
}

/** JSON that is what a schema says. @throws what `refuse` makes of the first thing that is not. */
export function checkedText<T>(text: string, schema: z.ZodType<T>, refuse: Refuse): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refuse(`it is no JSON: ${(error as Error).message}`);
  }
  return checked(value, schema, refuse);
}

/** A value that is what a schema says. @throws what `refuse` makes of the first thing that is not. */
export function checked<T>(value: unknown, schema: z.ZodType<T>, refuse: Refuse): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw refuse(`${issue.path.join(".") || "the whole"}: ${issue.message}`);
}
