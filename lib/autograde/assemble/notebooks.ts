import type { CellResult } from "../sandbox";
import { gradedMetadata, type Exam } from "../exam";
import type { Mark } from "../result";
import { inertText, outputsToShow, Pictures, textToShow } from "../shown";
import { sourceOf, type Cell, type Notebook, type Output } from "../../notebooks/notebook";
import type { Assembled, AssembledCell } from "./assemble";
import { isSolution, meaning } from "./meaning";

/**
 * The notebook that the sandbox runs: in place of test cells, it has cells that ask the exam's questions.
 * @returns also nbgrader's names of cells, by index.
 */
export function toRun(
  { cells, metadata }: Assembled,
  exam: Exam,
): { notebook: Notebook; gradeIds: Map<number, string> } {
  const asking = new Map(exam.cells.map((cell) => [cell.gradeId, cell.asking]));
  const gradeIds = new Map<number, string>();
  const run = cells.map(({ type, source, id, gradeId }, index): Cell => {
    if (gradeId !== undefined) gradeIds.set(index, gradeId);
    return cellOf(type, (gradeId === undefined ? undefined : asking.get(gradeId)) ?? source, id);
  });
  return { notebook: notebookOf(run, metadata), gradeIds };
}

interface Graded {
  results: readonly CellResult[];
  marks: readonly Mark[];
  /** Lines that say what went wrong. The student reads them first. */
  reasons: readonly string[];
}

/** The notebook that nbgrader books and turns into feedback, with decided marks in place of test cells' outputs. */
export function toBook({ cells, metadata }: Assembled, { results, marks, reasons }: Graded): Notebook {
  const decided = new Map(marks.map((mark) => [mark.gradeId, mark]));
  const booked = cellsToShow(cells, results, (outputs, pictures, gradeId) => {
    const mark = gradeId === undefined ? undefined : decided.get(gradeId);
    return mark ? markOutputs(mark) : outputsToShow(outputs, { pictures });
  });
  return notebookOf([...howGraded(reasons, cells), ...booked], metadata);
}

/** The submission with its outputs and figures, made safe for others to read. */
export function toShow({ cells, metadata }: Assembled, results: readonly CellResult[]): Notebook {
  const shown = cellsToShow(cells, results, (outputs, pictures) => outputsToShow(outputs, { figures: true, pictures }));
  return notebookOf(shown, metadata);
}

/** Cells for others to read. `outputsFor` gives the outputs of code cells. */
function cellsToShow(
  cells: readonly AssembledCell[],
  results: readonly CellResult[],
  outputsFor: (outputs: Output[], pictures: Pictures, gradeId: string | undefined) => Output[],
): Cell[] {
  const outputsOfCell = new Map(results.map(({ cell, outputs }) => [cell, outputs]));
  const pictures = new Pictures();
  return cells.map((assembled, index) => {
    const cell = cellToShow(assembled, pictures);
    if (cell.cell_type === "code")
      cell.outputs = outputsFor(outputsOfCell.get(index) ?? [], pictures, assembled.gradeId);
    return cell;
  });
}

/** A cell for others to read. Text that is not the lesson's own may hold anything. */
function cellToShow({ type, source, id, release, images, slide }: AssembledCell, pictures: Pictures): Cell {
  const metadata = structuredClone(release?.metadata ?? slide ?? {});
  if (type === "code" || (release !== undefined && source === sourceOf(release))) {
    return { ...cellOf(type, source, id), metadata };
  }
  // An exported page would take a raw cell for HTML.
  const shown = type === "raw" ? { source: `<pre>${inertText(source)}</pre>` } : textToShow(source, images, pictures);
  return { ...cellOf("markdown", "", id), ...shown, metadata };
}

/** Outputs in which nbgrader finds the mark: it reads the cell's result, and gives no points if there is any stderr. */
function markOutputs({ points, lines }: Mark): Output[] {
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

/** Grade ids of exercises and written answers that say something else than the release. */
export function answered({ cells }: Assembled): string[] {
  return cells.flatMap(({ type, gradeId, source, release }) => {
    if (gradeId === undefined || !release || !isSolution(release)) return [];
    return meaning(type, source) === meaning(type, sourceOf(release)) ? [] : [gradeId];
  });
}

/** Grade ids of written answers that a person must read: those that differ from the release. */
export function writtenAnswers(assembled: Assembled): string[] {
  const written = assembled.cells.filter(({ release }) => release && gradedMetadata(release)?.grade === true);
  return answered({ ...assembled, cells: written });
}
