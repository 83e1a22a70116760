import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { gradeClass, makeCourse, returnLesson, type GradeOptions } from "../../lib/course";
import { all } from "../extent";
import { code } from "../notebooks/cells";
import { temporaryFolder } from "../temporary";
import { filledIn, handIn, idleSandbox, lessonOne } from "./class";

// What else of a submission must not cost the others theirs: test/autograde/hostile, where a class is graded, too.

const { lesson, notebook } = lessonOne;
/** Two honest ones are enough to see that the rest get theirs; WORKBOOK_TEST=all grades a class of ten. */
const honest = Array.from({ length: all ? 9 : 2 }, (_, at) => `honest-${at + 1}`);
const slow = "a-text-for-minutes";

it("some of a class hand in what nbgrader takes minutes for, and the others get their feedback", async () => {
  const course = join(temporaryFolder("class-of-ten"), "course");
  await makeCourse(course, { exchange: join(course, "exchange") });
  for (const student of honest) handIn(course, student, lessonOne, filledIn(lessonOne, {}));
  const grade = (patience?: GradeOptions["patience"]) =>
    gradeClass(lesson, { course, sandbox: idleSandbox(), patience });
  // Last, what takes longer than nbgrader is given: a busy machine would take as long over the others.
  await grade();
  const coloured = filledIn(lessonOne, {});
  coloured.cells.push(code(".".repeat(199_000), "dots"));
  handIn(course, slow, lessonOne, coloured);
  const { students } = await grade({ seconds: 60 });
  expect(students.map(({ student }) => student)).toEqual([slow, ...honest]);
  expect(students.filter((one) => "problem" in one)).toEqual([]);
  const feedback = readFileSync(join(course, "feedback", slow, lesson, `${notebook}.html`), "utf8");
  expect(feedback).toMatch(/cannot be shown here, and the marks hold: nbgrader took more than 60 s/);
  const returned = await returnLesson(course, lesson);
  expect(returned.problems).toEqual([]);
  expect(returned.students.filter((student) => honest.includes(student))).toEqual(honest);
  const pages = readdirSync(join(course, "exchange", "parallel-training", "feedback"));
  expect(pages).toHaveLength(returned.students.length);
});
