import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../system/free-port";
import { configFolders, type Role } from "./classroom";
import { notebookPython } from "./environment";

/** How to start JupyterLab. */
export interface JupyterLabOptions {
  /** The folder it shows. */
  folder: string;
  /** An instructor's has Formgrader, too. Default: a student's. */
  role?: Role;
  /** The first port to try; where it is taken, the next free one is used. Default 8888. */
  port?: number;
  /** Whether Jupyter opens the page in the user's browser. Default false. */
  openBrowser?: boolean;
  /** Ends it, also while it still starts. */
  signal?: AbortSignal;
}

/** A JupyterLab that answers. */
export interface JupyterLab {
  /** Its page, with the token that lets this user in; an instructor's Formgrader, too. */
  address: string;
  formgrader?: string;
  /** Resolves when it has ended. */
  ended: Promise<void>;
}

/**
 * Starts JupyterLab on 127.0.0.1 and waits until it answers.
 * @throws when it ends or stays silent for a minute instead.
 */
export async function startJupyterLab({
  folder,
  role = "student",
  port = 8888,
  openBrowser = false,
  signal,
}: JupyterLabOptions): Promise<JupyterLab> {
  const python = notebookPython();
  const token = randomBytes(24).toString("hex");
  const chosen = await freePort("127.0.0.1", port);
  const server = `http://127.0.0.1:${chosen}`;
  const own = mkdtempSync(join(placeOfSockets(), "workbook-lab-")); // nobody else can enter it
  const child = spawn(python, ["-m", "jupyterlab", ...settings(folder, role, chosen, openBrowser)], {
    // The token goes through the environment: arguments can be read by every user of the machine.
    env: {
      ...process.env,
      ...jupyterFolders(role, own),
      PATH: pathOfKernels(python),
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
      rmSync(own, { recursive: true, force: true });
      resolve();
    });
  });
  await untilItAnswers(`${server}/api/status?token=${token}`, child);
  const page = (path: string): string => `${server}/${path}?token=${token}`;
  return {
    address: page("lab"),
    formgrader: role === "instructor" ? page("formgrader/manage_assignments") : undefined,
    ended,
  };
}

function settings(folder: string, role: Role, port: number, openBrowser: boolean): string[] {
  return [
    ...(openBrowser ? [] : ["--no-browser"]),
    ...(process.getuid?.() === 0 ? ["--allow-root"] : []),
    "--ServerApp.ip=127.0.0.1",
    `--ServerApp.port=${port}`,
    "--ServerApp.port_retries=0",
    "--ServerApp.answer_yes=True", // Ctrl-C ends it without a question
    "--Application.log_level=ERROR",
    // nbgrader says an error line at every start when it is elsewhere.
    ...(role === "student" ? [`--CourseDirectory.root=${folder}`] : []),
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
  // Of TCP ports, everybody on the machine could read what a kernel prints.
  "--KernelManager.transport=ipc",
];

/** The temporary folder, but for one whose name leaves no room: a socket's whole path has at most 107 bytes. */
const placeOfSockets = (): string => (tmpdir().length <= 30 ? tmpdir() : "/tmp");

/** The environment's own commands first, then the Node that runs now, for the kernels and terminals. */
export const pathOfKernels = (python: string): string =>
  [dirname(python), dirname(process.execPath), process.env.PATH].join(delimiter);

/**
 * Where Jupyter keeps its files: in the user's home as ever, or, where that is read-only, in a folder of this server's own. There
 * its kernels' sockets are in any case.
 */
function jupyterFolders(role: Role, own: string): NodeJS.ProcessEnv {
  const always = {
    // The environment before the user's own folders, and nbgrader's settings from here.
    JUPYTER_PREFER_ENV_PATH: "1",
    JUPYTER_CONFIG_PATH: configFolders(role),
    JUPYTER_RUNTIME_DIR: join(own, "runtime"),
  };
  try {
    accessSync(homedir(), constants.W_OK);
    return always;
  } catch {
    const [config, data, ipython] = ["config", "data", "ipython"].map((name) => join(own, name));
    return { ...always, JUPYTER_CONFIG_DIR: config, JUPYTER_DATA_DIR: data, IPYTHONDIR: ipython };
  }
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
