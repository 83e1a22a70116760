import { describe, expect, it } from "vitest";
import { whyNoSandbox } from "../../lib/autograde/sandbox";
import { gradeClass, makeCourse, type GradedStudent } from "../../lib/course";
import { filledIn, handIn, handInRecords, type Answers, type LessonName } from "../course/class";
import { all } from "../extent";
import { temporaryFolder } from "../temporary";
import { recordsOf } from "./own-records";

const why = whyNoSandbox();
if (why !== undefined) console.log(`Lessons are not graded here: ${why}`);

type Graded = Extract<GradedStudent, { result: unknown }>;

/** A lesson's points: of all exercises, of those that ask for records of one's own, and of written answers. */
interface Points {
  exercises: number;
  ofRecords: number;
  written: number;
  /** Some of what a person reads. */
  conclusions: string[];
}

const lessons: [lesson: string, points: Points][] = [
  ["00-typescript", { exercises: 6, ofRecords: 0, written: 0, conclusions: [] }],
  ["01-one-device", { exercises: 48, ofRecords: 3, written: 12, conclusions: ["conclusion-10-3"] }],
  ["02-mirrored", { exercises: 49, ofRecords: 10, written: 10, conclusions: ["conclusion-10-5"] }],
  ["03-deeper-model", { exercises: 37, ofRecords: 5, written: 16, conclusions: ["conclusion-10-6", "conclusion-generalisation"] }],
  ["04-many-nodes", { exercises: 33, ofRecords: 3.5, written: 10, conclusions: ["conclusion-network", "conclusion-accumulate"] }],
  ["05-experiments", { exercises: 23, ofRecords: 3, written: 10, conclusions: ["conclusion-sure", "conclusion-difference"] }],
  ["06-prediction", { exercises: 23, ofRecords: 3, written: 10, conclusions: ["conclusion-predict", "conclusion-plan"] }],
  ["07-frameworks", { exercises: 54, ofRecords: 0, written: 10, conclusions: ["conclusion-compare", "conclusion-choice"] }],
  ["08-memory", { exercises: 49, ofRecords: 9, written: 10, conclusions: ["conclusion-memory", "conclusion-price"] }],
  ["09-model-parallel", { exercises: 52, ofRecords: 3, written: 10, conclusions: ["conclusion-cut", "conclusion-mesh"] }],
  ["10-thousand-nodes", { exercises: 32, ofRecords: 0, written: 10, conclusions: ["conclusion-scale", "conclusion-job"] }],
]; // prettier-ignore

/** Grades a lesson as `./workbook grade` does, for students with these answers, the first of whom hands in records, too. */
async function grades(lesson: LessonName, students: Record<string, Answers>): Promise<Graded[]> {
  const course = temporaryFolder("grading");
  await makeCourse(course);
  const [folder] = Object.entries(students).map(([name, answers]) =>
    handIn(course, name, lesson, filledIn(lesson, answers)),
  );
  handInRecords(folder, await recordsOf[lesson.lesson]());
  const graded = (await gradeClass(lesson.lesson, { course })).students;
  expect(graded.filter((one) => "problem" in one)).toEqual([]);
  return Object.keys(students).map((name) => graded.find(({ student }) => student === name) as Graded);
}

const sum = ({ result }: Graded): number => result.marks.reduce((total, { points }) => total + points, 0);

// Every exercise's cell is tried in test/checks/exercises.test.ts, every lesson is run whole elsewhere, and the hostile class's honest
// students get all of lesson 1: here, on the way through the sandbox, a lesson that computes while it is graded.
const sample = lessons.filter(([name]) => all || name === "09-model-parallel");

// Each in a class of its own, two at a time. What wrong answers get: test/checks/exercises.test.ts, and test/hub/story.slow.ts.
describe.skipIf(why).concurrent("a lesson, solved, gets its points and trains nothing", () => {
  it.each(sample)("%s", async (name, { exercises, ofRecords, written, conclusions }) => {
    const lesson = { lesson: name, notebook: name.slice(3) };
    const others: Record<string, Answers> = all ? { solved: "solved", blank: {} } : {};
    const [measured, solved, blank] = await grades(lesson, { measured: "solved", ...others });
    const missed = measured.result.marks.filter((mark) => mark.points < mark.most);
    expect(missed.map(({ gradeId, lines }) => `${gradeId}: ${lines}`)).toEqual([]);
    const expectPoints = (graded: Graded, score: number): void => {
      expect(sum(graded)).toBe(score);
      expect(graded.result.reasons).toEqual([]);
      expect(graded.result.written).toEqual(expect.arrayContaining(conclusions));
      expect(graded.booked).toMatchObject({ score, most: exercises + written, written: written > 0 });
    };
    expectPoints(measured, exercises);
    if (!all) return;
    expectPoints(solved, exercises - ofRecords);
    expect(sum(blank)).toBe(0);
    expect(blank.booked).toMatchObject({ score: 0, written: false });
  });
});
