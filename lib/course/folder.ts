import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { writeWhole } from "../system/atomic";
import { makeFolders } from "../system/folders";
import { holdFolder, type Hold } from "../system/hold";
import { makeOwnFolder, refuseForeign } from "../system/own-folder";
import { thisRelease } from "../system/releases";
import { nbgraderSettings, pythonText } from "../notebooks/environment";
import { workbookRoot } from "../system/workbook";
import { noteRelease, wholeCourse } from "./lesson-release";

/**
 * The folder of a course's submissions, marks, and feedback: the named one, or that of `WORKBOOK_COURSE`, or
 * `~/parallel-training-course`.
 */
export function courseFolder(named?: string): string {
  return resolve(named ?? (process.env.WORKBOOK_COURSE || join(homedir(), "parallel-training-course")));
}

/** Files and folders of a course. The layout is nbgrader's; only `grading/` is the workbook's own. */
export const places = {
  config: (course: string) => join(course, "nbgrader_config.py"),
  gradebook: (course: string) => join(course, "gradebook.db"),
  submitted: (course: string) => join(course, "submitted"),
  grading: (course: string) => join(course, "grading"),
} as const;

/**
 * Keeps other processes from grading in a course, or making its feedback, until the hold is released.
 * @param resume the command to repeat later if another process has the hold now.
 * @throws one line if another process has the hold.
 */
export const holdGrading = (course: string, resume: string): Promise<Hold> =>
  holdFolder(places.grading(course), { what: "This course's grading", look: "wait until it has ended", resume });

/** @throws one line where nbgrader, for which the gradebook's path is a part of an address, would take another file for it. */
function refuseAddressSigns(course: string): void {
  const [sign] = /\?|%(?=[\da-f]{2})/i.exec(course) ?? [];
  if (sign === undefined) return;
  throw new Error(
    `nbgrader cannot keep a gradebook in ${course}, because of the ${sign} in its name: choose another folder.`,
  );
}

/**
 * Checks that a folder is a course's. Its settings are a program, so nobody else may be able to write them.
 * @throws one line if it is no course's, not this account's own, or in a folder whose name nbgrader cannot use.
 */
export async function openCourse(course: string): Promise<void> {
  refuseAddressSigns(course);
  await refuseForeign(course);
  if (existsSync(places.config(course))) return;
  throw new Error(`There is no course in ${course}: make one by \`./workbook course init --course ${course}\`.`);
}

/**
 * Makes a course's folder, which only its owner can read, because it holds the gradebook. An existing course stays as it is.
 * @param exchange the exchange folder, if it is not the machine's usual one.
 * @returns false if there was a course already.
 * @throws one line where a course cannot be there, as {@link openCourse}.
 */
export async function makeCourse(course: string, { exchange }: { exchange?: string } = {}): Promise<boolean> {
  refuseAddressSigns(course);
  if (existsSync(places.config(course))) return false;
  await makeOwnFolder(course, 0o700);
  makeFolders(places.submitted(course));
  const settings = [
    `c.CourseDirectory.root = ${pythonText(course)}`,
    `c.CourseDirectory.source_directory = ${pythonText(join(workbookRoot, "solutions"))}`,
    `c.CourseDirectory.release_directory = ${pythonText(join(workbookRoot, "notebooks"))}`,
    ...(exchange === undefined ? [] : [`c.Exchange.root = ${pythonText(resolve(exchange))}`]),
  ];
  await noteRelease(course, wholeCourse, thisRelease);
  await writeWhole(places.config(course), nbgraderSettings(settings));
  return true;
}

/** The students whose submissions of a lesson have reached a step of nbgrader's, sorted by name. */
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

/** Checks that a student has handed a lesson in. @throws one line if not. */
export async function handedInBy(course: string, lesson: string, student: string): Promise<void> {
  if ((await studentsWith(course, lesson)).includes(student)) return;
  throw new Error(
    `${student} has not handed in ${lesson}: there is no ${join(places.submitted(course), student, lesson)}.`,
  );
}
