import { delimiter, join } from "node:path";
import { jupyterFolder } from "./environment";

/** Whose notebook server it is: which of nbgrader's pages are there follows from it. */
export type Role = "student" | "instructor";

/**
 * The folders of Jupyter's settings, for `JUPYTER_CONFIG_PATH`, the one that wins first. A student's server has nbgrader's
 * Assignment List, an instructor's also Formgrader, on the course that `WORKBOOK_COURSE` names.
 */
export const configFolders = (role: Role): string =>
  [join(jupyterFolder, "classroom", role), jupyterFolder].join(delimiter);
