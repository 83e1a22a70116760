import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { sourceOf, type Cell, type Notebook, type Output } from "../lib/notebooks";
import { filledLines } from "../lib/system/words";
import { workbookRoot } from "../lib/system/workbook";
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

/** Files that lessons print, or that job scripts are made of. */
const PRINTED = [".ts", ".mts", ".mjs", ".py", ".sh", ".template"];

/**
 * What students can read: their notebooks, and the programs in a student's image. Lessons print lines of these on purpose.
 * @param students The students' notebooks of all lessons.
 * @returns the lines without spaces, which printing and highlighting change.
 */
export function readableLines(students: readonly Notebook[]): ReadonlySet<string> {
  const places = filledLines(readFileSync(join(workbookRoot, "container", "contents.txt"), "utf8"));
  const programs = places
    .flatMap((place) => filesIn(join(workbookRoot, place)))
    .filter((file) => PRINTED.includes(extname(file)))
    .map((file) => readFileSync(file, "utf8"));
  return new Set([...students.flatMap(({ cells }) => cells.map(sourceOf)), ...programs].flatMap(linesOf));
}

function filesIn(path: string): string[] {
  if (!lstatSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => name !== "node_modules");
  return names.flatMap((name) => filesIn(join(path, name)));
}

/**
 * The lines that only instructors have: of answers, written ones too, and of hidden tests.
 * @param readable What {@link readableLines} gives.
 * @returns each line without spaces.
 */
export function secretLines(solutions: Notebook, readable: ReadonlySet<string>): string[] {
  const lines = new Set(solutions.cells.map(sourceOf).flatMap(linesOf));
  return [...lines].filter((line) => line.length >= TELLING && !readable.has(line));
}

const linesOf = (text: string): string[] => text.split("\n").map(withoutSpaces);

/** A text without spaces and line breaks. */
export const withoutSpaces = (text: string): string => text.replace(/\s+/g, "");
