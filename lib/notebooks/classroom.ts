import { delimiter, join } from "node:path";
import { jupyterFolder } from "./environment";

/** The user of a notebook server, which decides on nbgrader's pages in it. */
export type Role = "student" | "instructor";

/**
 * The folders of Jupyter's settings, for `JUPYTER_CONFIG_PATH`; the first one wins. A student's server has nbgrader's
 * Assignment List, an instructor's also Formgrader, on the course that `WORKBOOK_COURSE` names.
 */
export const configFolders = (role: Role): string =>
  [join(jupyterFolder, "classroom", role), jupyterFolder].join(delimiter);
