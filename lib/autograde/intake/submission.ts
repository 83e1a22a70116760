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
  /** The notebook to grade; undefined if there is none. */
  notebook?: SubmittedFile;
  /** One line that says why there is no notebook to grade. */
  failure?: string;
  /** The other files: records. */
  files: SubmittedFile[];
  /** Lines that say what was left out or mended. */
  notes: string[];
  /** When it was handed in, from nbgrader's `timestamp.txt`. */
  timestamp?: string;
  /** Nbgrader finds the returned feedback by it. */
  secret?: string;
  /** Changes with everything that is graded. */
  digest: string;
}

/** A submission with its notebook's cells. */
export interface HandedIn extends Submitted {
  /** Empty if there is no notebook to grade. */
  cells: HandedInCell[];
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
    return { folder, failure, files: [], notes: [], digest: createHash("sha256").update(failure).digest("hex") };
  }
  const { files: all, notes } = await findFiles(folder);
  const files = all.filter(({ path }) => !isTopNotebook(path) && path !== timestampFile && path !== secretFile);
  const chosen = await chooseNotebook(folder, `${notebook}.ipynb`, all, notes).catch((error: Error) => error);
  const graded = chosen instanceof Error ? { failure: chosen.message } : { notebook: chosen };
  const stamps = all.filter(({ path }) => path === timestampFile || path === secretFile);
  const digest = await digestOf([...(graded.notebook ? [graded.notebook] : []), ...files, ...stamps]);
  return { folder, ...graded, files, notes, digest, ...(await nbgraderFiles(folder)) };
}

/** Reads a submission's notebook. Whatever is wrong with it becomes a line, never an error. */
export async function readSubmission(submitted: Submitted): Promise<HandedIn> {
  if (submitted.notebook === undefined) return { ...submitted, cells: [] };
  try {
    const { cells, notes } = await readNotebookOf(submitted.notebook);
    return { ...submitted, cells, notes: [...submitted.notes, ...notes] };
  } catch (error) {
    return { ...submitted, cells: [], failure: (error as Error).message };
  }
}

async function chooseNotebook(
  folder: string,
  name: string,
  files: readonly SubmittedFile[],
  notes: string[],
): Promise<SubmittedFile> {
  const named = files.find(({ path }) => path === name);
  if (named) return named;
  const kind = await lstat(join(folder, name)).catch(() => undefined);
  if (kind?.isDirectory()) throw new Error(`${name} is a folder and no notebook.`);
  if (kind?.isSymbolicLink()) throw new Error(`${name} is a link: hand in the notebook itself.`);
  if (kind) throw new Error(`${name} is a pipe, a device or a socket and no notebook.`);
  const others = files.filter(({ path }) => isTopNotebook(path));
  if (others.length !== 1) throw new Error(`There is no ${name} in the submission.`);
  notes.push(`There is no ${name} in the submission; ${quoted(others[0].path)} was graded in its place.`);
  return others[0];
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
