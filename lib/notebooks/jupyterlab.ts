import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { accessSync, constants } from "node:fs";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { configFolders } from "./classroom";
import { notebookPython } from "./environment";

/** How to start JupyterLab. */
export interface JupyterLabOptions {
  /** The folder it shows. */
  folder: string;
  /** The first port to try; where it is taken, the next free one is used. Default 8888. */
  port?: number;
  /** Whether Jupyter opens the page in the user's browser. Default false. */
  openBrowser?: boolean;
  /** Ends it, also while it still starts. */
  signal?: AbortSignal;
}

/** A JupyterLab that answers. */
export interface JupyterLab {
  /** Its page, with the token that lets this user in. */
  address: string;
  /** Resolves when it has ended. */
  ended: Promise<void>;
}

/**
 * Starts JupyterLab on 127.0.0.1 and waits until it answers.
 * @throws when it ends or stays silent for a minute instead.
 */
export async function startJupyterLab({
  folder,
  port = 8888,
  openBrowser = false,
  signal,
}: JupyterLabOptions): Promise<JupyterLab> {
  const python = notebookPython();
  const token = randomBytes(24).toString("hex");
  const chosen = await freePort(port);
  const server = `http://127.0.0.1:${chosen}`;
  const child = spawn(python, ["-m", "jupyterlab", ...settings(folder, chosen, openBrowser)], {
    // The token goes through the environment: arguments can be read by every user of the machine.
    env: {
      ...process.env,
      ...jupyterFolders(),
      PATH: searchPath(python),
      JUPYTER_TOKEN: token,
      PYTHONDONTWRITEBYTECODE: "1",
    },
    cwd: folder, // nbgrader fetches lessons into it
    stdio: ["ignore", "inherit", "inherit"],
  });
  signal?.addEventListener("abort", () => {
    stop(child);
  });
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => {
      resolve();
    });
  });
  await untilItAnswers(`${server}/api/status?token=${token}`, child);
  return { address: `${server}/lab?token=${token}`, ended };
}

function settings(folder: string, port: number, openBrowser: boolean): string[] {
  return [
    ...(openBrowser ? [] : ["--no-browser"]),
    ...(process.getuid?.() === 0 ? ["--allow-root"] : []),
    "--ServerApp.ip=127.0.0.1",
    `--ServerApp.port=${port}`,
    "--ServerApp.port_retries=0",
    "--ServerApp.answer_yes=True", // Ctrl-C ends it without a question
    "--Application.log_level=ERROR",
    `--CourseDirectory.root=${folder}`, // nbgrader says an error line at every start when it is elsewhere
    ...labSettings(folder),
  ];
}

/** What JupyterLab is told wherever it shows the workbook. */
export const labSettings = (folder: string): string[] => [
  `--ServerApp.root_dir=${folder}`,
  "--KernelSpecManager.allowed_kernelspecs=parallel-training",
  "--MultiKernelManager.default_kernel_name=parallel-training",
  // Nothing is fetched from the network, and the installation may be read-only.
  "--LabApp.news_url=None",
  "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
  "--LabApp.extension_manager=readonly",
];

/** The environment's own commands first, then the Node that runs now, for the kernels and terminals. */
export const searchPath = (python: string): string =>
  [dirname(python), dirname(process.execPath), process.env.PATH].join(delimiter);

/** Where Jupyter keeps its files: in the user's home as ever, or, where that is read-only, in the temporary folder. */
function jupyterFolders(): NodeJS.ProcessEnv {
  // The environment before the user's own folders, and nbgrader's settings from here.
  const prefer = { JUPYTER_PREFER_ENV_PATH: "1", JUPYTER_CONFIG_PATH: configFolders() };
  try {
    accessSync(homedir(), constants.W_OK);
    return prefer;
  } catch {
    const own = join(tmpdir(), `parallel-training-${process.getuid?.() ?? 0}`);
    return {
      ...prefer,
      JUPYTER_CONFIG_DIR: join(own, "config"),
      JUPYTER_DATA_DIR: join(own, "data"),
      JUPYTER_RUNTIME_DIR: join(own, "runtime"),
      IPYTHONDIR: join(own, "ipython"),
    };
  }
}

/** The first free port from `first` on. @throws when the next hundred are all taken. */
export async function freePort(first: number): Promise<number> {
  for (let port = first; port < first + 100; port++) {
    const free = await new Promise<boolean>((resolve) => {
      const server = createServer();
      server.once("error", () => {
        resolve(false);
      });
      server.listen(port, "127.0.0.1", () =>
        server.close(() => {
          resolve(true);
        }),
      );
    });
    if (free) return port;
  }
  throw new Error(
    `No port from ${first} to ${first + 99} is free on 127.0.0.1: end a server there, or choose another with --port.`,
  );
}

async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error("JupyterLab ended at its start (its own words are above); `./workbook doctor` may tell more.");
    }
    const answers = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (answers) return;
    await sleep(100);
  }
  child.kill("SIGKILL");
  throw new Error("JupyterLab did not answer within a minute; `./workbook doctor` may tell more.");
}

/** Ends JupyterLab with its kernels; after 10 seconds by force. */
function stop(child: ChildProcess): void {
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), 10_000);
  child.once("exit", () => {
    clearTimeout(force);
  });
}
