import { existsSync, statSync } from "node:fs";
import { parseDocument } from "yaml";
import { z } from "zod";
import { checked, readText } from "../system/checked-json";
import { printable } from "../system/printable";

/** A number of a file within limits; outside of them, forecasts are nonsense. */
export const between = (least: number, most: number) => z.number().check(...limits(least, most));

/** {@link between}, from 1, for whole numbers. */
export const wholeUpTo = (most: number) => z.int().check(...limits(1, most));

function limits(least: number, most: number) {
  const error = ({ input }: { input?: unknown }) =>
    `${String(input)} is out of range: give a number from ${least} to ${most}`;
  return [z.gte(least, { error }), z.lte(most, { error })] as const;
}

/** What the output calls something. */
export const nameSchema = z
  .string()
  .min(1)
  .regex(/^[^\p{Cc}\p{Cf}]*$/u, "it has control characters: write it without");

/** Whether an argument means a file, and not a name that comes with the workbook. */
export const meansFile = (which: string): boolean =>
  /\/|\.ya?ml$/i.test(which) || (existsSync(which) && statSync(which).isFile());

/** Of a file that a person writes. */
const MOST_BYTES = 1e6;

/**
 * Reads a YAML file that somebody wrote.
 * @param what The beginning of error messages: `The cluster's file`.
 * @throws one line with the file, the entry, and what it should be.
 */
export function readYaml<T>(file: string, what: string, schema: z.ZodType<T>): T {
  const refuse = (problem: string): Error => new Error(printable(`${what} ${file}: ${problem}.`));
  if (!existsSync(file)) throw refuse("there is no such file, so check the path");
  const status = statSync(file);
  if (status.isDirectory()) throw refuse("it is a folder, so name a file in it");
  if (!status.isFile()) throw refuse("it is no regular file, so name one");
  if (status.size > MOST_BYTES)
    throw refuse(`it has ${status.size} bytes, and may have ${MOST_BYTES}: leave out what is not needed`);
  return checked(valueOf(readText(file, refuse), refuse), schema, refuse);
}

/** The value of a YAML text, of which others may have written any: several documents, tags of their own, aliases without end. */
function valueOf(text: string, refuse: (problem: string) => Error): unknown {
  const document = parseDocument(text, { logLevel: "error" });
  const problem = [...document.errors, ...document.warnings].at(0);
  if (document.errors.some(({ code }) => code === "MULTIPLE_DOCS"))
    throw refuse("it has several documents, so keep one of them, without the lines ---");
  if (problem) {
    const remedy = problem.code === "TAG_RESOLVE_FAILED" ? ", so leave the tag out" : "";
    throw refuse(`it is no YAML: ${problem.message.split("\n")[0].replace(/[.:]$/, "")}${remedy}`);
  }
  try {
    return document.toJS();
  } catch (error) {
    throw refuse(`${(error as Error).message}, so write values instead of aliases`);
  }
}
