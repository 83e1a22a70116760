import { gradedMetadata } from "../exam";
import type { HandedInCell } from "../intake";
import type { Cell } from "../../notebooks/notebook";

/** A cell of a submission, or a part of one. */
export interface Piece extends HandedInCell {
  /** The number of its cell in the submitted notebook, from 1. */
  at: number;
  /** The released cell that it stands for; undefined for a cell of the student's own. */
  release?: Cell;
}

export const idOf = (cell: Cell): string => cell.id ?? "";

/** Whether a released cell is an exercise or a written answer. */
export const isSolution = (cell: Cell): boolean => gradedMetadata(cell)?.solution === true;

/** What a text says, to compare it: without blanks and, in code, without comments. */
export function meaning(type: Cell["cell_type"], source: string): string {
  return (type === "code" ? source.replace(/\/\/.*$/gm, "") : source).replace(/\s+/g, "");
}
