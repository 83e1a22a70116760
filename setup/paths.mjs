// @ts-check
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The workbook's root folder, where package.json is. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Everything that set-up makes, except node_modules/ and dist/, which npm and tsc need at the root. */
export const workbookDir = join(root, ".workbook");

/** The Python environment of the notebooks. */
export const venv = join(workbookDir, "venv");

/** The output of the commands that set-up runs. */
export const logFile = join(workbookDir, "setup.log");
