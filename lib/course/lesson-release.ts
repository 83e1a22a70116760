import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeWhole } from "../system/atomic";
import { makeFolders } from "../system/folders";
import { firstRelease, releaseSchema, thisRelease } from "../system/releases";

// Which release of the workbook each lesson of a course was handed out from. Only the course's owner can write these notes, so
// grading goes by them, and never by what a submission says. jupyter/grading/releases.py writes them where lessons are handed out.

const noteOf = (course: string, lesson: string): string => join(course, "grading", "releases", `${lesson}.txt`);

/** In place of a lesson: the release that made the course. It counts for lessons that nbgrader did not hand out. */
export const wholeCourse = "course";

/** Notes the release of a lesson, or of the {@link wholeCourse}. */
export async function noteRelease(course: string, lesson: string, release: string): Promise<void> {
  const file = noteOf(course, lesson);
  makeFolders(dirname(file));
  await writeWhole(file, `${release}\n`);
}

/** The release that a lesson was handed out from, by which it is graded. @throws one line if its note is broken. */
export const lessonRelease = (course: string, lesson: string): string =>
  noted(course, lesson) ?? noted(course, wholeCourse) ?? firstRelease;

/**
 * The release from which a lesson is to be handed out: the first time this one, and later the same again.
 * @param again whether it was handed out before, maybe by a release that left no note.
 */
export const releaseToHandOut = (course: string, lesson: string, again: boolean): string =>
  again || noted(course, lesson) !== undefined ? lessonRelease(course, lesson) : thisRelease;

function noted(course: string, lesson: string): string | undefined {
  const file = noteOf(course, lesson);
  if (!existsSync(file)) return undefined;
  const { data } = releaseSchema.safeParse(readFileSync(file, "utf8").trim());
  if (data === undefined) throw new Error(`${file} names no release: write one into it, such as ${thisRelease}.`);
  return data;
}
