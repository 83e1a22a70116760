import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { standInRecords, type Check, type ownRecords } from "../../checks";
import { notebooksIn } from "../../notebooks";
import { readNotebook, sourceOf, type Cell } from "../../notebooks/notebook";
import { workbookRoot } from "../../system/workbook";
import { encode, type Question } from "../asked";
import { lessonChecks, type LessonChecks } from "./lesson-checks";
import { compileTestCell, type TestCell } from "./test-cell";

/** Gives a test cell the student's own records: `ownRecords` of lib/checks or a stand-in. */
export type OwnRecordsReader = typeof ownRecords;

/** What one lesson's submissions are graded against. */
export interface Exam {
  lesson: string;
  /** The notebook's file name without `.ipynb`. */
  notebook: string;
  cells: ExamCell[];
  /** What its test cells call besides the student's functions. */
  checks: LessonChecks;
  /** The questions of all cells, as text of the file that `lib/autograde/asked` reads in the sandbox. */
  questions: string;
  /** Changes with every change of the exam. */
  digest: string;
}

/** One graded test cell. */
export interface ExamCell {
  gradeId: string;
  /** The most points. */
  points: number;
  /** Grade id of the solution cell that it tests, the last one before it. */
  solution?: string;
  /** Source of the cell that the sandbox runs in its place. */
  asking: string;
  questions: Question[];
  test: TestCell;
}

/**
 * Reads the exam of a lesson from the instructor's notebook. It finds the questions by running every test cell once with
 * functions that only record their arguments.
 * @param root the folder of the release that the lesson was handed out from.
 * @throws one line when there is no such lesson, it has several notebooks, or a test cell cannot be used.
 */
export async function readExam(lesson: string, root = workbookRoot): Promise<Exam> {
  const files = await notebooksIn(join(root, "solutions", lesson));
  if (files.length > 1)
    throw new Error(`${lesson} has ${files.length} notebooks: grading takes one notebook a lesson.`);
  const { cells } = await readNotebook(files[0]);
  const checks = await lessonChecks(lesson, root);
  const exam = examCells(cells, checks);
  const asked = Object.fromEntries(exam.map(({ gradeId, questions }) => [gradeId, questions]));
  return {
    lesson,
    notebook: basename(files[0], ".ipynb"),
    cells: exam,
    checks,
    questions: JSON.stringify(asked),
    digest: createHash("sha256").update(JSON.stringify(cells)).digest("hex"),
  };
}

/** Nbgrader's metadata of a cell, as far as grading reads it. */
interface Graded {
  grade_id: string;
  grade?: boolean;
  solution?: boolean;
  points?: number;
}

/** Nbgrader's metadata of a cell; undefined where it has none. */
export const gradedMetadata = ({ metadata }: Cell): Graded | undefined => metadata.nbgrader as Graded | undefined;

/** The graded test cells among a notebook's cells. @throws as {@link readExam} */
export function examCells(cells: readonly Cell[], checks: LessonChecks): ExamCell[] {
  let solution: string | undefined;
  return cells.flatMap((cell): ExamCell[] => {
    const metadata = gradedMetadata(cell);
    if (cell.cell_type !== "code" || metadata === undefined) return [];
    const { grade_id: gradeId, grade = false, points = 0 } = metadata;
    if (metadata.solution) solution = gradeId;
    if (!grade || metadata.solution) return [];
    const test = compileTestCell(gradeId, sourceOf(cell), checks.Check as typeof Check);
    if (test.points !== points) {
      throw new Error(
        `The test cell ${gradeId} scores ${test.points} points and has ${points} in nbgrader: make them one.`,
      );
    }
    const questions = questionsOf(test, checks);
    return [{ gradeId, points, solution, asking: askingCell(gradeId, questions), questions, test }];
  });
}

/**
 * The value of a name in a test cell; undefined if it is one of the student's functions.
 * @param ownRecords the value of that name: grading reads a student's records in its own way.
 */
export function definitionOf(
  name: string,
  checks: LessonChecks,
  ownRecords: OwnRecordsReader,
): { value: unknown } | undefined {
  if (name === "ownRecords") return { value: ownRecords };
  if (Object.hasOwn(checks, name)) return { value: checks[name] };
  return name in globalThis ? { value: Reflect.get(globalThis, name) } : undefined;
}

function questionsOf(test: TestCell, checks: LessonChecks): Question[] {
  const questions = new Map<string, Question>();
  test.run((name) => {
    const definition = definitionOf(name, checks, standInRecords);
    if (definition) return definition.value;
    return (...args: unknown[]) => {
      const question = { call: name, args: args.map(encode) };
      questions.set(JSON.stringify(question), question);
    };
  });
  return [...questions.values()];
}

/** Spells out `name: name`, because a cell would lose shorthand properties. */
function askingCell(gradeId: string, questions: readonly Question[]): string {
  const functions = [...new Set(questions.map(({ call }) => call))].map((name) => `${name}: ${name}`).join(", ");
  return `import { answer as answerWhenGraded } from "parallel-training/autograde/asked";
await answerWhenGraded(${JSON.stringify(gradeId)}, { ${functions} });`;
}
