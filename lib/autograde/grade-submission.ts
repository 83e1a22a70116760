import { join } from "node:path";
import { sourceOf, type Notebook } from "../notebooks/notebook";
import { assemble, toBook } from "./assemble";
import { TooMuchWork, type Examiner, type FoundSubmission } from "./examiner";
import { noPointsFor } from "./exam";
import { findSubmission } from "./intake";
import { gradingDigest, type Lesson } from "./lesson";
import type { Result } from "./result";
import { runInSandbox, type SandboxOutcome } from "./sandbox";

/** Finds a submission. This is quick, and its digest tells whether it was graded before. */
export async function findHandedIn(lesson: Lesson, student: string, submitted: string): Promise<FoundSubmission> {
  const found = await findSubmission(join(submitted, student, lesson.exam.lesson), lesson.exam.notebook);
  return { student, submitted: found, digest: gradingDigest(lesson, found.digest) };
}

/** Runs a notebook in the sandbox; tests replace it. */
export type RunInSandbox = typeof runInSandbox;

interface Running {
  examiner: Examiner;
  /** Default: the sandbox. */
  sandbox?: RunInSandbox;
  signal?: AbortSignal;
}

/**
 * Grades a submission in the sandbox. Whatever is wrong with it is a reason in its result.
 * @returns the result, and the notebook for nbgrader as JSON.
 * @throws one line if this machine prevents the grading. Nothing may be booked then.
 */
export async function gradeSubmission(
  lesson: Lesson,
  found: FoundSubmission,
  running: Running,
): Promise<{ result: Result; notebook: string }> {
  const { examiner, signal } = running;
  try {
    const prepared = await examiner.prepare(found);
    const run = async () =>
      "notebook" in prepared ? runSubmission(lesson, found, prepared.notebook, running) : undefined;
    let marking = await examiner.mark(await run());
    if ("machine" in marking && !signal?.aborted) marking = await examiner.mark(await run());
    if (signal?.aborted) throw new Error("interrupted");
    if ("machine" in marking) throw new Error(marking.machine);
    return marking;
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    const why = `There is nothing to grade: ${error.message}.`;
    const { exam } = lesson;
    const reasons = [`No points for exercises: ${error.message}.`];
    const subject = { student: found.student, lesson: exam.lesson, digest: found.digest };
    const result = { ...subject, marks: noPointsFor(exam, why), written: [], reasons, runs: [], seconds: 0 };
    return { result, notebook: withoutSubmission(lesson, result) };
  }
}

/** Runs a prepared submission's notebook with its files. */
export async function runSubmission(
  { exam, root }: Lesson,
  { submitted }: FoundSubmission,
  notebook: Notebook,
  { sandbox = runInSandbox, signal }: Omit<Running, "examiner"> = {},
): Promise<SandboxOutcome> {
  return sandbox({ notebook, files: submitted.files, questions: exam.questions, root }, { signal });
}

/** The notebook to book if the submission cannot be shown: the release with the marks and reasons, as JSON. */
export function withoutSubmission({ release }: Lesson, { marks, reasons }: Result): string {
  const cells = release.cells.map((cell) => ({ type: cell.cell_type, source: sourceOf(cell), id: cell.id }));
  return JSON.stringify(toBook(assemble(cells, release), { results: [], marks, reasons }));
}
