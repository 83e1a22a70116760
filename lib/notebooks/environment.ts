import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { workbookRoot } from "../system/workbook";

/** The folder of templates, settings and Python programs for Jupyter's tools. */
export const jupyterFolder = join(workbookRoot, "jupyter");

/**
 * The programs of the notebooks' Python environment: `.workbook/venv`, or the environment that `WORKBOOK_VENV` names.
 * @throws when there is none; the message says which command makes it.
 */
export function notebookPrograms(): string {
  const named = process.env.WORKBOOK_VENV;
  const programs = join(named === undefined || named === "" ? join(workbookRoot, ".workbook", "venv") : named, "bin");
  if (!existsSync(join(programs, "jupyter"))) {
    throw new Error(
      `The notebooks' Python environment is missing (no ${join(programs, "jupyter")}). Run \`npm start\` once.`,
    );
  }
  return programs;
}

/** The environment's Python. @throws as `notebookPrograms`. */
export function notebookPython(): string {
  return join(notebookPrograms(), "python");
}

/** Variables for Jupyter's tools: they find each other, read no settings of the user's, and print no colours. */
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

let temporary: string | undefined;

/** A folder for as long as this process runs: without settings, each of Jupyter's tools makes an empty one and leaves it behind. */
function temporaryFolder(): string {
  if (temporary === undefined) {
    const folder = mkdtempSync(join(tmpdir(), "parallel-training-"));
    temporary = folder;
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  }
  return temporary;
}

/** The program that runs nbgrader's commands. */
export const quickNbgrader = join(jupyterFolder, "grading", "quick_nbgrader.py");

/**
 * The text of a folder's `nbgrader_config.py`: the workbook's settings, then its own.
 * @param own lines of Python.
 */
export function nbgraderSettings(own: readonly string[] = []): string {
  const shared = join(jupyterFolder, "nbgrader_config.py");
  return ["c = get_config()  # noqa: F821", `load_subconfig(${pythonText(shared)})  # noqa: F821`, ...own, ""].join(
    "\n",
  );
}

/** A text as Python's source writes it. */
export const pythonText = (text: string): string => JSON.stringify(text);
