import { ownRecordsIn } from "../../checks/measured";
import type { Notebook } from "../../notebooks/notebook";
import { answered, assemble, isLocked, toBook, toRun, toShow, writtenAnswers, type Assembled } from "../assemble";
import { decide, noPointsFor } from "../exam";
import { readSubmission, type HandedIn, type Submitted } from "../intake";
import type { Lesson } from "../lesson";
import type { Result } from "../result";
import { readOutputs, type CellResult, type SandboxOutcome } from "../sandbox";
import { runsIn } from "./runs";

export interface FoundSubmission {
  student: string;
  submitted: Submitted;
  /** Identifies its result. */
  digest: string;
}

/** A submission that was read and assembled. */
export interface Prepared {
  found: FoundSubmission;
  handedIn: HandedIn;
  assembled: Assembled;
}

/** Reads a submission and assembles its notebook. */
export async function prepare({ release }: Lesson, found: FoundSubmission): Promise<Prepared> {
  const handedIn = await readSubmission(found.submitted, (cells) => answered(assemble(cells, release)).length);
  return { found, handedIn, assembled: assemble(handedIn.cells, release) };
}

/** The notebook for the sandbox to run. */
export const notebookToRun = ({ exam }: Lesson, { assembled }: Prepared): Notebook => toRun(assembled, exam).notebook;

/**
 * Marks a submission. Whatever is wrong with it is a reason in its result.
 * @param outcome of {@link notebookToRun} in the sandbox; undefined if there was no notebook.
 * @returns the result and the notebook for nbgrader; or how the machine failed, if that ended the run.
 */
export async function mark(
  lesson: Lesson,
  { found, handedIn, assembled }: Prepared,
  outcome: SandboxOutcome | undefined,
): Promise<{ result: Result; notebook: Notebook } | { machine: string }> {
  const { exam } = lesson;
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
    : noPointsFor(exam, `There is no notebook to grade: ${handedIn.failure ?? ""}`);
  const reasons = reasonsOf(lesson, handedIn, assembled, outcome);
  const result: Result = {
    student: found.student,
    lesson: exam.lesson,
    digest: found.digest,
    marks,
    written: writtenAnswers(assembled),
    reasons,
    runs: await runsIn(handedIn.files),
    seconds: outcome?.seconds ?? 0,
  };
  return { result, notebook: toBook(assembled, { results: cells, marks, reasons }) };
}

/** The submitted notebook with its outputs and figures, made safe for others to read. */
export const show = ({ assembled }: Prepared, outcome: SandboxOutcome): Notebook =>
  toShow(assembled, readOutputs(outcome.cells));

/** How the machine failed the run, so that it says nothing about the submission; undefined if it did not. */
function whyMachine(
  cells: readonly CellResult[],
  end: SandboxOutcome["end"],
  assembled: Assembled,
): string | undefined {
  if (end.kind === "failed") return end.message;
  for (const { cell, status, outputs } of cells) {
    const { release } = assembled.cells[cell];
    // While only the lesson's locked cells have run, the submission cannot have caused a failure.
    if (release === undefined || !isLocked(release)) return undefined;
    if (status === "ok") continue;
    const error = outputs.find(({ output_type }) => output_type === "error");
    return `The lesson's own first cell failed: ${error?.evalue?.split("\n")[0] ?? end.message}`;
  }
  return undefined;
}

/** Lines that tell the student what went wrong, the most important one first. */
function reasonsOf(lesson: Lesson, handedIn: HandedIn, assembled: Assembled, outcome?: SandboxOutcome): string[] {
  if (handedIn.failure !== undefined) return [`No points for exercises: ${handedIn.failure}`, ...handedIn.notes];
  const ended = outcome && outcome.end.kind !== "finished" ? [outcome.end.message] : [];
  const slow = outcome?.cells.filter(({ status }) => status === "time") ?? [];
  const named = slow.map(({ cell }) => assembled.cells[cell]?.gradeId ?? `cell ${cell + 1}`).join(", ");
  const stopped =
    slow.length > 0 ? [`${slow.length === 1 ? "A cell" : "Cells"} took too long and ended early: ${named}.`] : [];
  const { release = lesson.version } = handedIn;
  const other =
    release === lesson.version
      ? []
      : [`The notebook is of release ${release}. The class's is of ${lesson.version}, by whose checks it was graded.`];
  return [...ended, ...stopped, ...other, ...assembled.notes, ...handedIn.notes];
}
