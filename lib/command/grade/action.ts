import { quoted } from "../../autograde";
import { courseFolder, gradeClass, studentsWith, type GradedStudent } from "../../course";
import { printable } from "../../system/printable";
import { counted } from "../../system/words";
import { signalStatus } from "../../training/interruption";
import { interruptible } from "../interruptible";
import type { FlagsOf } from "../values";
import type { gradeCommand } from "./command";

/**
 * Grades a lesson, and prints a line for each submission and the totals.
 * @returns the exit status: 0 when all are graded, 1 when some could not be graded, 130 or 143 after a signal.
 */
export async function gradeSubmissions(
  lesson: string,
  { student, course, release, again }: FlagsOf<typeof gradeCommand>,
): Promise<number> {
  const began = Date.now();
  const folder = courseFolder(course);
  // Each line is printed as soon as its submission is graded, so the names' column is measured before the first one.
  const expected = student === undefined ? await studentsWith(folder, lesson) : [student];
  const width = Math.max(0, ...expected.map((name) => nameOf(name).length));
  const { value, signal } = await interruptible((stop) =>
    gradeClass(lesson, {
      course: folder,
      student,
      release,
      again,
      signal: stop,
      graded: (submission) => console.log(printable(lineOf(submission, width))),
    }),
  );
  const { students, shared } = value;
  console.log(totals(students, (Date.now() - began) / 1000));
  for (const line of shared) console.log(printable(line));
  if (signal !== undefined) {
    console.log(`Interrupted. \`./workbook grade ${lesson}\` continues with the others.`);
    return signalStatus(signal);
  }
  return students.some((student) => "problem" in student) ? 1 : 0;
}

/** `ada  17.5 of 20 points, written answers to read; ...` */
function lineOf(graded: GradedStudent, width: number): string {
  const name = nameOf(graded.student).padEnd(width);
  if ("problem" in graded) return `${name}  not graded: ${graded.problem}`;
  const { result, booked, before } = graded;
  const sum = (column: "points" | "most"): number => result.marks.reduce((total, mark) => total + mark[column], 0);
  const parts = [
    `${name}  ${inHundredths(sum("points"))} of ${sum("most")} points`,
    ...(booked.written ? ["written answers to mark"] : []),
    ...(booked.late > 0 ? [`${counted(Math.ceil(booked.late / 60), "minute")} late`] : []),
    ...(before ? ["graded earlier"] : []),
  ];
  const [reason, ...others] = result.reasons;
  const more = others.length > 0 ? ` (and ${counted(others.length, "note")} more in the feedback)` : "";
  return reason === undefined ? parts.join(", ") : `${parts.join(", ")}: ${reason}${more}`;
}

const nameOf = (student: string): string => (/^[\w.@+-]+$/.test(student) ? student : quoted(student));

function totals(students: readonly GradedStudent[], seconds: number): string {
  const graded = students.filter((student) => !("problem" in student));
  const before = graded.filter((student) => "before" in student && student.before).length;
  const written = graded.filter((student) => "booked" in student && student.booked.written).length;
  const problems = students.length - graded.length;
  return [
    `${counted(graded.length, "submission")} graded in ${Math.round(seconds)} s`,
    ...(before > 0 ? [`${before} of them earlier`] : []),
    ...(written > 0 ? [`${written} with written answers to mark`] : []),
    ...(problems > 0 ? [`${problems} could not be graded`] : []),
  ].join(", ");
}

const inHundredths = (points: number): number => Math.round(points * 100) / 100;
