import { stripVTControlCharacters } from "node:util";
import { ANSWERS, answerSchema, decode, encode, type Answer } from "../asked";
import { printable } from "../../system/printable";
import type { Mark } from "../result";
import type { CellResult, SandboxOutcome } from "../sandbox";
import { definitionOf, type Exam, type ExamCell, type OwnRecordsReader } from "./read-exam";

/** What a submission's run left behind. */
interface Submission {
  /** The cells that ran. */
  cells: readonly CellResult[];
  /** Grade ids by index of the cell in the notebook that ran. */
  gradeIds: ReadonlyMap<number, string>;
  end: SandboxOutcome["end"];
  /** Reads the records that were handed in: `ownRecordsIn` of lib/checks made it for the submission's folder. */
  ownRecords: OwnRecordsReader;
}

/**
 * Decides the marks of a submission from the answers that its notebook exported. The instructor's test cells run here,
 * outside the sandbox, on functions that replay those answers. Nothing of the submission itself runs here.
 */
export function decide(exam: Exam, submission: Submission): Mark[] {
  const results = new Map(submission.cells.map((result) => [submission.gradeIds.get(result.cell), result]));
  const answers = answersAmong(submission.cells, exam);
  return exam.cells.map((cell) => {
    const replies = answers.get(cell.gradeId) ?? new Map<number, Reply>();
    const reason = whyUnanswered(cell, results, submission.end);
    if (replies.size === 0 && cell.questions.length > 0) return noPointsForCell(cell, reason);
    try {
      const check = cell.test.run((name) => {
        const definition = definitionOf(name, exam.checks, submission.ownRecords);
        return definition ? definition.value : replay(name, cell, replies, reason);
      });
      return mark(cell, check.earned(cell.points), check.report(cell.points));
    } catch (error) {
      // Nothing that one student hands in may keep the other exercises from being marked.
      return noPointsForCell(cell, printable(`it cannot be checked: ${(error as Error).message}`).slice(0, 300));
    }
  });
}

/** The decoded answer to one question. */
type Reply = { value: unknown } | { error: string };

/** A function that returns or throws what the student's function did in the sandbox. */
function replay(name: string, { questions }: ExamCell, replies: ReadonlyMap<number, Reply>, reason: string) {
  const indices = new Map(questions.map((question, index) => [JSON.stringify(question), index]));
  return (...args: unknown[]): unknown => {
    const index = indices.get(JSON.stringify({ call: name, args: args.map(encode) }));
    const reply = index === undefined ? undefined : replies.get(index);
    if (reply === undefined) throw new Error(reason);
    if ("error" in reply) throw new Error(reply.error);
    return reply.value;
  };
}

/**
 * The answers that cells exported to questions of the exam, by exercise and question. The first answer to a question counts.
 * Anything that is no such answer is ignored.
 */
function answersAmong(cells: readonly CellResult[], exam: Exam): Map<string, Map<number, Reply>> {
  const all = new Map(exam.cells.map(({ gradeId }) => [gradeId, new Map<number, Reply>()]));
  const asked = new Map(exam.cells.map(({ gradeId, questions }) => [gradeId, questions.length]));
  for (const output of cells.flatMap(({ outputs }) => outputs)) {
    const answer = answerSchema.safeParse(output.data?.[ANSWERS]).data;
    const replies = answer && all.get(answer.exercise);
    if (!replies || replies.has(answer.question) || answer.question >= (asked.get(answer.exercise) ?? 0)) continue;
    const reply = readReply(answer.came);
    if (reply) replies.set(answer.question, reply);
  }
  return all;
}

function readReply(came: Answer["came"]): Reply | undefined {
  if ("error" in came) return came;
  try {
    return { value: decode(came.value) };
  } catch {
    return undefined;
  }
}

/** Says why an exercise, or one of its questions, has no answer. */
function whyUnanswered(
  { gradeId, solution }: ExamCell,
  results: ReadonlyMap<string | undefined, CellResult>,
  end: SandboxOutcome["end"],
): string {
  const asked = results.get(gradeId);
  if (asked === undefined) return `not graded, because the notebook's run had ended before: ${end.message}`;
  if (asked.status === "time") return "there was no answer in time: does a loop never end?";
  if (asked.status === "died") return `there was no answer: ${end.message}`;
  const solved = solution === undefined ? undefined : results.get(solution);
  const error = errorOf(solved) ?? errorOf(asked);
  return error === undefined
    ? "there was no answer"
    : `there was no answer, because a cell stopped with an error: ${error}`;
}

function errorOf(result: CellResult | undefined): string | undefined {
  const error = result?.outputs.find(({ output_type }) => output_type === "error");
  return error && `${error.ename ?? "Error"}: ${(error.evalue ?? "").split("\n")[0]}`;
}

/** No points for any exercise, all for the same reason. */
export const noPointsFor = (exam: Exam, reason: string): Mark[] =>
  exam.cells.map((cell) => noPointsForCell(cell, reason));

const noPointsForCell = (cell: ExamCell, reason: string): Mark =>
  mark(cell, 0, `✗ ${reason}\n0 of ${cell.points} points.`);

const mark = ({ gradeId, points: most }: ExamCell, points: number, lines: string): Mark => ({
  gradeId,
  points,
  most,
  lines: stripVTControlCharacters(lines).split("\n").map(shortened).join("\n"),
});

/** Shortens a line that may quote the submission, and removes control characters. */
function shortened(line: string): string {
  const text = printable(line);
  return text.length > 600 ? `${text.slice(0, 600)} ...` : text;
}
