import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import os from "node:os";
import { join } from "node:path";
import { onOneLine } from "../lib/system/words";
import { makeFolders } from "../lib/system/folders";

/** A folder in the user's cache, for what can be made again: an installation may be shared and read-only. */
export const cacheFolder = (name: string): string =>
  join(process.env.XDG_CACHE_HOME ?? join(os.homedir(), ".cache"), "parallel-training", name);

/** The packages of a Python environment. */
export interface PythonPackages {
  /** What messages call it. */
  name: string;
  /** A file of exact versions, as `pip -r` reads it. */
  requirements: string;
  /** The folder that holds environments. */
  folder: string;
  /** How large the download is, for people who wait for it. */
  size?: string;
}

/** The packages cannot be downloaded, since their registry cannot be reached. */
export class NoRegistry extends Error {}

const UNREACHABLE = /NewConnectionError|NameResolutionError|ConnectTimeoutError|Network is unreachable|name resolution/;

/** The folder of an environment, and the file in it that says that everything has been installed. */
function placeOf({ name, requirements, folder }: PythonPackages): { environment: string; completionMark: string } {
  const digest = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 8);
  const environment = join(folder, `${name}-${digest}`);
  return { environment, completionMark: join(environment, "installed") };
}

/** Whether these packages have been installed, in these versions. */
export const isInstalled = (packages: PythonPackages): boolean => existsSync(placeOf(packages).completionMark);

/**
 * The Python of an environment with these packages. They are installed the first time, and when their versions have changed;
 * an installation that was interrupted downloads no whole package again.
 * @param say Reports what is about to be installed.
 * @throws one line when Python or the packages cannot be installed; {@link NoRegistry} where there is no network.
 */
export async function pythonEnvironment(packages: PythonPackages, say: (line: string) => void): Promise<string> {
  const { name, requirements, size } = packages;
  const { environment, completionMark } = placeOf(packages);
  const python = join(environment, "bin", "python");
  if (existsSync(completionMark)) return python;
  say(`Installing ${name} (${requirements}) into ${environment}, once${size === undefined ? "" : `, ${size}`}.`);
  const downloads = `${environment}.downloads`;
  await rm(environment, { recursive: true, force: true });
  makeFolders(downloads);
  await run(name, process.env.PYTHON ?? "python3", ["-m", "venv", environment]);
  const pip = (command: string, flags: string[]) =>
    run(name, python, ["-m", "pip", command, "--quiet", "--disable-pip-version-check", ...flags, "-r", requirements]);
  await pip("download", ["--dest", downloads]);
  await pip("install", ["--no-index", "--find-links", downloads]);
  await writeFile(completionMark, "");
  await rm(downloads, { recursive: true, force: true });
  return python;
}

async function run(name: string, program: string, args: string[]): Promise<void> {
  const { execa } = await import("execa");
  const result = await execa(program, args, { reject: false, all: true });
  if (!result.failed) return;
  const output = result.all ?? "";
  if (UNREACHABLE.test(output)) throw new NoRegistry(`${name} could not be installed: its registry cannot be reached.`);
  const reason = output.trim().split("\n").at(-1) ?? "";
  throw new Error(
    `${name} could not be installed: ${onOneLine(reason || (result.shortMessage ?? "it could not run"))}`,
  );
}
