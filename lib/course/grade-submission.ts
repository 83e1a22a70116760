import { join } from "node:path";
import { assemble, isLocked, toBook, toRun, writtenAnswers, type Assembled } from "../autograde/assemble";
import { decide, type Exam, type Mark } from "../autograde/exam";
import { readSubmission, type HandedIn } from "../autograde/intake";
import { runInSandbox, type SandboxOutcome } from "../autograde/sandbox";
import { ownRecordsIn } from "../grading/measured";
import type { Notebook } from "../notebooks/notebook";
import { gradingDigest, type Lesson } from "./lesson";
import type { Result } from "./results";
import { runsIn } from "./shared-runs";

/** A submission that was read, and what its result will be known by. */
export interface Read {
  student: string;
  handedIn: HandedIn;
  digest: string;
}

/** Reads a submission: quick, and enough to know whether it was graded already. */
export async function readHandedIn(lesson: Lesson, student: string, submitted: string): Promise<Read> {
  const handedIn = await readSubmission(join(submitted, student, lesson.exam.lesson), lesson.exam.notebook);
  return { student, handedIn, digest: gradingDigest(lesson, handedIn.digest) };
}

/** How a submission is run. */
export interface Running {
  /** Default: the sandbox. */
  sandbox?: typeof runInSandbox;
  signal?: AbortSignal;
}

/** A graded submission: the result, and the notebook for nbgrader. */
export interface GradedSubmission {
  result: Result;
  notebook: Notebook;
}

/**
 * Grades a submission in the sandbox. Whatever is wrong with it is a reason in its result.
 * @throws one line when it cannot be graded for a reason that lies with this machine: nothing may be booked for it.
 */
export async function gradeSubmission(lesson: Lesson, read: Read, running: Running = {}): Promise<GradedSubmission> {
  const { exam, release } = lesson;
  const { student, handedIn, digest } = read;
  const assembled = assemble(handedIn.cells, release);
  const ran = handedIn.failure === undefined ? await run(lesson, assembled, handedIn, running) : undefined;
  const marks = ran ? ran.marks : nothingFor(exam, handedIn.failure ?? "");
  const reasons = reasonsOf(handedIn, assembled, ran?.outcome);
  const result: Result = {
    student,
    lesson: exam.lesson,
    digest,
    marks,
    written: writtenAnswers(assembled),
    reasons,
    runs: await runsIn(handedIn.files),
    seconds: ran?.outcome.seconds ?? 0,
  };
  return { result, notebook: toBook(assembled, { results: ran?.outcome.cells ?? [], marks, reasons }) };
}

interface Ran {
  outcome: SandboxOutcome;
  marks: Mark[];
}

async function run(
  { exam, limits }: Lesson,
  assembled: Assembled,
  handedIn: HandedIn,
  { sandbox = runInSandbox, signal }: Running,
): Promise<Ran> {
  const { notebook, gradeIds } = toRun(assembled, exam);
  const given = { notebook, files: handedIn.files, questions: exam.questions };
  let outcome = await sandbox(given, { limits, signal });
  if (whyMachine(outcome, assembled) !== undefined && !signal?.aborted)
    outcome = await sandbox(given, { limits, signal });
  if (signal?.aborted) throw new Error("interrupted");
  const why = whyMachine(outcome, assembled);
  if (why !== undefined) throw new Error(why);
  const ownRecords = await ownRecordsIn(handedIn.folder);
  return { outcome, marks: decide(exam, { cells: outcome.cells, gradeIds, end: outcome.end, ownRecords }) };
}

/** Why a run says nothing about the submission, because the machine failed it; undefined where it does. */
function whyMachine({ cells, end }: SandboxOutcome, assembled: Assembled): string | undefined {
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

function nothingFor(exam: Exam, why: string): Mark[] {
  return exam.cells.map(({ gradeId, points }) => ({
    gradeId,
    points: 0,
    most: points,
    lines: `✗ There is no notebook to grade: ${why}\n0 of ${points} points.`,
  }));
}

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
