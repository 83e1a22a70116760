import { existsSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { writeWhole } from "../system";
import { holdFolder, type Hold } from "../system/hold";
import { makeOwnFolder, refuseForeign } from "../system/own-folder";
import { nbgraderSettings, pythonText } from "../notebooks/environment";
import { workbookRoot } from "../system/workbook";

/**
 * Where a course's submissions, marks and feedback lie: the folder given, or what `WORKBOOK_COURSE` names, or
 * `~/parallel-training-course`.
 */
export function courseFolder(given?: string): string {
  const named = process.env.WORKBOOK_COURSE;
  if (given !== undefined) return resolve(given);
  return named === undefined || named === "" ? join(homedir(), "parallel-training-course") : resolve(named);
}

/** Files and folders of a course, in nbgrader's layout; `grading/` is the workbook's own. */
export const places = {
  config: (course: string) => join(course, "nbgrader_config.py"),
  gradebook: (course: string) => join(course, "gradebook.db"),
  submitted: (course: string) => join(course, "submitted"),
  grading: (course: string) => join(course, "grading"),
} as const;

/**
 * Lets nobody else grade in a course, or make its feedback, until it is released.
 * @param resume the command that is given again where this cannot go on now.
 * @throws one line when another process does so.
 */
export const holdGrading = (course: string, resume: string): Promise<Hold> =>
  holdFolder(places.grading(course), { what: "This course's grading", look: "wait until it has ended", resume });

/**
 * Looks whether a folder is a course's. Its settings are a program, so nobody else may be able to write them.
 * @throws one line when it is none, or not this account's own.
 */
export async function openCourse(course: string): Promise<void> {
  await refuseForeign(course);
  if (existsSync(places.config(course))) return;
  throw new Error(`There is no course in ${course}: make one by \`./workbook course init --course ${course}\`.`);
}

/**
 * Makes a course's folder, which only its owner can read: the gradebook is in it. What is there already stays.
 * @param exchange the exchange folder, where it is not the machine's usual one.
 * @returns false where there was one.
 */
export async function makeCourse(course: string, { exchange }: { exchange?: string } = {}): Promise<boolean> {
  if (existsSync(places.config(course))) return false;
  await makeOwnFolder(course, 0o700);
  await mkdir(places.submitted(course), { recursive: true });
  const own = [
    `c.CourseDirectory.root = ${pythonText(course)}`,
    `c.CourseDirectory.source_directory = ${pythonText(join(workbookRoot, "solutions"))}`,
    `c.CourseDirectory.release_directory = ${pythonText(join(workbookRoot, "notebooks"))}`,
    ...(exchange === undefined ? [] : [`c.Exchange.root = ${pythonText(resolve(exchange))}`]),
  ];
  await writeWhole(places.config(course), nbgraderSettings(own));
  return true;
}

/** The students whose submissions of a lesson have come to a step of nbgrader's, in the order of their names. */
export async function studentsWith(
  course: string,
  lesson: string,
  step: "submitted" | "autograded" = "submitted",
): Promise<string[]> {
  const entries = await readdir(join(course, step), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name)
    .filter((name) => existsSync(join(course, step, name, lesson)))
    .sort();
}

/** Looks whether a student has handed a lesson in. @throws one line when not. */
export async function handedInBy(course: string, lesson: string, student: string): Promise<void> {
  if ((await studentsWith(course, lesson)).includes(student)) return;
  throw new Error(
    `${student} has not handed in ${lesson}: there is no ${join(places.submitted(course), student, lesson)}.`,
  );
}
