import { resolve } from "node:path";
import { Examiner, findHandedIn, readLesson, runSubmission, whyNoSandbox } from "../autograde";
import { writeDecks } from "../notebooks";
import { makeOwnFolder } from "../system/own-folder";
import { lessonRelease } from "./lesson-release";
import { handedInBy, openCourse, places } from "./folder";

/**
 * Writes the decks of a student's submission as HTML files. The notebook runs in grading's sandbox, on the records that were
 * handed in with it, and its outputs are made safe to read. There is no PDF, because the browser that prints runs with the
 * instructor's rights.
 * @param options `course`: the course's folder; `out`: all students' slides, these go to STUDENT/LESSON in it.
 * @returns the files.
 * @throws one line if there is nothing to show, or no sandbox.
 */
export async function submittedSlides(
  name: string,
  student: string,
  { course, out, log }: { course: string; out: string; log: (line: string) => void },
): Promise<string[]> {
  await openCourse(course);
  const lesson = await readLesson(name, lessonRelease(course, name));
  await handedInBy(course, name, student);
  const why = whyNoSandbox();
  if (why !== undefined) throw new Error(why);
  const examiner = new Examiner(name, {}, lesson.version);
  try {
    const found = await findHandedIn(lesson, student, places.submitted(course));
    const prepared = await examiner.prepare(found);
    if ("failure" in prepared) throw new Error(`${student} has no slides: ${prepared.failure}`);
    const folder = resolve(out, student, name);
    await makeOwnFolder(folder, 0o700); // somebody else's folder is refused before a run of minutes
    log(`${lesson.exam.notebook} of ${student}: running in the sandbox`);
    const outcome = await runSubmission(lesson, found, prepared.notebook);
    if (outcome.end.kind !== "finished") log(`  ${outcome.end.message}`);
    const failed = outcome.cells.filter(({ status }) => status !== "ok").length;
    if (failed > 0) log(`  ${failed} of its ${outcome.cells.length} cells failed; what they would show is missing`);
    const shown = await examiner.show(outcome);
    return await writeDecks(shown, { folder, name: lesson.exam.notebook, log, pdf: false });
  } finally {
    examiner.end();
  }
}
