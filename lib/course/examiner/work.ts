import { assemble, isLocked, toBook, toRun, toShow, writtenAnswers, type Assembled } from "../../autograde/assemble";
import { decide, type Exam, type Mark } from "../../autograde/exam";
import { readSubmission, type HandedIn, type Submitted } from "../../autograde/intake";
import { readOutputs, type CellResult, type SandboxOutcome } from "../../autograde/sandbox";
import { ownRecordsIn } from "../../checks/measured";
import type { Notebook } from "../../notebooks/notebook";
import type { Lesson } from "../lesson";
import type { Result } from "../results";
import { runsIn } from "../shared-runs";

/** A submission as it was found, and what its result will be known by. */
export interface Read {
  student: string;
  submitted: Submitted;
  digest: string;
}

/** A submission that was read and put together. */
export interface Prepared {
  read: Read;
  handedIn: HandedIn;
  assembled: Assembled;
}

/** A graded submission: the result, and the notebook for nbgrader. */
export interface Marked {
  result: Result;
  notebook: Notebook;
}

/** Reads a submission and puts its notebook together. */
export async function prepare({ release }: Lesson, read: Read): Promise<Prepared> {
  const handedIn = await readSubmission(read.submitted);
  return { read, handedIn, assembled: assemble(handedIn.cells, release) };
}

/** What the sandbox is to run, where there is a notebook to grade. */
export const notebookToRun = ({ exam }: Lesson, { assembled }: Prepared): Notebook => toRun(assembled, exam).notebook;

/**
 * Marks a submission. Whatever is wrong with it is a reason in its result.
 * @param outcome what came of {@link notebookToRun}.
 * @returns or why the machine failed the submission: then the run says nothing about it.
 */
export async function mark(
  { exam }: Lesson,
  { read, handedIn, assembled }: Prepared,
  outcome: SandboxOutcome | undefined,
): Promise<Marked | { machine: string }> {
  const cells = outcome ? readOutputs(outcome.cells) : [];
  const machine = outcome && whyMachine(cells, outcome.end, assembled);
  if (machine !== undefined) return { machine };
  const marks = outcome
    ? decide(exam, {
        cells,
        gradeIds: toRun(assembled, exam).gradeIds,
        end: outcome.end,
        ownRecords: await ownRecordsIn(handedIn.folder),
      })
    : nothingFor(exam, `There is no notebook to grade: ${handedIn.failure ?? ""}`);
  const reasons = reasonsOf(handedIn, assembled, outcome);
  const result: Result = {
    student: read.student,
    lesson: exam.lesson,
    digest: read.digest,
    marks,
    written: writtenAnswers(assembled),
    reasons,
    runs: await runsIn(handedIn.files),
    seconds: outcome?.seconds ?? 0,
  };
  return { result, notebook: toBook(assembled, { results: cells, marks, reasons }) };
}

/** The notebook as it was handed in, with what its cells showed, figures too, for others to read. */
export const show = ({ assembled }: Prepared, outcome: SandboxOutcome): Notebook =>
  toShow(assembled, readOutputs(outcome.cells));

/** Why a run says nothing about the submission, because the machine failed it; undefined where it does. */
function whyMachine(
  cells: readonly CellResult[],
  end: SandboxOutcome["end"],
  assembled: Assembled,
): string | undefined {
  if (end.kind === "failed") return end.message;
  for (const { cell, status, outputs } of cells) {
    const { release } = assembled.cells[cell];
    // Up to here only the lesson's own cells have run.
    if (release === undefined || !isLocked(release)) return undefined;
    if (status === "ok") continue;
    const error = outputs.find(({ output_type }) => output_type === "error");
    return `The lesson's own first cell failed: ${error?.evalue?.split("\n")[0] ?? end.message}`;
  }
  return undefined;
}

/** No points for anything. */
export const nothingFor = (exam: Exam, why: string): Mark[] =>
  exam.cells.map(({ gradeId, points }) => ({
    gradeId,
    points: 0,
    most: points,
    lines: `✗ ${why}\n0 of ${points} points.`,
  }));

/** In lines, what a student must know of how it went; the most important one first. */
function reasonsOf(handedIn: HandedIn, assembled: Assembled, outcome?: SandboxOutcome): string[] {
  if (handedIn.failure !== undefined) return [`No points for exercises: ${handedIn.failure}`, ...handedIn.notes];
  const ended = outcome && outcome.end.kind !== "finished" ? [outcome.end.message] : [];
  const slow = outcome?.cells.filter(({ status }) => status === "time") ?? [];
  const named = slow.map(({ cell }) => assembled.cells[cell]?.gradeId ?? `cell ${cell + 1}`).join(", ");
  const stopped =
    slow.length > 0 ? [`${slow.length === 1 ? "A cell" : "Cells"} took too long and ended early: ${named}.`] : [];
  return [...ended, ...stopped, ...handedIn.notes, ...assembled.notes];
}
