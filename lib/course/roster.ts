import { parse } from "csv-parse/sync";
import { z } from "zod";
import { refused, readText } from "../system/read-text";

// A name that can be one of nbgrader's folders and an account.
const word = /^[A-Za-z0-9_][\w.@-]*$/;
// Learning platforms find users by these cells, so they cannot be quoted against spreadsheets: unsafe ones are refused.
const key = z.string().regex(/^(?![=+\-@])[^\p{Cc}]*$/u, {
  error: "it must not begin with = + - @, which spreadsheets take for a formula",
});
const line = z.string().regex(/^[^\p{Cc}]*$/u, { error: "it must be one line of plain characters" });

const schema = z.object({
  /** The student's name in nbgrader: the folder of the submissions and, on a hub, the account. */
  student: z.string().regex(word, { error: "it must be one word of letters, digits and . _ - @" }),
  /** `Ada Lovelace`, or `Lovelace, Ada`. */
  name: line.default(""),
  email: key.and(z.union([z.literal(""), z.email({ error: "it is no e-mail address" })])).default(""),
  /** The learning platform's number: Moodle's ID number, Canvas's ID, Blackboard's Student ID. */
  id: key.default(""),
  /** Canvas's SIS User ID. */
  sis: key.default(""),
  /** The login name: Canvas's SIS Login ID, Blackboard's Username. */
  login: key.default(""),
  section: line.default(""),
  /** The Unix account, if its name is not `student`. */
  account: z.union([z.literal(""), z.string().regex(word, { error: "it is no account's name" })]).default(""),
});

/** One student of a class. All but `student` may be empty. */
export type Student = z.infer<typeof schema>;

/** The columns of a roster. Only the first is required. */
const rosterColumns = Object.keys(schema.shape);

/**
 * Reads a class's roster: a CSV file in UTF-8 with a line of column names (`student`, `name`, `email`, ...), in any order, and
 * one line for each student. Other columns are ignored.
 * @throws one line that names the file, the line, and what is wrong there.
 */
export async function readRoster(file: string): Promise<Student[]> {
  const refuse = (problem: string): Error => new Error(`The roster ${file}: ${problem}.`);
  return rosterOf(readText(file, refuse), file);
}

/** {@link readRoster} for a text. */
export function rosterOf(text: string, file: string): Student[] {
  const [header, ...rows] = linesOf(text, file);
  const names = (header?.record ?? []).map((name) => name.toLowerCase());
  const wrong = (lineNumber: number | undefined, what: string): Error => {
    const where = lineNumber === undefined ? "" : `, line ${lineNumber}`;
    return refused((problem) => new Error(`The roster ${file}${where}: ${problem}.`), what);
  };
  if (text.includes("\uFFFD"))
    throw wrong(undefined, "it was saved by a program that did not know its encoding: save it anew as CSV UTF-8");
  if (!names.includes("student"))
    throw wrong(1, `it has no column "student"; the columns are ${rosterColumns.join(", ")}, separated by commas`);
  const twice = names.find((name, index) => rosterColumns.includes(name) && names.indexOf(name) !== index);
  if (twice !== undefined) throw wrong(1, `the column "${twice}" is there twice`);
  if (rows.length === 0) throw wrong(undefined, "it has no students");

  const students = rows.map(({ record, lineNumber }) => {
    if (record.length > names.length)
      throw wrong(lineNumber, `it has ${record.length} cells, and the first line ${names.length}`);
    const parsed = schema.safeParse(Object.fromEntries(record.map((cell, column) => [names[column], cell])));
    if (parsed.success) return { ...parsed.data, lineNumber };
    const [issue] = parsed.error.issues;
    throw wrong(lineNumber, `${issue.path.join(".")}: ${issue.message}`);
  });
  for (const column of ["student", "email", "id", "sis", "login", "account"] as const) {
    const first = new Map<string, number>();
    for (const { [column]: value, lineNumber } of students.filter((student) => student[column] !== "")) {
      const other = first.get(value.toLowerCase());
      if (other !== undefined) throw wrong(lineNumber, `the ${column} "${value}" is that of line ${other}, too`);
      first.set(value.toLowerCase(), lineNumber);
    }
  }
  return students.map(({ lineNumber: _, ...student }) => student);
}

function linesOf(text: string, file: string): { record: string[]; lineNumber: number }[] {
  try {
    const lines = parse(text, { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true, info: true });
    return z
      .array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }))
      .parse(lines)
      .filter(({ record }) => record.some((cell) => cell !== ""))
      .map(({ record, info }) => ({ record, lineNumber: info.lines }));
  } catch (error) {
    throw refused((problem) => new Error(`The roster ${file} is no CSV file: ${problem}.`), (error as Error).message);
  }
}
