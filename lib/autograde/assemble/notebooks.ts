import type { CellResult } from "../sandbox";
import { gradedMetadata, type Exam } from "../exam";
import type { Mark } from "../result";
import { inertText, outputsToShow, textToShow } from "../shown";
import { sourceOf, type Cell, type Notebook, type Output } from "../../notebooks/notebook";
import type { Assembled, AssembledCell } from "./assemble";

/**
 * The notebook that the sandbox runs: test cells only ask.
 * @returns also nbgrader's names of cells, by their places.
 */
export function toRun(
  { cells, metadata }: Assembled,
  exam: Exam,
): { notebook: Notebook; gradeIds: Map<number, string> } {
  const asking = new Map(exam.cells.map((cell) => [cell.gradeId, cell.asking]));
  const gradeIds = new Map<number, string>();
  const run = cells.map(({ type, source, id, gradeId }, at): Cell => {
    if (gradeId !== undefined) gradeIds.set(at, gradeId);
    return cellOf(type, (gradeId === undefined ? undefined : asking.get(gradeId)) ?? source, id);
  });
  return { notebook: notebookOf(run, metadata), gradeIds };
}

/** What came of a submission. */
interface Graded {
  results: readonly CellResult[];
  marks: readonly Mark[];
  /** What went wrong, in lines that the student reads first. */
  reasons: readonly string[];
}

/** The notebook that nbgrader books, and that feedback is made of: released sources, outputs as they came, decided marks. */
export function toBook({ cells, metadata }: Assembled, { results, marks, reasons }: Graded): Notebook {
  const decided = new Map(marks.map((mark) => [mark.gradeId, mark]));
  const booked = cellsToShow(cells, results, (came, gradeId) => {
    const mark = gradeId === undefined ? undefined : decided.get(gradeId);
    return mark ? outputsOf(mark) : outputsToShow(came);
  });
  return notebookOf([...howGraded(reasons, cells), ...booked], metadata);
}

/** The notebook as it ran, for others to read: what was handed in, with its outputs and figures. */
export function toShow({ cells, metadata }: Assembled, results: readonly CellResult[]): Notebook {
  const shown = cellsToShow(cells, results, (came) => outputsToShow(came, { figures: true }));
  return notebookOf(shown, metadata);
}

/** Cells for others to read, code cells with what is made of the outputs that came of them. */
function cellsToShow(
  cells: readonly AssembledCell[],
  results: readonly CellResult[],
  outputsFor: (came: Output[], gradeId: string | undefined) => Output[],
): Cell[] {
  const came = new Map(results.map(({ cell, outputs }) => [cell, outputs]));
  return cells.map((assembled, at) => {
    const cell = cellToShow(assembled);
    if (cell.cell_type === "code") cell.outputs = outputsFor(came.get(at) ?? [], assembled.gradeId);
    return cell;
  });
}

/** A cell for others to read. What is not the lesson's own text is the student's, and may hold anything. */
function cellToShow({ type, source, id, release, images, slide }: AssembledCell): Cell {
  const metadata = structuredClone(release?.metadata ?? slide ?? {});
  if (type === "code" || (release !== undefined && source === sourceOf(release))) {
    return { ...cellOf(type, source, id), metadata };
  }
  // An exported page would take a raw cell for HTML.
  const shown = type === "raw" ? { source: `<pre>${inertText(source)}</pre>` } : textToShow(source, images);
  return { ...cellOf("markdown", "", id), ...shown, metadata };
}

/** Outputs in which nbgrader finds the mark: it reads the cell's result, and gives no points where there is anything on stderr. */
function outputsOf({ points, lines }: Mark): Output[] {
  return [
    { output_type: "stream", name: "stdout", text: `${lines}\n` },
    { output_type: "execute_result", data: { "text/plain": String(points) }, metadata: {}, execution_count: null },
  ];
}

function howGraded(reasons: readonly string[], cells: readonly AssembledCell[]): Cell[] {
  if (reasons.length === 0) return [];
  const ids = new Set(cells.map(({ id }) => id));
  const id = ids.has("how-graded") ? "how-this-was-graded" : "how-graded";
  const lines = reasons.map((reason) => `- ${inertText(reason.replace(/\s+/g, " "))}`);
  return [cellOf("markdown", ["## How this was graded", "", ...lines].join("\n"), id)];
}

function cellOf(type: Cell["cell_type"], source: string, id: string): Cell {
  const cell = { cell_type: type, id, metadata: {}, source };
  return type === "code" ? { ...cell, execution_count: null, outputs: [] } : cell;
}

const notebookOf = (cells: Cell[], metadata: Notebook["metadata"]): Notebook => ({
  cells,
  metadata: structuredClone(metadata),
  nbformat: 4,
  nbformat_minor: 5,
});

/** The names of written answers that a person must look at: those that are not as released. */
export function writtenAnswers({ cells }: Assembled): string[] {
  return cells.flatMap(({ gradeId, source, release }) => {
    if (gradeId === undefined || release === undefined || source === sourceOf(release)) return [];
    const { grade, solution } = gradedMetadata(release) ?? {};
    return grade === true && solution === true ? [gradeId] : [];
  });
}
