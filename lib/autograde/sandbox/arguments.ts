import { dirname, join } from "node:path";
import { notebookPython } from "../../notebooks/environment";
import { workbookRoot } from "../../system/workbook";
import type { Limits } from "./limits";
import { systemCallFilter } from "./system-calls";
import { visible, type Shown } from "./visible";

/** The only folder that a sandbox's processes can write: a file system in memory of limited size. */
export const home = "/submission";
const temporary = join(home, "tmp");

/** The file of the questions, which `$WORKBOOK_QUESTIONS` names. */
export const questionsFile = "/questions.json";

/** How to start a sandbox with bubblewrap. */
interface Start {
  args: string[];
  /** Contents for bubblewrap's file descriptors 3, 4, ... */
  data: (string | Buffer)[];
  /** The descriptor on which bubblewrap names the sandbox's first process. */
  info: number;
}

interface Purpose {
  limits: Limits;
  questions: string;
  /** The folder of the release that cells see. */
  root?: string;
  /** The user id of its processes if root starts it; undefined for an ordinary user, whose id they keep. */
  user: number | undefined;
  command: readonly string[];
}

/** The command that reads an order and runs its cells. */
export const runCells = (): string[] => [notebookPython(), join(workbookRoot, "jupyter", "grading", "run_cells.py")];

/** Bubblewrap's arguments for a command in a sandbox of its own. */
export function sandboxArguments({ limits, questions, root, user, command }: Purpose): Start {
  const data: (string | Buffer)[] = [];
  const descriptor = (content: string | Buffer): string => String(data.push(content) + 2);
  const show = ({ path, as }: Shown): string[] => {
    if ("from" in as) return ["--ro-bind", as.from, path];
    if ("link" in as) return ["--symlink", as.link, path];
    if ("text" in as) return ["--perms", "0444", "--ro-bind-data", descriptor(as.text), path];
    return ["--perms", "0755", "--tmpfs", path];
  };
  const shown = visible(root);
  const paths = shown.map(({ path }) => path);
  const id = user ?? process.getuid?.() ?? 0;
  const account = `student:x:${id}:${id}::${home}:/bin/sh\n`;
  const args = [
    ...namespaces(user),
    ...environment(limits),
    ...foldersOf([...paths, home]),
    ...shown.flatMap(show),
    ...show({ path: "/etc/passwd", as: { text: account } }),
    ...show({ path: questionsFile, as: { text: questions } }),
    ...["--proc", "/proc"],
    ...devices,
    ...["--perms", "1777", "--size", String(limits.diskBytes), "--tmpfs", home],
    ...["tmp", "shm", "work"].flatMap((name) => ["--perms", "1777", "--dir", join(home, name)]),
    ...usualTemporary(paths),
    ...["--chdir", home, "--remount-ro", "/dev", "--remount-ro", "/"],
    ...["--seccomp", descriptor(systemCallFilter())],
  ];
  const info = data.length + 3;
  return { args: [...args, "--info-fd", String(info), "--", ...asUser(user), ...command], data, info };
}

/** Makes the parent folders of paths readable for everybody; bubblewrap would make them for its own user alone. */
function foldersOf(paths: readonly string[]): string[] {
  const parents = (path: string): string[] => (path === "/" ? [] : [...parents(dirname(path)), path]);
  const all = new Set(paths.flatMap((path) => parents(dirname(path))));
  return [...all].flatMap((folder) => ["--perms", "0755", "--dir", folder]);
}

/** Makes /tmp for programs that ignore `$TMPDIR`, unless a part of the installation lies there. */
export const usualTemporary = (shown: readonly string[]): string[] =>
  shown.some((path) => path.startsWith("/tmp/")) ? [] : ["--symlink", temporary, "/tmp"];

/** An ordinary user needs a user namespace to get the others. Root does not, and in a chroot nobody can have one. */
function namespaces(user: number | undefined): string[] {
  return [
    ...["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
    ...["--hostname", "sandbox", "--new-session", "--die-with-parent", "--cap-drop", "ALL"],
    // Root keeps only the capabilities with which setpriv, below, drops all of them.
    ...(user === undefined
      ? ["--unshare-user"]
      : ["CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"].flatMap((name) => ["--cap-add", name])),
  ];
}

function asUser(user: number | undefined): string[] {
  if (user === undefined) return [];
  const none = ["--clear-groups", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all", "--ambient-caps=-all"];
  return ["/usr/bin/setpriv", `--reuid=${user}`, `--regid=${user}`, ...none];
}

function environment({ memoryBytes }: Limits): string[] {
  const variables = {
    HOME: home,
    PATH: "/usr/local/bin:/usr/bin:/bin",
    LANG: "C.UTF-8",
    TMPDIR: temporary,
    JUPYTER_NO_CONFIG: "1",
    PYTHONDONTWRITEBYTECODE: "1",
    NO_COLOR: "1",
    NBGRADER_EXECUTION: "autograde", // makes lessons train nothing
    WORKBOOK_QUESTIONS: questionsFile,
    // JavaScript out of memory then reports it. A large young generation makes the compiler faster.
    NODE_OPTIONS: `--max-old-space-size=${Math.floor(memoryBytes / 2 ** 21)} --max-semi-space-size=64`,
  };
  return ["--clearenv", ...Object.entries(variables).flatMap(([name, value]) => ["--setenv", name, value])];
}

const devices = [
  ...["--tmpfs", "/dev"],
  ...["null", "zero", "full", "random", "urandom"].flatMap((name) => ["--dev-bind", `/dev/${name}`, `/dev/${name}`]),
  ...["--symlink", "/proc/self/fd", "/dev/fd", "--symlink", join(home, "shm"), "/dev/shm"],
];
