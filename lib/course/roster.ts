import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { z } from "zod";

// A name that can be a folder of nbgrader's and an account.
const word = /^[A-Za-z0-9_][\w.@-]*$/;
// A learning platform finds its users by these cells: they cannot be changed to be safe in a spreadsheet.
const key = z.string().regex(/^(?![=+\-@])[^\p{Cc}]*$/u, {
  error: "it must not begin with = + - @, which spreadsheets take for a formula",
});
const line = z.string().regex(/^[^\p{Cc}]*$/u, { error: "it must be one line of plain characters" });

const schema = z.object({
  /** The name that nbgrader knows: the folder of the submissions, on a hub the account's name. */
  student: z.string().regex(word, { error: "it must be one word of letters, digits and . _ - @" }),
  /** As it is written: `Ada Lovelace`, or `Lovelace, Ada`. */
  name: line.default(""),
  email: key.and(z.union([z.literal(""), z.email({ error: "it is no e-mail address" })])).default(""),
  /** The learning platform's own number: Moodle's ID number, Canvas's ID, Blackboard's Student ID. */
  id: key.default(""),
  /** Canvas's SIS User ID. */
  sis: key.default(""),
  /** The name to log in with: Canvas's SIS Login ID, Blackboard's Username. */
  login: key.default(""),
  section: line.default(""),
  /** The Unix account, where it is another name than `student`. */
  account: z.union([z.literal(""), z.string().regex(word, { error: "it is no account's name" })]).default(""),
});

/** One student of a class. All but `student` may be empty. */
export type Student = z.infer<typeof schema>;

/** The columns that a roster may have; the first must be there. */
const rosterColumns = Object.keys(schema.shape);

/**
 * Reads a class's roster: a CSV file in UTF-8 with a line of column names (`student`, `name`, `email`, ...), in any order, and a line for
 * each student. Columns with other names are passed over.
 * @throws one line that names the file, the line and what is wrong there.
 */
export async function readRoster(file: string): Promise<Student[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      `The roster ${file} cannot be read: ${error.code === "ENOENT" ? "there is no such file" : error.message}.`,
    );
  });
  return rosterOf(text, file);
}

/** {@link readRoster} for a text. */
export function rosterOf(text: string, file: string): Student[] {
  const [header, ...rows] = linesOf(text, file);
  const names = (header?.record ?? []).map((name) => name.toLowerCase());
  const wrong = (at: number | undefined, what: string): Error =>
    new Error(`The roster ${file}${at === undefined ? "" : `, line ${at}`}: ${what}.`);
  if (text.includes("\uFFFD")) throw wrong(undefined, "it is not in UTF-8: save it as CSV UTF-8");
  if (!names.includes("student"))
    throw wrong(1, `it has no column "student"; the columns are ${rosterColumns.join(", ")}, separated by commas`);
  const twice = names.find((name, at) => rosterColumns.includes(name) && names.indexOf(name) !== at);
  if (twice !== undefined) throw wrong(1, `the column "${twice}" is there twice`);
  if (rows.length === 0) throw wrong(undefined, "it has no students");

  const students = rows.map(({ record, at }) => {
    if (record.length > names.length)
      throw wrong(at, `it has ${record.length} cells, and the first line ${names.length}`);
    const read = schema.safeParse(Object.fromEntries(record.map((cell, place) => [names[place], cell])));
    if (read.success) return { ...read.data, at };
    const [issue] = read.error.issues;
    throw wrong(at, `${issue.path.join(".")}: ${issue.message}`);
  });
  for (const column of ["student", "email", "id", "sis", "login", "account"] as const) {
    const first = new Map<string, number>();
    for (const { [column]: value, at } of students.filter((each) => each[column] !== "")) {
      const other = first.get(value.toLowerCase());
      if (other !== undefined) throw wrong(at, `the ${column} "${value}" is that of line ${other}, too`);
      first.set(value.toLowerCase(), at);
    }
  }
  return students.map(({ at: _, ...student }) => student);
}

function linesOf(text: string, file: string): { record: string[]; at: number }[] {
  try {
    const lines = parse(text, { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true, info: true });
    return z
      .array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }))
      .parse(lines)
      .filter(({ record }) => record.some((cell) => cell !== ""))
      .map(({ record, info }) => ({ record, at: info.lines }));
  } catch (error) {
    throw new Error(`The roster ${file} is no CSV file: ${(error as Error).message}.`);
  }
}
