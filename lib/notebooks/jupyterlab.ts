import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../system/free-port";
import { configFolders, type Role } from "./classroom";
import { jupyterFolder, notebookPython, pythonText } from "./environment";

/** How to start JupyterLab. */
interface JupyterLabOptions {
  /** The folder that it shows; learners start on its README, where it has one. */
  folder: string;
  /** Decides which of nbgrader's tools it has. Default: `student`. */
  role?: Role;
  /** The first port to try; if it is taken, the next free port is used. Default 8888. */
  port?: number;
  /**
   * Listens on every network interface, as in a container, whose port the machine around it publishes. Only requests for
   * localhost are answered all the same. Default false.
   */
  allInterfaces?: boolean;
  /** Whether Jupyter opens the page in the user's browser. Default false. */
  openBrowser?: boolean;
  /** Ends JupyterLab, also during its start. */
  signal?: AbortSignal;
}

/** A running JupyterLab. */
export interface JupyterLab {
  /** The address of its page, with this user's token. */
  address: string;
  /** The address of the instructor's Formgrader, with the token. */
  formgrader?: string;
  /** Resolves when JupyterLab has ended. */
  ended: Promise<void>;
}

/**
 * Starts JupyterLab on 127.0.0.1, or on all interfaces, and waits until it answers.
 * @throws when it ends, or does not answer within four minutes.
 */
export async function startJupyterLab({
  folder,
  role = "student",
  port = 8888,
  allInterfaces = false,
  openBrowser = false,
  signal,
}: JupyterLabOptions): Promise<JupyterLab> {
  const python = notebookPython();
  const token = randomBytes(24).toString("hex");
  const chosen = await freePort("127.0.0.1", port);
  const server = `http://127.0.0.1:${chosen}`;
  const own = mkdtempSync(join(placeOfSockets(), "workbook-lab-")); // nobody else can enter it
  const start = role !== "instructor" && existsSync(join(folder, "README.md")) ? "lab/tree/README.md" : "lab";
  const flags = [...settings(folder, role, chosen, { allInterfaces, openBrowser }), `--LabApp.default_url=/${start}`];
  const child = spawn(python, ["-m", "jupyterlab", ...flags], {
    // The token is in the environment, because every user of the machine can read arguments.
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
  signal?.addEventListener("abort", () => stop(child));
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => {
      rmSync(own, { recursive: true, force: true });
      resolve();
    });
  });
  await untilItAnswers(`${server}/api/status?token=${token}`, child);
  const page = (path: string): string => `${server}/${path}?token=${token}`;
  return {
    address: page(start),
    formgrader: role === "instructor" ? page("formgrader/manage_assignments") : undefined,
    ended,
  };
}

function settings(
  folder: string,
  role: Role,
  port: number,
  { allInterfaces, openBrowser }: Required<Pick<JupyterLabOptions, "allInterfaces" | "openBrowser">>,
): string[] {
  return [
    ...(openBrowser ? [] : ["--no-browser"]),
    ...(process.getuid?.() === 0 ? ["--allow-root"] : []),
    `--ServerApp.ip=${allInterfaces ? "0.0.0.0" : "127.0.0.1"}`,
    // On all interfaces Jupyter would answer under any host name, which lets pages of other sites in (DNS rebinding).
    "--ServerApp.allow_remote_access=False",
    `--ServerApp.port=${port}`,
    "--ServerApp.base_url=/", // a site may have another one in /etc/jupyter
    "--ServerApp.port_retries=0",
    "--ServerApp.answer_yes=True", // Ctrl-C ends it without a question
    "--Application.log_level=ERROR",
    // nbgrader prints an error at every start when its root is another folder.
    ...(role === "student" ? [`--CourseDirectory.root=${folder}`] : []),
    ...labSettings(folder),
  ];
}

/** JupyterLab's settings wherever it shows the workbook. */
export const labSettings = (folder: string): string[] => [
  `--ServerApp.root_dir=${folder}`,
  "--KernelSpecManager.allowed_kernelspecs=parallel-training",
  "--MultiKernelManager.default_kernel_name=parallel-training",
  // Nothing is fetched from the network, and the installation may be read-only.
  "--LabApp.news_url=None",
  "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
  "--LabApp.extension_manager=readonly",
  // The page takes custom.css from there: JupyterLab has no setting for the folder.
  "--LabApp.custom_css=True",
  `--ServerApp.tornado_settings={'static_custom_path': [${pythonText(join(jupyterFolder, "custom"))}]}`,
  // With TCP ports, everybody on the machine could read a kernel's output.
  "--KernelManager.transport=ipc",
];

/** The temporary folder, or `/tmp` where its name is too long: a socket's whole path has at most 107 bytes. */
const placeOfSockets = (): string => (tmpdir().length <= 30 ? tmpdir() : "/tmp");

/** The environment's own commands first, then the Node that runs now, for the kernels and terminals. */
export const pathOfKernels = (python: string): string =>
  [dirname(python), dirname(process.execPath), process.env.PATH].join(delimiter);

/**
 * Where Jupyter keeps its files: in the user's home as usual, or, where that is read-only, in this server's own folder, which
 * has the kernels' sockets in any case.
 */
function jupyterFolders(role: Role, own: string): NodeJS.ProcessEnv {
  return {
    // The Python environment comes before the user's folders, and nbgrader's settings are the workbook's.
    JUPYTER_PREFER_ENV_PATH: "1",
    JUPYTER_CONFIG_PATH: configFolders(role),
    JUPYTER_RUNTIME_DIR: join(own, "runtime"),
    ...settingsFolders(own),
    ...(homeIsWritable() ? {} : { JUPYTER_DATA_DIR: join(own, "data") }),
  };
}

/**
 * Where a server finds settings besides the workbook's. Those that the user has for other servers (a password, an address, code that
 * runs at the start) are not for this one. What the user chooses in JupyterLab's own menus is kept in the home, where it can be written.
 * @param own A folder of the server's own.
 */
export function settingsFolders(own: string): Record<string, string> {
  const lab = join(process.env.JUPYTER_CONFIG_DIR ?? join(homedir(), ".jupyter"), "lab");
  return {
    JUPYTER_CONFIG_DIR: join(own, "config"),
    IPYTHONDIR: join(own, "ipython"),
    ...(homeIsWritable()
      ? { JUPYTERLAB_SETTINGS_DIR: join(lab, "user-settings"), JUPYTERLAB_WORKSPACES_DIR: join(lab, "workspaces") }
      : {}),
  };
}

function homeIsWritable(): boolean {
  try {
    accessSync(homedir(), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + 240_000;
  while (Date.now() < until) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(
        "JupyterLab ended while it was starting; its messages are above. `./workbook doctor` may tell more.",
      );
    }
    const answers = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (answers) return;
    await sleep(100);
  }
  child.kill("SIGKILL");
  throw new Error("JupyterLab did not answer within four minutes. `./workbook doctor` may tell more.");
}

/** Ends JupyterLab with its kernels; after 10 seconds by force. */
function stop(child: ChildProcess): void {
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), 10_000);
  child.once("exit", () => clearTimeout(force));
}
