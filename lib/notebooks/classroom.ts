import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { jupyterFolder } from "./environment";

/** The user of a notebook server, which decides on nbgrader's tools in it. `alone` is a student without a class. */
export type Role = "alone" | "student" | "instructor";

/** The folder through which nbgrader hands lessons out and in, as `jupyter/nbgrader_config.py` has it. */
const exchangeFolder = (): string => process.env.WORKBOOK_EXCHANGE || "/srv/nbgrader/exchange";

/** The role of a person who works on this machine and is no instructor: a class meets where there is an exchange folder. */
export const learnersRole = (): Role => (existsSync(exchangeFolder()) ? "student" : "alone");

/**
 * The folders of Jupyter's settings, for `JUPYTER_CONFIG_PATH`; the first one wins. A student's server has nbgrader's
 * Assignment List and Validate. An instructor's has Assignment List, Create Assignment, and Formgrader on the course that
 * `WORKBOOK_COURSE` names. A server for somebody alone has no tool of nbgrader's.
 */
export const configFolders = (role: Role): string =>
  [join(jupyterFolder, "classroom", role), jupyterFolder].join(delimiter);
