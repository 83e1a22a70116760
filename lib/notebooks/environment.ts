import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { workbookRoot } from "../system/workbook";

/** The folder with templates, settings and Python programs for Jupyter's tools. */
export const jupyterFolder = join(workbookRoot, "jupyter");

/**
 * The folder of programs in the notebooks' Python environment: `.workbook/venv`, or the environment that `WORKBOOK_VENV` names.
 * @throws when it is missing; the message names the command that makes it.
 */
export function notebookPrograms(): string {
  const programs = join(process.env.WORKBOOK_VENV || join(workbookRoot, ".workbook", "venv"), "bin");
  if (!existsSync(join(programs, "jupyter"))) {
    throw new Error(
      `The notebooks' Python environment is missing: there is no ${join(programs, "jupyter")}. Run \`npm start\` once.`,
    );
  }
  return programs;
}

/** The environment's Python. @throws as `notebookPrograms`. */
export function notebookPython(): string {
  return join(notebookPrograms(), "python");
}

/** The environment of Jupyter's tools: they find each other, ignore the user's settings, and print without colours. */
export function jupyterEnvironment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: `${notebookPrograms()}${delimiter}${process.env.PATH ?? ""}`,
    JUPYTER_NO_CONFIG: "1",
    TMPDIR: temporaryFolder(),
    PYTHONDONTWRITEBYTECODE: "1",
    NO_COLOR: "1",
  };
}

/** Runs a program of the environment's Python to its end, with {@link jupyterEnvironment} unless `options` say otherwise. */
export async function runPython(
  words: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; timeout?: number } = {},
): Promise<{ exitCode?: number; stdout: string; stderr: string }> {
  const { execa } = await import("execa");
  return execa(notebookPython(), words, { env: jupyterEnvironment(), reject: false, ...options } as const);
}

let temporary: string | undefined;

/** A folder that exists while this process runs. Without settings, each of Jupyter's tools leaves an empty folder behind. */
function temporaryFolder(): string {
  if (temporary !== undefined) return temporary;
  const folder = mkdtempSync(join(tmpdir(), "parallel-training-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  temporary = folder;
  return folder;
}

/** The program that runs nbgrader's commands. */
export const quickNbgrader = join(jupyterFolder, "grading", "quick_nbgrader.py");

/**
 * The text of a folder's `nbgrader_config.py`: the workbook's settings, then more.
 * @param more Lines of Python.
 */
export function nbgraderSettings(more: readonly string[] = []): string {
  const shared = pythonText(join(jupyterFolder, "nbgrader_config.py"));
  return ["c = get_config()  # noqa: F821", `load_subconfig(${shared})  # noqa: F821`, ...more, ""].join("\n");
}

/** A string literal of Python. */
export const pythonText = (text: string): string => JSON.stringify(text);
