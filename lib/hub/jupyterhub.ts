import { join } from "node:path";
import { notebookPrograms } from "../notebooks/environment";
import { workbookRoot } from "../system/workbook";

/** The compiled file of a program in this folder. */
export const program = (name: string): string => join(workbookRoot, "dist", "lib", "hub", name);

/** The command that becomes JupyterHub, in the hub's folder. Only root can read the files that it writes. */
export function jupyterHub(folder: string): string[] {
  const configuration = join(workbookRoot, "slurm", "jupyterhub", "jupyterhub_config.py");
  const hub = [join(notebookPrograms(), "python"), "-m", "jupyterhub", "--config", configuration];
  return ["env", `--chdir=${folder}`, "bash", "-c", 'umask 077; exec "$@"', "bash", ...hub];
}

/** JupyterHub's whole environment, without any secrets: its children inherit it, also those that run as users. */
export const hubEnvironment = (folder: string, { PATH, SLURM_CONF }: NodeJS.ProcessEnv): Record<string, string> => ({
  PATH: PATH ?? "/usr/sbin:/usr/bin:/sbin:/bin",
  ...(SLURM_CONF === undefined ? {} : { SLURM_CONF }),
  LANG: "C.UTF-8",
  HOME: folder,
  PYTHONDONTWRITEBYTECODE: "1",
});
