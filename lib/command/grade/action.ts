import { quoted } from "../../autograde";
import { courseFolder, gradeClass, type GradedStudent } from "../../course";
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
  { student, course, again }: FlagsOf<typeof gradeCommand>,
): Promise<number> {
  const began = Date.now();
  const { value, signal } = await interruptible((stop) =>
    gradeClass(lesson, {
      course: courseFolder(course),
      student,
      again,
      signal: stop,
      graded: (submission) => console.log(printable(lineOf(submission))),
    }),
  );
  const { students, shared } = value;
  console.log(totals(students, (Date.now() - began) / 1000));
  for (const line of shared) console.log(printable(line));
  if (signal !== undefined) {
    console.log(`Interrupted: \`./workbook grade ${lesson}\` goes on with the others.`);
    return signalStatus(signal);
  }
  return students.some((student) => "problem" in student) ? 1 : 0;
}

/** `ada  17.5 of 20 points, written answers to read; ...` */
function lineOf(graded: GradedStudent): string {
  const name = /^[\w.@+-]+$/.test(graded.student) ? graded.student : quoted(graded.student);
  if ("problem" in graded) return `${name.padEnd(12)} not graded: ${graded.problem}`;
  const { result, booked, before } = graded;
  const sum = (column: "points" | "most"): number => result.marks.reduce((total, mark) => total + mark[column], 0);
  const parts = [
    `${name.padEnd(12)} ${inHundredths(sum("points"))} of ${sum("most")} points`,
    ...(booked.written ? ["written answers to mark"] : []),
    ...(booked.late > 0 ? [`${Math.ceil(booked.late / 60)} minutes late`] : []),
    ...(before ? ["graded before"] : []),
  ];
  return result.reasons.length === 0 ? parts.join(", ") : `${parts.join(", ")}: ${result.reasons[0]}`;
}

function totals(students: readonly GradedStudent[], seconds: number): string {
  const graded = students.filter((student) => !("problem" in student));
  const before = graded.filter((student) => "before" in student && student.before).length;
  const written = graded.filter((student) => "booked" in student && student.booked.written).length;
  const problems = students.length - graded.length;
  return [
    `${counted(graded.length, "submission")} graded in ${Math.round(seconds)} s`,
    ...(before > 0 ? [`${before} of them before`] : []),
    ...(written > 0 ? [`${written} with written answers to mark`] : []),
    ...(problems > 0 ? [`${problems} could not be graded`] : []),
  ].join(", ");
}

const inHundredths = (points: number): number => Math.round(points * 100) / 100;
