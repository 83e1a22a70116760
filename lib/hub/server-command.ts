import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { configFolders } from "../notebooks/classroom";
import { notebookPrograms } from "../notebooks/environment";
import { labSettings, pathOfKernels } from "../notebooks/jupyterlab";

// Prints the command of a user's notebook server, for the job that becomes it (slurm/jupyterhub/server_jobs.py): words,
// each followed by a 0 byte. It runs as the user, on the job's node.

const schema = z.object({
  role: z.enum(["student", "instructor"]),
  idleMinutes: z.number().positive(),
  exchangeFolder: z.string(),
  courseFolder: z.string(),
});

/** What the hub tells a server: what {@link serverCommand} needs. */
export type ServerSettings = Omit<z.infer<typeof schema>, "role">;

/** The command of a notebook server: JupyterHub's, with the workbook's kernel and the tools of the user's role. */
export function serverCommand({ role, idleMinutes, exchangeFolder, courseFolder }: z.infer<typeof schema>): string[] {
  const programs = notebookPrograms();
  const idle = Math.ceil(60 * idleMinutes);
  const look = Math.ceil(idle / 10);
  const variables = {
    PATH: pathOfKernels(join(programs, "python")),
    JUPYTER_CONFIG_PATH: configFolders(role),
    JUPYTER_PREFER_ENV_PATH: "1",
    PYTHONDONTWRITEBYTECODE: "1",
    WORKBOOK_EXCHANGE: exchangeFolder,
    ...(courseFolder === "" ? {} : { WORKBOOK_COURSE: courseFolder }),
  };
  return [
    "env",
    ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
    ...["batchspawner-singleuser", "jupyterhub-singleuser"].map((name) => join(programs, name)),
    ...labSettings(homedir()),
    // Also where no hub is left to end it: idle kernels and terminals end, and then the server.
    `--MappingKernelManager.cull_idle_timeout=${idle}`,
    `--MappingKernelManager.cull_interval=${look}`,
    "--MappingKernelManager.cull_connected=True",
    `--TerminalManager.cull_inactive_timeout=${idle}`,
    `--TerminalManager.cull_interval=${look}`,
    `--ServerApp.shutdown_no_activity_timeout=${idle}`,
  ];
}

if (require.main === module) {
  const told: unknown = JSON.parse(process.env.WORKBOOK_HUB_SERVER ?? readFileSync(0, "utf8"));
  process.stdout.write(
    serverCommand(schema.parse(told))
      .map((word) => `${word}\0`)
      .join(""),
  );
}
