import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { release } from "node:os";
import { posix } from "node:path";
import { sourceOf, type Notebook } from "../../notebooks/notebook";
import { cellOutputBytes, patience, type Limits } from "./limits";

/** A file of the student's. */
export interface GivenFile {
  /** Its path in the folder that cells run in, relative to that. */
  path: string;
  /** Its path on this machine. */
  from: string;
}

/** A cell that is to be run. */
export interface GivenCell {
  /** Its index among the notebook's cells. */
  cell: number;
  source: string;
}

/** The code cells that have something to run. */
export function cellsOf(notebook: Notebook): GivenCell[] {
  return notebook.cells
    .map((each, cell) => ({ cell, source: sourceOf(each), code: each.cell_type === "code" }))
    .filter(({ code, source }) => code && source.trim() !== "")
    .map(({ cell, source }) => ({ cell, source }));
}

/**
 * What `run_cells.py` reads.
 * @throws one line when a file is no regular file, or its path leads out of the folder.
 */
export async function orderOf(
  cells: readonly GivenCell[],
  files: readonly GivenFile[],
  limits: Limits,
): Promise<string> {
  return JSON.stringify({
    cells,
    files: await Promise.all(files.map(contentOf)),
    limits: {
      ...limits,
      cellWaitSeconds: patience * limits.cellSeconds,
      cellOutputBytes: cellOutputBytes(limits),
      countProcesses: countsBySandbox(),
    },
  });
}

async function contentOf({ path, from }: GivenFile): Promise<{ path: string; base64: string }> {
  if (path !== posix.normalize(path) || posix.isAbsolute(path) || path.split("/")[0] === "..") {
    throw new Error(`${path} is no path in a submission's folder.`);
  }
  const handle = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!(await handle.stat()).isFile()) throw new Error(`${path} is no regular file.`);
    return { path, base64: (await handle.readFile()).toString("base64") };
  } finally {
    await handle.close();
  }
}

/** Whether Linux counts a sandbox's processes apart: by its user id, or, since 5.14, by its user namespace. */
function countsBySandbox(): boolean {
  const [major, minor] = release().split(".").map(Number);
  return process.getuid?.() === 0 || major > 5 || (major === 5 && minor >= 14);
}
