import { existsSync, statSync } from "node:fs";
import { isCollection, parseDocument, visit, type Document } from "yaml";
import { z } from "zod";
import { checked } from "./checked-json";
import { readText, refused, type Refuse } from "./read-text";

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

/** Of a file that a person writes. The parser's time grows with the square of it: seconds for this much of the worst. */
const MOST_BYTES = 2 ** 15;

/**
 * Reads a YAML file that somebody wrote.
 * @param what The beginning of error messages: `The cluster's file`.
 * @param hint The end of error messages about its entries: a file that shows how to write one.
 * @throws one line with the file, the entry, and what it should be.
 */
export function readYaml<T>(file: string, what: string, schema: z.ZodType<T>, hint = ""): T {
  const refuse: Refuse = (problem) => new Error(`${what} ${file}: ${problem}.`);
  const value = valueOf(readText(file, refuse, MOST_BYTES), refuse);
  return checked(value, schema, (problem) => new Error(`${what} ${file}: ${problem}.${hint}`));
}

/** The value of a YAML text, of which others may have written any: several documents, tags of their own, aliases without end. */
function valueOf(text: string, refuse: Refuse): unknown {
  const document = parseDocument(text, { logLevel: "error" });
  const problem = [...document.errors, ...document.warnings].at(0);
  if (document.errors.some(({ code }) => code === "MULTIPLE_DOCS"))
    throw refused(refuse, "it has several documents, so keep one of them, without the lines ---");
  if (problem) {
    const remedy = problem.code === "TAG_RESOLVE_FAILED" ? ", so leave the tag out" : "";
    throw refused(refuse, `it is no YAML: ${problem.message.split("\n")[0].replace(/[.:]$/, "")}${remedy}`);
  }
  if (namesByLists(document)) throw refused(refuse, "the name of an entry is a list or a map, so write a word");
  try {
    return document.toJS();
  } catch (error) {
    throw refused(refuse, `${(error as Error).message}, so write values instead of aliases`);
  }
}

/** Whether an entry's name is no word. Written as words, such names in one another grow without end. */
function namesByLists(document: Document): boolean {
  let found = false;
  visit(document, {
    Pair: (_, { key }) => {
      found ||= isCollection(key);
      return found ? visit.BREAK : undefined;
    },
  });
  return found;
}
