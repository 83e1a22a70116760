// @ts-check
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The workbook's root folder, where package.json is. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Everything set-up makes, but for node_modules/ and dist/, which npm and tsc want at the root. */
export const workbookDir = join(root, ".workbook");

/** The Python environment of the notebooks. */
export const venv = join(workbookDir, "venv");

/** What the commands that set-up runs have printed. */
export const logFile = join(workbookDir, "setup.log");
