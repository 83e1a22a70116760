import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { whyNoSandbox } from "../../lib/autograde/sandbox";
import { gradeClass, makeCourse, type GradedStudent } from "../../lib/course";
import { filledIn, handIn, type Answers, type LessonName } from "../course/class";
import { all } from "../extent";

/** Why no lesson can be graded here. */
export const why = whyNoSandbox();
if (why !== undefined) console.log(`Lessons are not graded here: ${why}`);

export type Graded = Extract<GradedStudent, { result: unknown }>;

/**
 * Grades a lesson as `./workbook grade` does: solved with records of one's own and as given by `half`; lesson 1, and with
 * WORKBOOK_TEST=all every lesson, also solved without records and untouched.
 */
export async function grades(
  lesson: LessonName,
  half: Answers,
  records: ReadonlyMap<string, object>,
): Promise<Record<string, Graded>> {
  const course = mkdtempSync(join(tmpdir(), "grading-"));
  try {
    await makeCourse(course);
    const others: Record<string, Answers> = { solved: "solved", blank: {} };
    const classmates = { half, ...(all || lesson.lesson === "01-one-device" ? others : {}) };
    for (const [student, answers] of Object.entries(classmates))
      handIn(course, student, lesson, filledIn(lesson, answers));
    const folder = handIn(course, "measured", lesson, filledIn(lesson, "solved"));
    for (const [file, content] of records) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), JSON.stringify(content));
    }
    const { students } = await gradeClass(lesson.lesson, { course });
    const problems = students.filter((one) => "problem" in one);
    expect(problems).toEqual([]);
    return Object.fromEntries(students.flatMap((one) => ("result" in one ? [[one.student, one]] : [])));
  } finally {
    rmSync(course, { recursive: true, force: true });
  }
}

const sum = ({ result }: Graded): number => result.marks.reduce((total, { points }) => total + points, 0);
export const points = ({ result }: Graded, gradeId: string): number =>
  result.marks.find((mark) => mark.gradeId === gradeId)?.points ?? NaN;

/** Some of an exercise's points, but not all. */
export function expectPart(graded: Graded, gradeId: string, most: number): void {
  expect(points(graded, gradeId), gradeId).toBeGreaterThan(0);
  expect(points(graded, gradeId), gradeId).toBeLessThan(most);
}

/** A lesson's points: of all exercises, of those that ask for records of one's own, and of written answers. */
interface Points {
  exercises: number;
  ofRecords: number;
  written: number;
  conclusions: string[];
}

/** What holds for every lesson: all points with records of one's own, and conclusions for a person to read. */
export function expectWhole(
  { solved, blank, measured }: Partial<Record<string, Graded>>,
  { exercises, ofRecords, written, conclusions }: Points,
): void {
  if (!measured) throw new Error("Nobody has handed in records.");
  const expectPoints = (graded: Graded, score: number): void => {
    expect(sum(graded)).toBe(score);
    expect(graded.result.reasons).toEqual([]);
    expect(graded.result.written).toEqual(expect.arrayContaining(conclusions));
    expect(graded.booked).toMatchObject({ score, most: exercises + written, written: true });
  };
  const missed = measured.result.marks.filter((mark) => mark.points < mark.most);
  expect(missed.map(({ gradeId, lines }) => `${gradeId}: ${lines}`)).toEqual([]);
  expectPoints(measured, exercises);
  if (solved) expectPoints(solved, exercises - ofRecords);
  if (blank) {
    expect(sum(blank)).toBe(0);
    expect(blank.booked).toMatchObject({ score: 0, written: false });
  }
}
