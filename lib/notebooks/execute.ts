import { mkdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { jupyterEnvironment, jupyterFolder, notebookPython } from "./environment";
import { failedCells, readNotebook, type FailedCell, type Notebook } from "./notebook";

/** How to run a notebook. */
export interface ExecuteOptions {
  /** The folder the cells run in: what they write with a relative path lands there. */
  folder: string;
  /** The file to write the executed notebook to. */
  output: string;
  /** Goes on after a cell that failed. */
  allowErrors?: boolean;
  /** Receives a line as each cell starts. */
  progress?: (line: string) => void;
}

/** A notebook that was run. */
export interface Executed {
  notebook: Notebook;
  failed: FailedCell[];
}

/**
 * Runs a notebook headless on the course kernel. A cell that fails ends the run, unless `allowErrors`; the notebook is
 * written in either case.
 * @throws when the kernel dies, cannot start, or the file is no notebook.
 */
export async function executeNotebook(file: string, options: ExecuteOptions): Promise<Executed> {
  const { folder, output, allowErrors = false, progress = () => undefined } = options;
  await readNotebook(file);
  await mkdir(dirname(output), { recursive: true });
  await mkdir(folder, { recursive: true });
  const { execa } = await import("execa");
  const process = execa(
    notebookPython(),
    [
      join(jupyterFolder, "execute.py"),
      resolve(file),
      resolve(output),
      resolve(folder),
      ...(allowErrors ? ["--allow-errors"] : []),
    ],
    { env: jupyterEnvironment(), reject: false, all: false },
  );
  for await (const line of process) progress(line);
  const { exitCode, stderr } = await process;
  if (exitCode !== 0 && exitCode !== 1) throw new Error(`${basename(file)}: ${lastLine(stderr)}`);
  if (exitCode === 1 && /^Traceback/m.test(stderr)) throw new Error(`${basename(file)}: ${lastLine(stderr)}`);
  const notebook = await readNotebook(output);
  return { notebook, failed: failedCells(notebook) };
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "the run ended without a word";
}
