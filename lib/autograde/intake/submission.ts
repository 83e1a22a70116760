import { createHash } from "node:crypto";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { digestOf, findFiles, isTopNotebook, readRegular, type SubmittedFile } from "./files";
import { limits } from "./limits";
import { readCells, type HandedInCell, type ReadNotebook } from "./notebook";
import { quoted } from "./words";

/** A submission of which only names, sizes, and the digest are known. */
export interface Submitted {
  folder: string;
  /** Notebooks that may be the one to grade, the one with the lesson's name first; empty if there is none. */
  notebooks: SubmittedFile[];
  /** One line that says why there is no notebook of the lesson's name. */
  failure?: string;
  /** The other files: records. */
  files: SubmittedFile[];
  /** Lines that say what was left out or mended. */
  notes: string[];
  /** When it was handed in, from nbgrader's `timestamp.txt`. */
  timestamp?: string;
  /** Nbgrader finds the returned feedback by it. */
  secret?: string;
  /** Changes with everything that may be graded. */
  digest: string;
}

/** A submission with its notebook's cells. */
export interface HandedIn extends Submitted {
  /** Empty if there is no notebook to grade; `failure` then says why. */
  cells: HandedInCell[];
  /** The release that the notebook says it was handed out from. */
  release?: string;
}

/** Files that nbgrader adds to a submission. */
const [timestampFile, secretFile] = ["timestamp.txt", "submission_secret.txt"];

/**
 * Finds a submission, which may hold anything. Whatever is wrong with it becomes a line, never an error.
 * @param folder `submitted/STUDENT/LESSON`
 * @param notebook file name without `.ipynb`.
 */
export async function findSubmission(folder: string, notebook: string): Promise<Submitted> {
  const status = await lstat(folder).catch(() => undefined);
  if (!status?.isDirectory()) {
    const failure = `The submission is ${status === undefined ? "gone" : "no folder"}: hand in the lesson's folder.`;
    return {
      folder,
      failure,
      notebooks: [],
      files: [],
      notes: [],
      digest: createHash("sha256").update(failure).digest("hex"),
    };
  }
  const { files: all, notes } = await findFiles(folder);
  const files = all.filter(({ path }) => !isTopNotebook(path) && path !== timestampFile && path !== secretFile);
  const name = `${notebook}.ipynb`;
  const top = all
    .filter(({ path }) => isTopNotebook(path))
    .sort((a, b) => Number(b.path === name) - Number(a.path === name));
  const notebooks = top.slice(0, limits.notebooks);
  const failure = notebooks.at(0)?.path === name ? undefined : await whyMissing(folder, name);
  const stamps = all.filter(({ path }) => path === timestampFile || path === secretFile);
  const digest = await digestOf([...notebooks, ...files, ...stamps]);
  return { folder, failure, notebooks, files, notes, digest, ...(await nbgraderFiles(folder)) };
}

/**
 * Reads a submission's notebook. Of several, the one with the lesson's name counts or, if nothing is answered there, the one
 * with the most answers. Whatever is wrong with it becomes a line, never an error.
 * @param answers counts the answers among a notebook's cells.
 */
export async function readSubmission(
  submitted: Submitted,
  answers: (cells: readonly HandedInCell[]) => number,
): Promise<HandedIn> {
  const [first] = submitted.notebooks;
  let wrong = submitted.failure;
  let taken: (ReadNotebook & { path: string; count: number }) | undefined;
  for (const notebook of submitted.notebooks) {
    try {
      const read = await readNotebookOf(notebook);
      const count = answers(read.cells);
      if (taken === undefined || count > taken.count) taken = { ...read, path: notebook.path, count };
      if (notebook !== first || submitted.failure !== undefined) continue;
      if (count > 0) break;
      wrong = `Nothing is answered in ${quoted(first.path)}.`;
    } catch (error) {
      wrong ??= (error as Error).message;
    }
  }
  if (taken === undefined) return { ...submitted, failure: wrong, cells: [] };
  const { path, cells, release, notes } = taken;
  const others = submitted.notebooks
    .filter((notebook) => notebook.path !== path)
    .map((notebook) => quoted(notebook.path));
  const instead = path !== first.path || submitted.failure !== undefined;
  const choice = [
    ...(instead ? [`${wrong?.replace(/\.$/, "")}; ${quoted(path)} was graded in its place.`] : []),
    ...(others.length > 0 ? [`Not graded: ${others.join(", ")}. Only one notebook of a submission counts.`] : []),
  ];
  return { ...submitted, failure: undefined, cells, release, notes: [...choice, ...submitted.notes, ...notes] };
}

async function whyMissing(folder: string, name: string): Promise<string> {
  const kind = await lstat(join(folder, name)).catch(() => undefined);
  if (kind?.isDirectory()) return `${name} is a folder, not a notebook.`;
  if (kind?.isSymbolicLink()) return `${name} is a link: hand in the notebook itself.`;
  if (kind) return `${name} is a pipe, a device or a socket, not a notebook.`;
  return `There is no ${name} in the submission.`;
}

/** @throws one line that begins with the notebook's name. */
async function readNotebookOf({ path, from }: SubmittedFile): Promise<ReadNotebook> {
  try {
    return readCells((await readRegular(from, limits.notebookBytes)).toString("utf8"));
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new Error(`${quoted(path)} ${code === undefined ? message : `cannot be read (${code})`}.`);
  }
}

async function nbgraderFiles(folder: string): Promise<Pick<HandedIn, "timestamp" | "secret">> {
  const [timestamp, secret] = await Promise.all(
    [timestampFile, secretFile].map((name) =>
      readRegular(join(folder, name), 1000).then(
        (bytes) => bytes.toString("utf8").trim(),
        () => undefined,
      ),
    ),
  );
  return {
    timestamp: timestamp !== undefined && isTimestamp(timestamp) ? timestamp : undefined,
    secret: secret !== undefined && /^[\x21-\x7e]{1,500}$/.test(secret) ? secret : undefined,
  };
}

/** Whether a text is a time as nbgrader writes it: `2026-10-31 13:37:00.000000 UTC`. */
function isTimestamp(text: string): boolean {
  const [, when] = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(?:\.\d{1,6})?(?: (?:[A-Z]{1,5}|[+-]\d{4}))?$/.exec(text) ?? [];
  return when !== undefined && !Number.isNaN(Date.parse(`${when.replace(" ", "T")}Z`));
}
