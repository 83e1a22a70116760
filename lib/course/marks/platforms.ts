import { stringify } from "csv-stringify/sync";
import type { Student } from "../roster";
import type { Entry, MarkTable } from "./table";

/** Formats of marks: those that learning platforms import, and `csv`, a table to read. */
export type Platform = "moodle" | "canvas" | "blackboard" | "csv";

/** A file of marks. */
interface MarkFile {
  text: string;
  /** The number of students with a line. */
  students: number;
  /** Students with a line that lacks the mark of some lesson. An import takes that for "no grade". */
  withGaps: string[];
}

/**
 * Writes marks as a platform imports them, final ones only. A student without final marks has no line, so that the import keeps
 * the platform's marks. `csv` has a line for every student and lesson, with its standing.
 * @param names the platform's own column names by lesson, such as Canvas's `Lesson 1 (4711)`.
 * @throws one line if no mark is final, or the roster lacks the column by which the platform finds students.
 */
export function markFile(
  table: MarkTable,
  platform: Platform,
  names: ReadonlyMap<string, string> = new Map(),
): MarkFile {
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

/** Every platform reads at most two decimals after a dot. */
const rounded = (points: number): number => Math.round(100 * points) / 100;
const cellOf = (entry: Entry, noGrade: string): Cell =>
  isFinal(entry) && entry.points !== undefined ? rounded(entry.points) : noGrade;

/** One to three columns identify the student, and the import's form maps them. `-` is no grade; an empty cell might become 0. */
const moodle: Rows = ({ lines }, columns, students) => {
  const keys = [
    { column: "Email address", read: ({ email }: Student) => email },
    { column: "ID number", read: ({ id }: Student) => id },
    { column: "Username", read: ({ login }: Student) => login },
  ].filter(({ read }) => students.every((student) => read(student) !== ""));
  if (keys.length === 0)
    throw lacking("Moodle", "email, id or login", students, ({ email, id, login }) => email || id || login);
  return [
    [...keys.map(({ column }) => column), "Full name", ...columns],
    ...lines.map(({ student, entries }) => [
      ...keys.map(({ read }) => read(student)),
      text(student.name),
      ...entries.map((entry) => cellOf(entry, "-")),
    ]),
  ];
};

/** The first five columns and their order are Canvas's; a line with the possible points must follow. */
const canvas: Rows = ({ lines, lessons }, columns, students) => {
  const key = ({ id, sis, login }: Student): string => id || sis || login;
  if (students.some((student) => key(student) === "")) throw lacking("Canvas", "id, sis or login", students, key);
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

/** Blackboard finds students by user name, and a column by the number in its header: `Lesson 1 [Total Pts: 10 Score] |4711`. */
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
      entries.map((entry, index) => [
        text(student.student),
        text(student.name),
        student.email,
        student.id,
        text(lessons[index].name),
        entry.points === undefined ? "" : rounded(entry.points),
        rounded(lessons[index].most),
        entry.penalty === undefined ? "" : rounded(entry.penalty),
        entry.standing,
      ]),
    ),
  ];
}

/** Quotes a text that a spreadsheet would take for a formula. Points and Moodle's `-` do not pass through here. */
function text(cell: string): string {
  return /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell) ? `'${cell}` : cell;
}

const csv = (lines: Cell[][]): string => stringify(lines, { record_delimiter: "windows" });

/** The last word is the last name, unless a comma separates the names, as in `Lovelace, Ada`. */
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
