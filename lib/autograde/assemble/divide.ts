import { gradedMetadata } from "../exam";
import type { HandedInCell } from "../intake";
import { sourceOf, type Cell, type Notebook } from "../../notebooks/notebook";
import { idOf, isSolution, meaning, type Piece } from "./meaning";

/**
 * Divides cells that a student merged. The lesson's own text, where it is in no cell by itself, shows where one cell ended:
 * otherwise an answer that was merged into a locked cell would be lost with what was changed there.
 * @returns also lines that name the cells.
 */
export function divided(handedIn: readonly HandedInCell[], { cells }: Notebook): { pieces: Piece[]; notes: string[] } {
  const alone = new Set(handedIn.map(({ type, source }) => meaning(type, source)));
  const missing = new Set(
    cells.filter((cell) => {
      const text = meaning(cell.cell_type, sourceOf(cell));
      return !isSolution(cell) && text !== "" && !alone.has(text);
    }),
  );
  const all = handedIn.map((cell, index) => partsOf({ ...cell, at: index + 1 }, missing));
  const merged = all.flatMap((parts) => (parts.length > 1 ? [parts[0].at] : []));
  const subject = merged.length === 1 ? "Cell" : "Cells";
  const notes =
    merged.length === 0
      ? []
      : [
          `${subject} ${merged.slice(0, 4).join(", ")} held several cells of the lesson, and ${merged.length === 1 ? "was" : "were"} divided.`,
        ];
  return { pieces: all.flat(), notes };
}

function partsOf(piece: Piece, missing: Set<Cell>): Piece[] {
  const text = `\n${piece.source.replaceAll("\r\n", "\n")}\n`;
  for (const cell of missing) {
    const own = `\n${sourceOf(cell).trim()}\n`;
    const from = cell.cell_type === piece.type ? text.indexOf(own) : -1;
    if (from < 0 || isChanged(piece, cell)) continue;
    missing.delete(cell);
    const { gradeId, id, ...rest } = piece;
    const names = gradeId === gradedMetadata(cell)?.grade_id || id === idOf(cell) ? {} : { gradeId, id };
    const before = { ...rest, ...names, source: text.slice(0, from).trim() };
    const after = { ...rest, ...(before.source === "" ? names : {}), source: text.slice(from + own.length).trim() };
    const middle: Piece = { ...rest, gradeId: gradedMetadata(cell)?.grade_id, id: idOf(cell), source: sourceOf(cell) };
    return [before, middle, after].flatMap((part) => (part.source === "" ? [] : partsOf(part, missing)));
  }
  return [piece];
}

/** Whether a piece is code of the lesson that students may change, such as a figure's: what they added belongs to it. */
const isChanged = (piece: Piece, cell: Cell): boolean =>
  piece.type === "code" && gradedMetadata(cell) === undefined && piece.gradeId === undefined && piece.id === idOf(cell);
