import { spawnSync } from "node:child_process";
import { lastLines } from "../../system/execute";
import { installPackages, programAt } from "../../system/packages";
import { giveBackUser, takeUser } from "./account";
import { runCells, sandboxArguments } from "./arguments";
import { handingOver } from "./handed-over";
import { usualLimits } from "./limits";
import { knownArchitectures } from "./system-calls";

/** Debian's name of the package. */
const packages = ["bubblewrap"];
/** The first version that can limit the size of a file system in memory. */
const leastVersion = [0, 7];

let works = false;

/** The path of bubblewrap; undefined if it is not installed. */
export const bubblewrap = (): string | undefined => programAt("bwrap");

/** Whether bubblewrap is installed. */
export const sandboxInstalled = (): boolean => bubblewrap() !== undefined;

/**
 * Installs bubblewrap if it is missing and this process is root, and prints a line before it does.
 * @throws the command to run by hand, if this is no Debian or the installation fails
 */
export async function installSandbox(): Promise<void> {
  if (sandboxInstalled() || process.getuid?.() !== 0) return;
  await installPackages(packages, "The sandbox for grading");
}

/** One line that says why there can be no sandbox here, with the remedy; undefined if there can. */
export function whyNoSandbox(): string | undefined {
  if (works) return undefined;
  if (process.platform !== "linux") return `Grading needs Linux for its sandbox; this is ${process.platform}.`;
  if (!knownArchitectures.includes(process.arch)) {
    return `Grading's sandbox knows ${knownArchitectures.join(" and ")}; this is ${process.arch}.`;
  }
  const program = bubblewrap();
  if (program === undefined) {
    return `Grading needs bubblewrap for its sandbox, which is not installed: apt-get install ${packages.join(" ")} (as root).`;
  }
  const version = /(\d+)\.(\d+)/.exec(spawnSync(program, ["--version"], { encoding: "utf8" }).stdout)?.slice(1) ?? [];
  const [major = 0, minor = 0] = version.map(Number);
  if (major === leastVersion[0] && minor < leastVersion[1]) {
    return `Grading's sandbox needs bubblewrap ${leastVersion.join(".")}; this is ${version.join(".")}: install a newer one.`;
  }
  try {
    return trial(program);
  } catch (error) {
    const why = (error as Error).message.split("\n")[0];
    return `Grading's sandbox cannot be made of this installation: ${why} (./workbook doctor says what is missing).`;
  }
}

/** Starts the programs of a sandbox once. */
function trial(program: string): string | undefined {
  const user = process.getuid?.() === 0 ? takeUser() : undefined;
  const [python] = runCells();
  const script = `import subprocess, sys, jupyter_client; subprocess.run([sys.argv[1], "--version"], check=True)`;
  const { args, data } = sandboxArguments({
    limits: usualLimits,
    questions: "{}",
    user,
    command: [python, "-c", script, process.execPath],
  });
  try {
    const { status, stderr } = handingOver(data, (descriptors) =>
      spawnSync(program, args, {
        stdio: ["ignore", "pipe", "pipe", ...descriptors, "pipe"],
        env: {},
        encoding: "utf8",
        timeout: 60_000,
      }),
    );
    works = status === 0;
    if (works) return undefined;
    const why = lastLines(stderr, 1) || "it ended without a word";
    const remedy =
      user === undefined
        ? "allow user namespaces to ordinary users, or grade as root"
        : "in a container, start that with --privileged; the installation must be readable for everybody";
    return `Bubblewrap cannot make grading's sandbox here (${why}): ${remedy}.`;
  } finally {
    if (user !== undefined) giveBackUser(user);
  }
}
