import { stripVTControlCharacters } from "node:util";
import { ANSWERS, answerSchema, decode, encode, type Answer } from "../asked";
import { printable } from "../../system/printable";
import type { Mark } from "../result";
import type { CellResult, SandboxOutcome } from "../sandbox";
import { known, type Exam, type ExamCell, type OwnRecordsReader } from "./read-exam";

/** What a submission left behind. */
interface Submission {
  /** Results of the cells that ran. */
  cells: readonly CellResult[];
  /** Grade ids of cells, by their place in the notebook that ran. */
  gradeIds: ReadonlyMap<number, string>;
  end: SandboxOutcome["end"];
  /** Gives the records that were handed in: what `ownRecordsIn` of lib/checks resolves to for the submission's folder. */
  ownRecords: OwnRecordsReader;
}

/**
 * Decides the marks of a submission from the answers that its notebook exported. The instructor's test cells run here,
 * outside of the sandbox, with functions that give back those answers; nothing of the submission itself runs.
 */
export function decide(exam: Exam, submission: Submission): Mark[] {
  const results = new Map(submission.cells.map((result) => [submission.gradeIds.get(result.cell), result]));
  const answers = answersAmong(submission.cells, exam);
  return exam.cells.map((cell) => {
    const given = answers.get(cell.gradeId) ?? new Map<number, Came>();
    const reason = whyUnanswered(cell, results, submission.end);
    if (given.size === 0 && cell.questions.length > 0) return nothing(cell, reason);
    const check = cell.test.run((name) => {
      const found = known(name, submission.ownRecords);
      return found ? found.value : replay(name, cell, given, reason);
    });
    return mark(cell, check.earned(cell.points), check.report(cell.points));
  });
}

/** What came of one question, as it came back out of the sandbox. */
type Came = { value: unknown } | { error: string };

/** What a student's function said in the sandbox, as a function that says it again. */
function replay(name: string, { questions }: ExamCell, given: ReadonlyMap<number, Came>, reason: string) {
  const places = new Map(questions.map((question, place) => [JSON.stringify(question), place]));
  return (...args: unknown[]): unknown => {
    const place = places.get(JSON.stringify({ call: name, args: args.map(encode) }));
    const came = place === undefined ? undefined : given.get(place);
    if (came === undefined) throw new Error(reason);
    if ("error" in came) throw new Error(came.error);
    return came.value;
  };
}

/**
 * The answers that cells exported to questions of the exam, by exercise and place; the first to each question counts. What is
 * no answer is passed over.
 */
function answersAmong(cells: readonly CellResult[], exam: Exam): Map<string, Map<number, Came>> {
  const all = new Map(exam.cells.map(({ gradeId }) => [gradeId, new Map<number, Came>()]));
  const asked = new Map(exam.cells.map(({ gradeId, questions }) => [gradeId, questions.length]));
  for (const output of cells.flatMap(({ outputs }) => outputs)) {
    const answer = answerSchema.safeParse(output.data?.[ANSWERS]).data;
    const given = answer && all.get(answer.exercise);
    if (!given || given.has(answer.question) || answer.question >= (asked.get(answer.exercise) ?? 0)) continue;
    const came = readCame(answer.came);
    if (came) given.set(answer.question, came);
  }
  return all;
}

function readCame(came: Answer["came"]): Came | undefined {
  if ("error" in came) return came;
  try {
    return { value: decode(came.value) };
  } catch {
    return undefined;
  }
}

/** Why an exercise, or one of its questions, has no answer. */
function whyUnanswered(
  { gradeId, solution }: ExamCell,
  results: ReadonlyMap<string | undefined, CellResult>,
  end: SandboxOutcome["end"],
): string {
  const asked = results.get(gradeId);
  if (asked === undefined) return `not graded, because the notebook's run had ended before: ${end.message}`;
  if (asked.status === "time") return "there was no answer in time: does a loop never end?";
  if (asked.status === "died") return `there was no answer: ${end.message}`;
  const written = solution === undefined ? undefined : results.get(solution);
  const error = errorOf(written) ?? errorOf(asked);
  return error === undefined
    ? "there was no answer"
    : `there was no answer, because a cell stopped with an error: ${error}`;
}

function errorOf(result: CellResult | undefined): string | undefined {
  const error = result?.outputs.find(({ output_type }) => output_type === "error");
  return error && `${error.ename ?? "Error"}: ${(error.evalue ?? "").split("\n")[0]}`;
}

/** Marks without a point for anything, all for the same reason. */
export const nothingFor = (exam: Exam, reason: string): Mark[] => exam.cells.map((cell) => nothing(cell, reason));

const nothing = (cell: ExamCell, reason: string): Mark => mark(cell, 0, `✗ ${reason}\n0 of ${cell.points} points.`);

const mark = ({ gradeId, points: most }: ExamCell, points: number, lines: string): Mark => ({
  gradeId,
  points,
  most,
  lines: stripVTControlCharacters(lines).split("\n").map(shortened).join("\n"),
});

/** A line that a submission's own words may be part of: without control characters, and not endless. */
function shortened(line: string): string {
  const text = printable(line);
  return text.length > 600 ? `${text.slice(0, 600)} ...` : text;
}
