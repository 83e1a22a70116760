import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { ANSWERS } from "../../lib/autograde/asked";
import type { RunInSandbox } from "../../lib/autograde";
import { gradeClass, makeCourse, releaseLesson } from "../../lib/course";
import { lessonRelease, noteRelease, wholeCourse } from "../../lib/course/lesson-release";
import { thisRelease } from "../../lib/system/releases";
import { temporaryFolder } from "../temporary";
import { filledIn, handIn, lessonOne } from "./class";
import { easy, makeRelease } from "./made-up-release";

const { lesson } = lessonOne;
let course: string;
let root: string;
beforeEach(async () => {
  const releases = temporaryFolder("releases");
  root = makeRelease(releases, "0.0.1");
  vi.stubEnv("WORKBOOK_RELEASES", releases);
  course = temporaryFolder("course");
  await makeCourse(course, { exchange: join(course, "exchange") });
});

/** A sandbox in which every question is answered by 42. */
const answering: RunInSandbox = ({ notebook, questions }) => {
  const asked = JSON.parse(questions) as Record<string, unknown[]>;
  const cells = notebook.cells.map(({ id = "" }, cell) => {
    const outputs = (asked[id] ?? []).map((_, question) => {
      const data = { [ANSWERS]: { exercise: id, question, came: { value: 42 } } };
      return { output_type: "display_data", data, metadata: {} };
    });
    return { cell, status: "ok" as const, cut: false, outputs: JSON.stringify(outputs) };
  });
  return Promise.resolve({ cells, end: { kind: "finished", message: "" }, seconds: 0 });
};

/** Grades one submission whose notebook says that it is of a release. */
async function grade(student: string, claim: unknown, { release, from }: { release?: string; from?: string } = {}) {
  const notebook = filledIn(lessonOne, "solved", from);
  notebook.metadata.workbook = claim;
  handIn(course, student, lessonOne, notebook);
  const { students } = await gradeClass(lesson, { course, student, release, sandbox: answering });
  const [graded] = students;
  if ("problem" in graded) throw new Error(graded.problem);
  const { score, most } = graded.booked;
  return { score, most, reasons: graded.result.reasons };
}

const other = (claimed: string, graded: string) =>
  `The notebook is of release ${claimed}. The class's is of ${graded}, by whose checks it was graded.`;

it("is graded by the checks and points of the release that it was handed out from", async () => {
  await noteRelease(course, lesson, "0.0.1");
  const full = { score: easy.points, most: easy.points };
  expect(await grade("ada", { release: "0.0.1" }, { from: root })).toEqual({ ...full, reasons: [] });
  expect(await grade("bo", undefined, { from: root })).toEqual({ ...full, reasons: [other("0.1.0", "0.0.1")] });
});

it("does not let a submission choose another release, whatever its notebook names", async () => {
  const graded = await grade("eve", { release: "0.0.1" });
  expect(graded).toEqual({ score: expect.any(Number) as number, most: 60, reasons: [other("0.0.1", thisRelease)] });
  expect(await grade("eve", { release: "0.0.1" }, { from: root })).toMatchObject({ score: 0, most: 60 });
  expect(await grade("eve", { release: thisRelease })).toMatchObject({ most: 60, reasons: [] });
});

it("is not graded without its release, and one line says how to install that", async () => {
  await noteRelease(course, lesson, "0.0.2");
  const missing = /^Release 0\.0\.2 is not installed beside this one, .*`\.\/workbook setup --release 0\.0\.2`\.$/;
  await expect(grade("ada", { release: "0.0.2" })).rejects.toThrow(missing);
  await expect(grade("ada", undefined, { release: "../0.0.1" })).rejects.toThrow("../0.0.1 is no release");
  for (const made of ["gradebook.db", "autograded", "feedback"])
    expect(existsSync(join(course, made)), made).toBe(false);
});

it("is of the first release in a course that names none, and of another one once that is asked for", async () => {
  rmSync(join(course, "grading", "releases"), { recursive: true });
  expect(lessonRelease(course, lesson)).toBe("0.1.0");
  await noteRelease(course, wholeCourse, "0.0.2");
  expect(await grade("ada", { release: "0.0.1" }, { release: "0.0.1", from: root })).toMatchObject({
    most: easy.points,
  });
  expect([lessonRelease(course, lesson), lessonRelease(course, "02-mirrored")]).toEqual(["0.0.1", "0.0.2"]);
  writeFileSync(join(course, "grading", "releases", `${lesson}.txt`), "latest\n");
  expect(() => lessonRelease(course, lesson)).toThrow(
    /01-one-device\.txt names no release: write one into it, such as/,
  );
});

it("is handed out again as it was the first time, and the release of what was handed out is noted", async () => {
  const handedOut = join(course, "exchange", "parallel-training", "outbound", lesson, "one-device.ipynb");
  expect(await releaseLesson(course, lesson)).toBe(thisRelease);
  expect(lessonRelease(course, lesson)).toBe(thisRelease);
  expect(await releaseLesson(course, lesson, { again: true, release: "0.0.1" })).toBe("0.0.1");
  await noteRelease(course, lesson, "0.0.1"); // the made-up notebook names no release, as those of 0.1.0
  expect(await releaseLesson(course, lesson, { again: true })).toBe("0.0.1");
  expect(readFileSync(handedOut, "utf8")).toContain("checkEasy");
});
