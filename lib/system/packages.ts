import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import { lastLines } from "./execute";

/** The search path, with the folders of daemons and network tools, which a plain user's search path lacks. */
export const searchPath = [process.env.PATH, "/usr/sbin", "/sbin"].join(":");

/** The path of an installed program; undefined where there is none. */
export function programAt(program: string): string | undefined {
  const paths = searchPath.split(":").map((folder) => join(folder, program));
  return paths.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const isThere = (program: string): boolean => programAt(program) !== undefined;

/** Those of these programs that are not installed. */
export const missingPrograms = (names: readonly string[]): string[] => names.filter((name) => !isThere(name));

/** The command that installs packages, as a line for a shell. */
export const installLine = (packages: readonly string[]): string => `apt-get install ${packages.join(" ")}`;

/**
 * Installs Debian packages, as root, and first prints a line that names them.
 * @param user what needs them, as the beginning of a sentence
 * @throws the command to give by hand, where this is no Debian or the installation fails
 */
export async function installPackages(packages: readonly string[], user: string): Promise<void> {
  const line = installLine(packages);
  if (!isThere("apt-get")) {
    throw new Error(`This system has no apt-get: install what Debian calls ${packages.join(", ")} with its own tool.`);
  }
  console.log(`${user} needs packages that are missing. Installing them: ${line}`);
  const { execa } = await import("execa");
  const waiting = ["-o", "DPkg::Lock::Timeout=300"]; // another program may be installing something
  const apt = (...args: string[]) =>
    execa("apt-get", [...waiting, ...args], {
      all: true,
      reject: false,
      stdin: "ignore",
      env: { DEBIAN_FRONTEND: "noninteractive" },
    });
  const install = () => apt("install", "--yes", "--no-install-recommends", ...packages);
  let { failed, all } = await install();
  if (failed) {
    // The lists of packages may be missing, or name versions that the server no longer has.
    await apt("update");
    ({ failed, all } = await install());
  }
  if (failed) throw new Error(`${line} failed: ${lastLines(all, 3)}`);
}
