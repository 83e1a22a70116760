import { readFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { configFolders } from "../notebooks/classroom";
import { notebookPrograms } from "../notebooks/environment";
import { labSettings, pathOfKernels, settingsFolders } from "../notebooks/jupyterlab";

// Prints the command of a user's notebook server as words, each followed by a 0 byte. The job that becomes the server
// (slurm/jupyterhub/server_jobs.py) runs this program, as the user and on the job's node.

const schema = z.object({
  role: z.enum(["student", "instructor"]),
  idleMinutes: z.number().positive(),
  exchangeFolder: z.string(),
  courseFolder: z.string(),
});

/** The hub's settings for {@link serverCommand}. */
export type ServerSettings = Omit<z.infer<typeof schema>, "role">;

/** The command of a notebook server: JupyterHub's, with the workbook's kernel and the tools of the user's role. */
export function serverCommand({ role, idleMinutes, exchangeFolder, courseFolder }: z.infer<typeof schema>): string[] {
  const programs = notebookPrograms();
  const idleSeconds = Math.ceil(60 * idleMinutes);
  const interval = Math.ceil(idleSeconds / 10);
  const variables = {
    PATH: pathOfKernels(join(programs, "python")),
    JUPYTER_CONFIG_PATH: configFolders(role),
    JUPYTER_PREFER_ENV_PATH: "1",
    ...settingsFolders(process.env.JUPYTER_RUNTIME_DIR ?? tmpdir()), // the job's own folder
    PYTHONDONTWRITEBYTECODE: "1",
    WORKBOOK_EXCHANGE: exchangeFolder,
    ...(courseFolder === "" ? {} : { WORKBOOK_COURSE: courseFolder }),
  };
  return [
    "env",
    ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
    ...["batchspawner-singleuser", "jupyterhub-singleuser"].map((name) => join(programs, name)),
    ...labSettings(homedir()),
    // Idle kernels and terminals end, and then the server, even where no hub is left to end it.
    `--MappingKernelManager.cull_idle_timeout=${idleSeconds}`,
    `--MappingKernelManager.cull_interval=${interval}`,
    "--MappingKernelManager.cull_connected=True",
    `--TerminalManager.cull_inactive_timeout=${idleSeconds}`,
    `--TerminalManager.cull_interval=${interval}`,
    `--ServerApp.shutdown_no_activity_timeout=${idleSeconds}`,
  ];
}

if (require.main === module) {
  const settings: unknown = JSON.parse(process.env.WORKBOOK_HUB_SERVER ?? readFileSync(0, "utf8"));
  const words = serverCommand(schema.parse(settings));
  process.stdout.write(words.map((word) => `${word}\0`).join(""));
}
