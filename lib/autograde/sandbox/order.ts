import { release } from "node:os";
import { posix } from "node:path";
import { sourceOf, type Notebook } from "../../notebooks/notebook";
import { readRegular } from "../intake/files";
import { cellOutputBytes, patience, type Limits } from "./limits";

/** One of the student's files. */
export interface StudentFile {
  /** Its path relative to the folder that cells run in. */
  path: string;
  /** Its path on this machine. */
  from: string;
}

/** A cell to run. */
interface OrderedCell {
  /** Its index among the notebook's cells. */
  cell: number;
  source: string;
}

/** The code cells that are not empty. */
export function cellsOf(notebook: Notebook): OrderedCell[] {
  const cells = notebook.cells.map((cell, index) => ({ cell: index, source: sourceOf(cell), type: cell.cell_type }));
  return cells.flatMap(({ type, ...cell }) => (type === "code" && cell.source.trim() !== "" ? [cell] : []));
}

/**
 * The order to run cells, as JSON text that `run_cells.py` reads.
 * @throws one line when a file is no regular file, or its path leads out of the folder.
 */
export async function orderOf(
  cells: readonly OrderedCell[],
  files: readonly StudentFile[],
  limits: Limits,
): Promise<string> {
  return JSON.stringify({
    cells,
    files: await Promise.all(files.map(contentOf)),
    limits: {
      ...limits,
      cellWaitSeconds: patience * limits.cellSeconds,
      cellOutputBytes: cellOutputBytes(limits),
      countProcesses: countsProcessesSeparately(),
    },
  });
}

async function contentOf({ path, from }: StudentFile): Promise<{ path: string; base64: string }> {
  if (path !== posix.normalize(path) || posix.isAbsolute(path) || path.split("/")[0] === "..") {
    throw new Error(`${path} is no path in a submission's folder.`);
  }
  const bytes = await readRegular(from, Infinity).catch((error: Error) => {
    throw new Error(`${path}: ${error.message}.`);
  });
  return { path, base64: bytes.toString("base64") };
}

/** Whether Linux counts a sandbox's processes separately: by its user id or, since 5.14, by its user namespace. */
function countsProcessesSeparately(): boolean {
  const [major, minor] = release().split(".").map(Number);
  return process.getuid?.() === 0 || major > 5 || (major === 5 && minor >= 14);
}
