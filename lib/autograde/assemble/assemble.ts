import { gradedMetadata } from "../exam";
import type { HandedInCell } from "../intake";
import { sourceOf, type Cell, type Notebook } from "../../notebooks/notebook";

/** A cell of a notebook put together to be graded. */
export interface AssembledCell {
  type: Cell["cell_type"];
  source: string;
  /** Unique in the notebook. */
  id: string;
  /** The cell of the release that it stands for; undefined for a cell of the student's own. */
  release?: Cell;
  /** Nbgrader's name of it. */
  gradeId?: string;
  images?: HandedInCell["images"];
  slide?: HandedInCell["slide"];
}

/** A notebook put together to be graded. */
export interface Assembled {
  cells: AssembledCell[];
  /** The release's. */
  metadata: Notebook["metadata"];
  /** What was put back, in lines. */
  notes: string[];
}

/**
 * Puts a notebook together from what was handed in and the release: locked cells and test cells are the release's, exercises
 * and written answers are the student's, other cells are the student's own. The student's order stays; cells that nbgrader
 * knows and that are missing come back after the cell that they follow in the release. Of two cells that claim one name the
 * last has it, and the others are cells of the student's own.
 */
export function assemble(handedIn: readonly HandedInCell[], release: Notebook): Assembled {
  const known = new Map(release.cells.map((cell) => [idOf(cell), cell]));
  const named = new Map(release.cells.flatMap((cell) => nameAnd(cell)));
  const standsFor = namesOf(handedIn, named, known);
  const ids = new Set(known.keys());
  const cells = handedIn.map((cell, at): AssembledCell => {
    const original = standsFor.get(at);
    if (original === undefined) return { ...own(cell), id: unused(`own-${at + 1}`, ids) };
    const gradeId = gradedMetadata(original)?.grade_id;
    const source = keepsSource(original) ? answerOf(cell, original) : sourceOf(original);
    return {
      type: original.cell_type,
      source,
      id: idOf(original),
      release: original,
      gradeId,
      images: imagesIn(cell, original),
    };
  });
  const notes = putBack(cells, release);
  return { cells, metadata: release.metadata, notes };
}

const idOf = (cell: Cell): string => cell.id ?? "";

function nameAnd(cell: Cell): [string, Cell][] {
  const name = gradedMetadata(cell)?.grade_id;
  return name === undefined ? [] : [[name, cell]];
}

/**
 * Which cell of the release each cell stands for. Where nobody claims a name in nbgrader's metadata, which some editors
 * drop, the format's id says it.
 */
function namesOf(
  handedIn: readonly HandedInCell[],
  named: ReadonlyMap<string, Cell>,
  known: ReadonlyMap<string, Cell>,
): Map<number, Cell> {
  const places = new Map<Cell, number>();
  handedIn.forEach(({ gradeId }, at) => {
    const cell = gradeId === undefined ? undefined : named.get(gradeId);
    if (cell) places.set(cell, at);
  });
  const taken = new Set(places.values());
  handedIn.forEach(({ id, gradeId }, at) => {
    const cell = id === undefined ? undefined : known.get(id);
    if (cell && !taken.has(at) && !places.has(cell) && !(gradeId !== undefined && named.has(gradeId))) {
      places.set(cell, at);
      taken.add(at);
    }
  });
  return new Map([...places].map(([cell, at]) => [at, cell]));
}

/** Whether what the student wrote in a cell of the release counts: exercises, written answers, cells that nbgrader leaves alone. */
function keepsSource(release: Cell): boolean {
  const metadata = gradedMetadata(release);
  return metadata === undefined || metadata.solution === true;
}

/** Whether a cell of the release is as it was released, whatever was handed in, and gives no points. */
export function isLocked(release: Cell): boolean {
  return !keepsSource(release) && gradedMetadata(release)?.grade !== true;
}

/** An answer that was emptied is no answer, and what nobody wrote is nobody's. */
function answerOf(cell: HandedInCell, release: Cell): string {
  const released = sourceOf(release);
  return cell.source.trim() === "" || cell.source.trim() === released.trim() ? released : cell.source;
}

const own = ({ type, source, images, slide }: HandedInCell) => ({ type, source, images, slide });

const imagesIn = ({ images }: HandedInCell, release: Cell) => (release.cell_type === "markdown" ? images : undefined);

function unused(id: string, ids: Set<string>): string {
  const free = ids.has(id) ? unused(`${id}-again`, ids) : id;
  ids.add(free);
  return free;
}

function putBack(cells: AssembledCell[], release: Notebook): string[] {
  const missing: string[] = [];
  release.cells.forEach((cell, at) => {
    const gradeId = gradedMetadata(cell)?.grade_id;
    if (gradeId === undefined || cells.some((each) => each.release === cell)) return;
    const before = new Set(release.cells.slice(0, at));
    const place = lastPlace(cells, before, release.cells[at - 1]);
    cells.splice(place, 0, { type: cell.cell_type, source: sourceOf(cell), id: idOf(cell), release: cell, gradeId });
    missing.push(gradeId);
  });
  if (missing.length === 0) return [];
  const names =
    missing.length > 4 ? `${missing.slice(0, 4).join(", ")} and ${missing.length - 4} more` : missing.join(", ");
  const [cell, was] = missing.length === 1 ? ["A cell", "was"] : [`${missing.length} cells`, "were"];
  return [`${cell} of the lesson ${was} missing and ${was} put back: ${names}.`];
}

/** The place after the cell that it follows in the release, or else after the nearest one before that. */
function lastPlace(cells: readonly AssembledCell[], before: ReadonlySet<Cell>, follows: Cell | undefined): number {
  const direct = cells.findIndex(({ release }) => release !== undefined && release === follows);
  if (direct >= 0) return direct + 1;
  const order = [...before];
  for (const cell of order.reverse()) {
    const place = cells.findIndex(({ release }) => release === cell);
    if (place >= 0) return place + 1;
  }
  return 0;
}
