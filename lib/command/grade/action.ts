import { quoted } from "../../autograde";
import { courseFolder, gradeClass, type GradedStudent } from "../../course";
import { printable } from "../../system/printable";
import { signalStatus } from "../../training/interruption";
import { interruptible } from "../interruptible";
import type { FlagsOf } from "../values";
import type { gradeCommand } from "./command";

/**
 * Grades a lesson and prints a line for each submission, then what it comes to.
 * @returns the exit status: 0 when all are graded, 1 when some could not be, 130 or 143 after a signal.
 */
export async function gradeHere(
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
      graded: (one) => console.log(printable(lineOf(one))),
    }),
  );
  const { students, shared } = value;
  console.log(totals(students, (Date.now() - began) / 1000));
  for (const line of shared) console.log(printable(line));
  if (signal !== undefined) {
    console.log(`Interrupted: \`./workbook grade ${lesson}\` goes on with the others.`);
    return signalStatus(signal);
  }
  return students.some((one) => "problem" in one) ? 1 : 0;
}

/** `ada  17.5 of 20 points, written answers to read; ...` */
function lineOf(one: GradedStudent): string {
  const name = /^[\w.@+-]+$/.test(one.student) ? one.student : quoted(one.student);
  if ("problem" in one) return `${name.padEnd(12)} not graded: ${one.problem}`;
  const { result, booked, before } = one;
  const sum = (of: "points" | "most"): number => result.marks.reduce((total, mark) => total + mark[of], 0);
  const parts = [
    `${name.padEnd(12)} ${inHundredths(sum("points"))} of ${sum("most")} points`,
    ...(booked.written ? ["written answers to mark"] : []),
    ...(booked.late > 0 ? [`${Math.ceil(booked.late / 60)} minutes late`] : []),
    ...(before ? ["graded before"] : []),
  ];
  return result.reasons.length === 0 ? parts.join(", ") : `${parts.join(", ")}: ${result.reasons[0]}`;
}

function totals(students: readonly GradedStudent[], seconds: number): string {
  const graded = students.filter((one) => !("problem" in one));
  const before = graded.filter((one) => "before" in one && one.before).length;
  const written = graded.filter((one) => "booked" in one && one.booked.written).length;
  const problems = students.length - graded.length;
  const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;
  return [
    `${count(graded.length, "submission")} graded in ${Math.round(seconds)} s`,
    ...(before > 0 ? [`${before} of them before`] : []),
    ...(written > 0 ? [`${written} with written answers to mark`] : []),
    ...(problems > 0 ? [`${problems} could not be graded`] : []),
  ].join(", ");
}

const inHundredths = (points: number): number => Math.round(points * 100) / 100;
