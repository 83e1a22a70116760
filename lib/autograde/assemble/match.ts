import { declaredIn, gradedMetadata, isWhole } from "../exam";
import type { HandedInCell } from "../intake";
import { counted } from "../../system/words";
import { sourceOf, type Cell, type Notebook } from "../../notebooks/notebook";
import { divided } from "./divide";
import { idOf, isSolution, meaning, type Piece } from "./meaning";

/** A submission's cells in their order, each with the released cell that it stands for. */
interface Matched {
  pieces: Piece[];
  /** Exercises whose answer is in another exercise's cell. Their own text must not run, because it would undo the answer. */
  elsewhere: Set<Cell>;
  /** Lines that say which of several cells were taken. */
  notes: string[];
}

/**
 * Finds the released cell that each cell of a submission stands for. Editors copy, split, and merge cells, and drop their
 * names, so the text decides where names do not: a cell that is empty or as it was handed out never takes the place of an
 * answer, and never runs after it.
 */
export function match(handedIn: readonly HandedInCell[], release: Notebook): Matched {
  const { pieces, notes } = divided(handedIn, release);
  const matching = new Matching(pieces, release);
  for (const cell of release.cells) if (!isSolution(cell)) matching.settle(cell);
  for (const cell of release.cells) if (isSolution(cell)) matching.choose(cell);
  return { pieces: matching.kept(), elsewhere: matching.elsewhere(), notes: [...notes, ...matching.notes] };
}

class Matching {
  readonly notes: string[] = [];
  private readonly claims: ReadonlyMap<Cell, Piece[]>;
  private readonly claimed: ReadonlySet<Piece>;
  private readonly meanings: ReadonlyMap<Piece, string>;
  private readonly leftOut = new Set<Piece>();
  private readonly unanswered: Cell[] = [];
  private readonly names = new Map<string, string[]>();

  constructor(
    private readonly pieces: readonly Piece[],
    private readonly release: Notebook,
  ) {
    const named = new Map(release.cells.map((cell) => [gradedMetadata(cell)?.grade_id, cell]));
    const known = new Map(release.cells.map((cell) => [idOf(cell), cell]));
    const claims = new Map<Cell, Piece[]>();
    for (const piece of pieces) {
      const byName = piece.gradeId === undefined ? undefined : named.get(piece.gradeId);
      const cell = byName ?? (piece.id === undefined ? undefined : known.get(piece.id));
      if (cell) claims.set(cell, [...(claims.get(cell) ?? []), piece]);
    }
    this.claims = claims;
    this.claimed = new Set([...claims.values()].flat());
    this.meanings = new Map(pieces.map((piece) => [piece, meaning(piece.type, piece.source)]));
  }

  /** A cell whose text the student need not change: the last one with its name or, without any, the last with its text. */
  settle(cell: Cell): void {
    const text = meaning(cell.cell_type, sourceOf(cell));
    const same = (piece: Piece) => text !== "" && piece.type === cell.cell_type && this.meanings.get(piece) === text;
    const piece = this.claims.get(cell)?.at(-1) ?? this.unclaimed().filter(same).at(-1);
    if (piece) piece.release = cell;
  }

  /** An exercise or a written answer: the last cell that answers it, before its test if there are any. */
  choose(cell: Cell): void {
    const stub = meaning(cell.cell_type, sourceOf(cell));
    const answers = (piece: Piece): boolean => !["", stub].includes(this.meanings.get(piece) ?? "");
    const claiming = this.claims.get(cell) ?? [];
    const named = claiming.filter(answers);
    const answering = named.length > 0 ? named : this.unnamed(cell).filter(answers);
    if (answering.length === 0) {
      this.unanswered.push(cell);
      const last = claiming.at(-1);
      if (last) last.release = cell;
      return;
    }
    const test = this.pieces.findIndex(({ release }) => release !== undefined && release === this.testOf(cell));
    const inTime = answering.filter((piece) => this.pieces.indexOf(piece) < test);
    const taken = (inTime.length > 0 ? inTime : answering).at(-1) as Piece;
    const copies = this.unclaimed().filter((piece) => piece.type === "code" && this.meanings.get(piece) === stub);
    const unchanged = new Set([...claiming, ...copies].filter((piece) => !answers(piece)));
    for (const piece of unchanged) this.leftOut.add(piece);
    const parts = this.partsOf(cell, taken, answering);
    this.note(cell, parts, { unchanged: [...unchanged], own: answering.filter((piece) => !parts.includes(piece)) });
    for (const part of parts) this.leftOut.add(part);
    this.leftOut.delete(taken);
    const images = Object.fromEntries(parts.flatMap((part) => Object.entries(part.images ?? {})));
    const source = parts.map((part) => part.source).join(cell.cell_type === "code" ? "\n" : "\n\n");
    Object.assign(taken, { source, release: cell }, { images });
  }

