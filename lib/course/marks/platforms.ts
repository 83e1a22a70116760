import { stringify } from "csv-stringify/sync";
import type { Student } from "../roster";
import type { Entry, MarkTable } from "./table";

/** What marks are written for: a learning platform's import, or `csv`, a table to read. */
export const platforms = ["moodle", "canvas", "blackboard", "csv"] as const;
export type Platform = (typeof platforms)[number];

/** A column of the platform's own, by lesson: Canvas's `Lesson 1 (4711)`. */
export type ColumnNames = ReadonlyMap<string, string>;

/** A file of marks. */
export interface MarkFile {
  text: string;
  /** Students with a line in it. */
  students: number;
  /** Students with a line whose mark of some lesson is not there: an import takes that for "no grade". */
  withGaps: string[];
}

/**
 * Writes marks as a platform imports them. Only final marks are in it; a student without any has no line, so that the import
 * leaves what the platform has; `csv` has a line for every student and lesson, with how it stands.
 * @throws one line where nothing is final, or the roster lacks what the platform knows students by.
 */
export function markFile(table: MarkTable, platform: Platform, names: ColumnNames = new Map()): MarkFile {
  if (platform === "csv") return { text: "\uFEFF" + csv(plainRows(table)), students: table.lines.length, withGaps: [] };
  const marked = { ...table, lines: table.lines.filter(({ entries }) => entries.some(isFinal)) };
  if (marked.lines.length === 0) throw new Error("No mark is final yet: nothing was written.");
  const students = marked.lines.map(({ student }) => student);
  const columns = marked.lessons.map(({ name }) => names.get(name) ?? name);
  return {
    text: csv(rows[platform](marked, columns, students)),
    students: students.length,
    withGaps: marked.lines.filter(({ entries }) => !entries.every(isFinal)).map(({ student }) => student.student),
  };
}

type Cell = string | number;
type Rows = (table: MarkTable, columns: string[], students: Student[]) => Cell[][];

const isFinal = ({ standing }: Entry): boolean => standing === "final";

/** A mark as platforms read it everywhere: at most two decimals, after a dot. */
const rounded = (points: number): number => Math.round(100 * points) / 100;
const cellOf = (entry: Entry, none: string): Cell =>
  isFinal(entry) && entry.points !== undefined ? rounded(entry.points) : none;

/** Two or three columns know the student, one a lesson: the import's form maps each. `-` is no grade; empty might become 0. */
const moodle: Rows = ({ lines }, columns, students) => {
  const keys = [
    { column: "Email address", of: ({ email }: Student) => email },
    { column: "ID number", of: ({ id }: Student) => id },
    { column: "Username", of: ({ login }: Student) => login },
  ].filter(({ of }) => students.every((student) => of(student) !== ""));
  if (keys.length === 0)
    throw lacking("Moodle", "email, id or login", students, ({ email, id, login }) => email || id || login);
  return [
    [...keys.map(({ column }) => column), "Full name", ...columns],
    ...lines.map(({ student, entries }) => [
      ...keys.map(({ of }) => of(student)),
      text(student.name),
      ...entries.map((entry) => cellOf(entry, "-")),
    ]),
  ];
};

/** Its first five columns must be these, in this order; a line with the points possible follows. */
const canvas: Rows = ({ lines, lessons }, columns, students) => {
  const known = ({ id, sis, login }: Student): string => id || sis || login;
  if (students.some((student) => known(student) === "")) throw lacking("Canvas", "id, sis or login", students, known);
  return [
    ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", ...columns],
    ["Points Possible", "", "", "", "", ...lessons.map(({ most }) => rounded(most))],
    ...lines.map(({ student, entries }) => [
      text(lastNameFirst(student)),
      student.id,
      student.sis,
      student.login,
      text(student.section),
      ...entries.map((entry) => cellOf(entry, "")),
    ]),
  ];
};

/** Students are known by their user name; a column by its number in its header: `Lesson 1 [Total Pts: 10 Score] |4711`. */
const blackboard: Rows = ({ lines }, columns, students) => {
  if (students.some(({ login }) => login === "")) throw lacking("Blackboard", "login", students, ({ login }) => login);
  return [
    ["Last Name", "First Name", "Username", "Student ID", ...columns],
    ...lines.map(({ student, entries }) => [
      text(parts(student).last),
      text(parts(student).first),
      student.login,
      student.id,
      ...entries.map((entry) => cellOf(entry, "")),
    ]),
  ];
};

const rows: Record<Exclude<Platform, "csv">, Rows> = { moodle, canvas, blackboard };

function plainRows({ lessons, lines }: MarkTable): Cell[][] {
  return [
    ["student", "name", "email", "id", "lesson", "points", "most", "penalty", "standing"],
    ...lines.flatMap(({ student, entries }) =>
      entries.map((entry, at) => [
        text(student.student),
        text(student.name),
        student.email,
        student.id,
        text(lessons[at].name),
        entry.points === undefined ? "" : rounded(entry.points),
        rounded(lessons[at].most),
        entry.penalty === undefined ? "" : rounded(entry.penalty),
        entry.standing,
      ]),
    ),
  ];
}

/** A cell that no spreadsheet takes for a formula; numbers are never changed, and `-`, Moodle's "no grade", is our own. */
function text(cell: string): string {
  return /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell) ? `'${cell}` : cell;
}

const csv = (lines: Cell[][]): string => stringify(lines, { record_delimiter: "windows" });

/** `Ada Lovelace` has one first name; `Lovelace, Ada` says itself which is the last. */
function parts({ name, student }: Student): { first: string; last: string } {
  const [, lastFirst, firstLast] = /^([^,]+),\s*(.+)$/.exec(name) ?? [];
  if (firstLast !== undefined) return { last: lastFirst, first: firstLast };
  const words = name.split(/\s+/);
  return name === ""
    ? { first: "", last: student }
    : { first: words.slice(0, -1).join(" "), last: words[words.length - 1] };
}

function lastNameFirst(student: Student): string {
  const { first, last } = parts(student);
  return first === "" ? last : `${last}, ${first}`;
}

function lacking(platform: string, columns: string, students: Student[], key: (student: Student) => string): Error {
  const without = students.filter((student) => key(student) === "").map(({ student }) => student);
  const who = without.length === 0 ? "of every student" : `of ${without.join(", ")}`;
  return new Error(`${platform} knows students by ${columns}: add that column ${who} to the roster.`);
}
