import { basename, dirname, join, resolve } from "node:path";
import { jupyterEnvironment, jupyterFolder, notebookPython } from "./environment";
import { failedCells, readNotebook, type FailedCell, type Notebook } from "./notebook";
import { makeFolders } from "../system/folders";

/** How to run a notebook. */
interface ExecuteOptions {
  /** The working folder of the cells. */
  folder: string;
  /** The file to write the executed notebook to. */
  output: string;
  /** Goes on after a cell that failed. */
  allowErrors?: boolean;
  /** Receives a line as each cell starts. */
  progress?: (line: string) => void;
}

/** An executed notebook. */
export interface Executed {
  notebook: Notebook;
  failed: FailedCell[];
}

/**
 * Runs a notebook headless on the course kernel. Without `allowErrors`, the first cell that fails ends the run. The notebook
 * is written in either case.
 * @throws when the kernel dies or cannot start, or the file is no notebook.
 */
export async function executeNotebook(file: string, options: ExecuteOptions): Promise<Executed> {
  const { folder, output, allowErrors = false, progress = () => undefined } = options;
  await readNotebook(file);
  makeFolders(dirname(output));
  makeFolders(folder);
  const { execa } = await import("execa");
  const script = join(jupyterFolder, "execute.py");
  const flags = allowErrors ? ["--allow-errors"] : [];
  const run = execa(notebookPython(), [script, resolve(file), resolve(output), resolve(folder), ...flags], {
    env: jupyterEnvironment(),
    reject: false,
  });
  for await (const line of run) progress(line);
  const { exitCode, stderr } = await run;
  // Status 1 means that cells failed, or, with a traceback, that the script itself did.
  if (exitCode !== 0 && (exitCode !== 1 || /^Traceback/m.test(stderr)))
    throw new Error(`${basename(file)}: ${lastLine(stderr)}`);
  const notebook = await readNotebook(output);
  return { notebook, failed: failedCells(notebook) };
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "the run ended without a message";
}
