import { join } from "node:path";
import { sourceOf, type Notebook } from "../notebooks/notebook";
import { assemble, toBook } from "./assemble";
import { TooMuchWork, type Examiner, type FoundSubmission } from "./examiner";
import { nothingFor } from "./exam";
import { findSubmission } from "./intake";
import { gradingDigest, type Lesson } from "./lesson";
import type { Result } from "./result";
import { runInSandbox, type SandboxOutcome } from "./sandbox";

/** Finds a submission: quick, and enough to know whether it was graded already. */
export async function findHandedIn(lesson: Lesson, student: string, submitted: string): Promise<FoundSubmission> {
  const found = await findSubmission(join(submitted, student, lesson.exam.lesson), lesson.exam.notebook);
  return { student, submitted: found, digest: gradingDigest(lesson, found.digest) };
}

/** Runs a notebook in the sandbox, or as a test puts it in the sandbox's place. */
export type RunInSandbox = typeof runInSandbox;

/** What a submission is examined and run by. */
export interface Running {
  examiner: Examiner;
  /** Default: the sandbox. */
  sandbox?: RunInSandbox;
  signal?: AbortSignal;
}

/**
 * Grades a submission in the sandbox. Whatever is wrong with it is a reason in its result.
 * @returns the result, and the notebook for nbgrader, as JSON.
 * @throws one line when it cannot be graded for a reason that lies with this machine: nothing may be booked for it.
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
    const known = { student: found.student, lesson: exam.lesson, digest: found.digest };
    const result = { ...known, marks: nothingFor(exam, why), written: [], reasons, runs: [], seconds: 0 };
    return { result, notebook: withoutSubmission(lesson, result) };
  }
}

/** Runs what was handed in. */
export async function runSubmission(
  { exam }: Lesson,
  { submitted }: FoundSubmission,
  notebook: Notebook,
  { sandbox = runInSandbox, signal }: Omit<Running, "examiner"> = {},
): Promise<SandboxOutcome> {
  return sandbox({ notebook, files: submitted.files, questions: exam.questions }, { signal });
}

/** The notebook to book where what was handed in cannot be shown: as it was handed out, with the marks and reasons. JSON. */
export function withoutSubmission({ release }: Lesson, { marks, reasons }: Result): string {
  const cells = release.cells.map((cell) => ({ type: cell.cell_type, source: sourceOf(cell), id: cell.id }));
  return JSON.stringify(toBook(assemble(cells, release), { results: [], marks, reasons }));
}
