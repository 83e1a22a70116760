import { gradedMetadata } from "../exam";
import type { HandedInCell } from "../intake";
import { sourceOf, type Cell, type Notebook } from "../../notebooks/notebook";
import { match } from "./match";
import { idOf } from "./meaning";

/** A cell of an assembled notebook. */
export interface AssembledCell {
  type: Cell["cell_type"];
  source: string;
  /** Unique in the notebook. */
  id: string;
  /** The released cell that it corresponds to; undefined for a cell that the student added. */
  release?: Cell;
  /** Nbgrader's name for it. */
  gradeId?: string;
  images?: HandedInCell["images"];
  slide?: HandedInCell["slide"];
}

/** A notebook assembled for grading. */
export interface Assembled {
  cells: AssembledCell[];
  /** The release's metadata. */
  metadata: Notebook["metadata"];
  /** Lines that say which of several cells were taken, and which were put back. */
  notes: string[];
}

/**
 * Assembles a notebook from the submission and the release. Locked cells and test cells come from the release; exercises,
 * written answers, and added cells come from the student. The student's order stays. Missing cells that nbgrader knows come
 * back after the cell that they follow in the release. {@link match} says which of several cells stands for a released one.
 */
export function assemble(handedIn: readonly HandedInCell[], release: Notebook): Assembled {
  const { pieces, elsewhere, notes } = match(handedIn, release);
  const ids = new Set(release.cells.map(idOf));
  const cells = pieces.map((piece): AssembledCell => {
    const original = piece.release;
    if (original === undefined) return { ...added(piece), id: unused(`own-${piece.at}`, ids) };
    return {
      type: original.cell_type,
      source: keepsSource(original) ? answerOf(piece, original) : sourceOf(original),
      id: idOf(original),
      release: original,
      gradeId: gradedMetadata(original)?.grade_id,
      images: imagesIn(piece, original),
    };
  });
  const missing = putBack(cells, release);
  for (const cell of cells)
    if (cell.release && elsewhere.has(cell.release)) cell.source = "// Answered in another cell.";
  return { cells, metadata: release.metadata, notes: [...notes, ...missing] };
}

/** Whether the student's source of a released cell counts: in exercises, written answers, and cells unknown to nbgrader. */
function keepsSource(release: Cell): boolean {
  const metadata = gradedMetadata(release);
  return metadata === undefined || metadata.solution === true;
}

/** Whether a released cell keeps its source, whatever was handed in, and gives no points. */
export function isLocked(release: Cell): boolean {
  return !keepsSource(release) && gradedMetadata(release)?.grade !== true;
}

/** The student's source, or the released one if the student emptied the cell or changed only blanks around it. */
function answerOf(cell: HandedInCell, release: Cell): string {
  const released = sourceOf(release);
  return cell.source.trim() === "" || cell.source.trim() === released.trim() ? released : cell.source;
}

const added = ({ type, source, images, slide }: HandedInCell) => ({ type, source, images, slide });

const imagesIn = ({ images }: HandedInCell, release: Cell) => (release.cell_type === "markdown" ? images : undefined);

function unused(id: string, ids: Set<string>): string {
  const free = ids.has(id) ? unused(`${id}-again`, ids) : id;
  ids.add(free);
  return free;
}

function putBack(cells: AssembledCell[], release: Notebook): string[] {
  const missing: string[] = [];
  release.cells.forEach((cell, index) => {
    const gradeId = gradedMetadata(cell)?.grade_id;
    if (gradeId === undefined || cells.some((present) => present.release === cell)) return;
    const position = positionAfter(cells, release.cells.slice(0, index));
    cells.splice(position, 0, { type: cell.cell_type, source: sourceOf(cell), id: idOf(cell), release: cell, gradeId });
    missing.push(gradeId);
  });
  if (missing.length === 0) return [];
  const names =
    missing.length > 4 ? `${missing.slice(0, 4).join(", ")} and ${missing.length - 4} more` : missing.join(", ");
  const [subject, was] = missing.length === 1 ? ["A cell", "was"] : [`${missing.length} cells`, "were"];
  return [`${subject} of the lesson ${was} missing and ${was} put back: ${names}.`];
}

/** The position after the last of these released cells that is present. */
function positionAfter(cells: readonly AssembledCell[], before: Cell[]): number {
  for (const cell of before.reverse()) {
    const index = cells.findIndex(({ release }) => release === cell);
    if (index >= 0) return index + 1;
  }
  return 0;
}
