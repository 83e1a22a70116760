import { sourceOf, type Cell, type Notebook, type Output } from "../lib/notebooks";
import { studentsRun } from "./students-run";

/**
 * A lesson as everybody may read it: {@link studentsRun} without metadata and without what only JupyterLab reads.
 * @param students The students' notebook.
 * @param executed The instructor's notebook of the same lesson, after its run.
 */
export function publicLesson(students: Notebook, executed: Notebook): Notebook {
  const notebook = studentsRun(students, executed);
  const cells = notebook.cells.map(({ id, cell_type, source, attachments, outputs, execution_count }): Cell => {
    const cell = { id, cell_type, source, metadata: {} };
    if (cell_type !== "code") return { ...cell, ...(attachments && { attachments }) };
    return { ...cell, execution_count, outputs: outputs?.map(forPages) };
  });
  return { ...notebook, cells };
}

/** A figure's HTML draws it on a page; its numbers are in there once more, as JupyterLab reads them. */
function forPages(output: Output): Output {
  const { "application/vnd.plotly.v1+json": figure, ...data } = output.data ?? {};
  return figure === undefined ? output : { ...output, data };
}

/** A line shorter than this, without its spaces, is in many programs, and gives nothing away. */
const TELLING = 20;

/**
 * The lines that only instructors have: of answers, written ones too, and of hidden tests.
 * @returns each line without spaces, which printing and highlighting change.
 */
export function secretLines(solutions: Notebook, students: Notebook): string[] {
  const open = new Set(students.cells.flatMap(linesOf));
  return [...new Set(solutions.cells.flatMap(linesOf))].filter((line) => line.length >= TELLING && !open.has(line));
}

const linesOf = (cell: Cell): string[] => sourceOf(cell).split("\n").map(withoutSpaces);

/** A text without spaces and line breaks. */
export const withoutSpaces = (text: string): string => text.replace(/\s+/g, "");
