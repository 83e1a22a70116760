import type { z } from "zod";
import { readText, refused, type Refuse } from "./read-text";

/**
 * Reads a JSON file.
 * @returns undefined where there is no such file.
 * @throws what `refuse` makes, where the file cannot be read or does not match the schema.
 */
export async function readChecked<T>(file: string, schema: z.ZodType<T>, refuse: Refuse): Promise<T | undefined> {
  let isMissing = false;
  try {
    const text = readText(file, (problem, code) => {
      isMissing = code === "ENOENT";
      return refuse(problem, code);
    });
    return checkedText(text, schema, refuse);
  } catch (error) {
    if (isMissing) return undefined;
    throw error;
  }
}

/** Reads a JSON file; undefined where it is no regular file, has more bytes than `most`, cannot be read, or does not match the schema. */
export function readIfValid<T>(file: string, schema: z.ZodType<T>, most?: number): T | undefined {
  try {
    return checkedText(readText(file, Error, most), schema, Error);
  } catch {
    return undefined;
  }
}

/** Parses JSON and checks it against a schema. @throws what `refuse` makes of the first thing that is wrong. */
export function checkedText<T>(text: string, schema: z.ZodType<T>, refuse: Refuse): T {
  return checked(parsed(text, refuse), schema, refuse);
}

/** Parses JSON. @throws what `refuse` makes of what is wrong, with its line where that is known. */
export function parsed(text: string, refuse: Refuse): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const place = / at position (\d+)$/.exec(message)?.[1]; // later versions of Node say the line themselves
    const line = place === undefined ? "" : ` (line ${text.slice(0, Number(place)).split("\n").length})`;
    throw refused(refuse, `it is no JSON: ${message}${line}`);
  }
}

/** Checks a value against a schema. @throws what `refuse` makes of the first thing that is wrong. */
export function checked<T>(value: unknown, schema: z.ZodType<T>, refuse: Refuse): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const message = issue.code === "invalid_key" ? issue.issues[0].message : issue.message;
  const plain = message.replace(/^Invalid input: /, "").replace(/received undefined$/, "but it is missing");
  throw refused(refuse, `${issue.path.join(".") || "the whole"}: ${plain}`);
}
