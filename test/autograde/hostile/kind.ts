import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Cell, Notebook } from "../../../lib/notebooks/notebook";
import { code } from "../../notebooks/cells";

/** What lies outside of the sandbox and must neither be seen nor change. */
export interface World {
  /** The installation. */
  root: string;
  /** The course folder, with the other submissions and the gradebook. */
  course: string;
  /** A folder that holds `secret.txt` and nothing else. */
  canary: string;
  /** What `secret.txt`, and the grader's environment, hold. */
  secret: string;
  /** A port on 127.0.0.1 that somebody listens on. */
  port: number;
  /** A Unix socket in the abstract namespace that somebody listens on, without its leading zero byte. */
  socket: string;
}

/** Where the submission is made, and from what. */
export interface Place extends World {
  /** The submission's folder, empty. */
  folder: string;
  lesson: string;
  /** The name that the lesson's notebook has to have. */
  file: string;
  /** The students' notebook with every exercise solved; a copy of one's own. */
  solved: Notebook;
}

/**
 * What a submission loses of the points that a solved one gets: all those from one test cell on, and of single cells all but
 * the points that stand here. `the rest`: the machine's speed decides which cells still run, so each has its points or none.
 */
export type Lost = "nothing" | "everything" | "the rest" | { from?: string; only?: Readonly<Record<string, number>> };

/** A way to be hostile. */
export interface Kind {
  /** Its student. */
  name: string;
  tries: string;
  hand: (place: Place) => Promise<void>;
  /** Nothing, unless it says otherwise. */
  lost?: Lost;
  /** What its feedback says; there always is some. */
  says?: RegExp;
  /** What the outputs of its cells must hold, where it can be seen that the attack was really tried. */
  tried?: RegExp;
  /** Its feedback is opened in a browser. */
  inPages?: boolean;
}

/** Changes of a solved notebook. */
export interface Changes {
  /** New sources of solution cells by grade id. */
  cells?: Record<string, string>;
  /** A cell more, after the imports. */
  first?: string;
  /** A cell more, at the end. */
  last?: string;
  /** Anything else. */
  change?: (notebook: Notebook) => void;
}

export const gradeId = ({ metadata }: Cell): string | undefined =>
  (metadata.nbgrader as { grade_id?: string } | undefined)?.grade_id;

/** A cell that is in no released notebook. */
export const codeCell = (source: string): Cell => code(source, `x${Math.random().toString(36).slice(2, 10)}`);

/** nbgrader's notes of a cell that is worth 1,000 points. */
export const worthMuch = (id: unknown, task: boolean): object => ({
  ...{ grade: true, grade_id: id, locked: true, solution: false, task, points: 1_000, schema_version: 3 },
});

/** The place of a cell. @throws where the lesson has none of this name. */
export function placeOf(notebook: Notebook, id: string): number {
  const place = notebook.cells.findIndex((cell) => gradeId(cell) === id);
  if (place < 0) throw new Error(`The lesson has no cell "${id}".`);
  return place;
}

/** Hands in a solved notebook with some changes. */
export function solvedBut(changes: Changes | ((world: World) => Changes)): Kind["hand"] {
  return async (place) => {
    const { folder, file, solved } = place;
    const { cells = {}, first, last, change } = typeof changes === "function" ? changes(place) : changes;
    for (const [id, source] of Object.entries(cells)) solved.cells[placeOf(solved, id)].source = source;
    if (first !== undefined) solved.cells.splice(placeOf(solved, "imports") + 1, 0, codeCell(first));
    if (last !== undefined) solved.cells.push(codeCell(last));
    change?.(solved);
    await writeFile(join(folder, file), JSON.stringify(solved));
  };
}

/** A kind that hands in what `hand` makes, or a solved notebook with some changes. Cells that are changed lose their points. */
export function kind(name: string, tries: string, how: Changes & Partial<Omit<Kind, "name" | "tries">>): Kind {
  const { cells, first, last, change, ...rest } = how;
  const only = Object.fromEntries(Object.keys(cells ?? {}).map((id) => [`test-${id}`, 0]));
  return { name, tries, hand: solvedBut({ cells, first, last, change }), ...(cells && { lost: { only } }), ...rest };
}

/** A kind whose cell takes the place of the exercise `reading` and ends the run: the points of the exercises before it stay. */
export const atReading = (name: string, tries: string, says: RegExp, source: string): Kind =>
  kind(name, tries, { cells: { reading: source }, lost: { from: "test-reading" }, says });

/** A kind that hands in no notebook that can be graded. */
export const ungraded = (name: string, tries: string, says: RegExp | undefined, hand: Kind["hand"]): Kind =>
  kind(name, tries, { hand, lost: "everything", says });

/** Hands in these bytes as the notebook. */
export function bytes(content: string | Uint8Array): Kind["hand"] {
  return ({ folder, file }) => writeFile(join(folder, file), content);
}

/** Hands in a solved notebook and whatever else `add` makes. */
export function solvedAnd(add: (results: string, place: Place) => Promise<unknown>): Kind["hand"] {
  return async (place) => {
    await solvedBut({})(place);
    const results = join(place.folder, "results");
    await mkdir(results);
    await add(results, place);
  };
}
