import { readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { z } from "zod";

/** Makes the error for a file from a description of what is wrong with it. */
type Refuse = (what: string) => Error;

/**
 * Reads a JSON file of ours.
 * @returns undefined where there is no such file.
 * @throws what `refuse` makes, where the file cannot be read or does not match the schema.
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

/** Reads a JSON file; undefined where it is no regular file, cannot be read, or does not match the schema. */
export function readIfValid<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    if (!statSync(file).isFile()) return undefined; // a pipe would never end
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

/** Reads a file that must be there. @throws what `refuse` makes of the reason why it cannot be read. */
export function readText(file: string, refuse: Refuse): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw refuse((error as Error).message);
  }
}

/** Parses JSON and checks it against a schema. @throws what `refuse` makes of the first thing that is wrong. */
export function checkedText<T>(text: string, schema: z.ZodType<T>, refuse: Refuse): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refuse(`it is no JSON: ${(error as Error).message}`);
  }
  return checked(value, schema, refuse);
}

/** Checks a value against a schema. @throws what `refuse` makes of the first thing that is wrong. */
export function checked<T>(value: unknown, schema: z.ZodType<T>, refuse: Refuse): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw refuse(`${issue.path.join(".") || "the whole"}: ${issue.message}`);
}