  kept(): Piece[] {
    return this.pieces.filter((piece) => !this.leftOut.has(piece));
  }

  elsewhere(): Set<Cell> {
    const written = this.kept().filter(({ type, release }) => type === "code" && (!release || isSolution(release)));
    const names = new Set(
      written.flatMap(({ source, release }) =>
        release && this.unanswered.includes(release) ? [] : this.declared(source),
      ),
    );
    const cells = this.unanswered.filter((cell) => this.declared(sourceOf(cell)).some((name) => names.has(name)));
    for (const cell of cells) this.notes.push(`${nameOf(cell)} is answered in another exercise's cell, which was run.`);
    return new Set(cells);
  }

  /** What {@link declaredIn} finds, which is asked often. */
  private declared(source: string): string[] {
    const names = this.names.get(source) ?? declaredIn(source);
    this.names.set(source, names);
    return names;
  }

  private unclaimed(): Piece[] {
    return this.pieces.filter((piece) => !this.claimed.has(piece) && piece.release === undefined);
  }

  /** Cells without a name that can answer: code that declares the same, or the texts in the answer's place. */
  private unnamed(cell: Cell): Piece[] {
    if (cell.cell_type === "code") {
      const names = this.declared(sourceOf(cell));
      return this.unclaimed().filter(
        ({ type, source }) => type === "code" && this.declared(source).some((name) => names.includes(name)),
      );
    }
    const before = this.release.cells[this.release.cells.indexOf(cell) - 1];
    const place = this.pieces.findIndex(({ release }) => release !== undefined && release === before) + 1;
    const claiming = this.claims.get(cell) ?? [];
    const unclaimed = this.unclaimed();
    const rest = this.pieces
      .slice(place)
      .filter((piece) => !claiming.includes(piece) && this.meanings.get(piece) !== "");
    const end = rest.findIndex((piece) => piece.type !== cell.cell_type || !unclaimed.includes(piece));
    return end < 0 ? rest : rest.slice(0, end);
  }

  private testOf(solution: Cell): Cell | undefined {
    const after = this.release.cells.slice(this.release.cells.indexOf(solution) + 1);
    const next = after.find((cell) => gradedMetadata(cell)?.grade === true || isSolution(cell));
    return next && isSolution(next) ? undefined : next;
  }

  /**
   * The neighbouring cells into which an answer was split. A copy declares the same again and is no part. Nor is a cell before an
   * answer, if both are whole: it runs as it did for the student, and may fail or import the same without harm.
   */
  private partsOf(cell: Cell, taken: Piece, answering: readonly Piece[]): Piece[] {
    const parts = [taken];
    const namesIn = (source: string) => (cell.cell_type === "code" ? this.declared(source) : []);
    const wanted = namesIn(sourceOf(cell));
    for (let index = this.pieces.indexOf(taken) - 1; index >= 0; index--) {
      const piece = this.pieces[index];
      if (this.leftOut.has(piece)) continue;
      const names = new Set(parts.flatMap(({ source }) => namesIn(source)));
      const copied = parts.some((part) => this.meanings.get(part) === this.meanings.get(piece));
      if (!answering.includes(piece) || copied || namesIn(piece.source).some((name) => names.has(name))) break;
      const source = parts.map((part) => part.source).join("\n");
      if (wanted.some((name) => names.has(name)) && isWhole(source) && isWhole(piece.source)) break;
      parts.unshift(piece);
    }
    return parts;
  }

  private note(
    cell: Cell,
    parts: readonly Piece[],
    others: { unchanged: readonly Piece[]; own: readonly Piece[] },
  ): void {
    const { unchanged, own } = others;
    const count = parts.length + unchanged.length + own.length;
    if (count === 1 && this.claimed.has(parts[0])) return;
    const phrases = [
      `${cells(parts)} ${was(parts)} taken as the answer`,
      ...(unchanged.length > 0
        ? [`${cells(unchanged)} ${was(unchanged)} left out, because nothing is answered there`]
        : []),
      ...(own.length > 0 ? [`${cells(own)} ${was(own)} kept as the student's own`] : []),
    ];
    this.notes.push(`${nameOf(cell)} is in ${counted(count, "cell")} of the notebook: ${phrases.join("; ")}.`);
  }
}

const nameOf = (cell: Cell): string => gradedMetadata(cell)?.grade_id ?? idOf(cell);
const was = (pieces: readonly Piece[]): string => (pieces.length === 1 ? "was" : "were");

function cells(pieces: readonly Piece[]): string {
  const numbers = pieces.slice(0, 4).map(({ at }) => at);
  const more = pieces.length > 4 ? ` and ${pieces.length - 4} more` : "";
  return `${pieces.length === 1 ? "cell" : "cells"} ${numbers.join(", ")}${more}`;
}
