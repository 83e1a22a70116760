import { accessSync, constants } from "node:fs";
import { join } from "node:path";

/** Daemons and tools of the network lie where a plain user's search path does not lead. */
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

/** Which of these programs cannot be found. */
export const missingPrograms = (names: readonly string[]): string[] => names.filter((name) => !isThere(name));

/** The command that installs packages, as a line for a shell. */
export const installLine = (packages: readonly string[]): string => `apt-get install ${packages.join(" ")}`;

/**
 * Installs Debian packages, as root, after a line that says which.
 * @param user what needs them, as a sentence begins with it
 * @throws the command to give by hand, where this is no Debian or the installation fails
 */
export async function installPackages(packages: readonly string[], user: string): Promise<void> {
  const line = installLine(packages);
  if (!isThere("apt-get")) {
    throw new Error(`This system has no apt-get: install what Debian calls ${packages.join(", ")} with its own tool.`);
  }
  console.log(`${user} needs packages that are missing. Installing them: ${line}`);
  const { execa } = await import("execa");
  const apt = (...args: string[]) =>
    execa("apt-get", args, { all: true, reject: false, stdin: "ignore", env: { DEBIAN_FRONTEND: "noninteractive" } });
  const install = () => apt("install", "--yes", "--no-install-recommends", ...packages);
  let { failed, all } = await install();
  if (failed) {
    // The lists of packages may be missing, or older than what the server still has.
    await apt("update");
    ({ failed, all } = await install());
  }
  if (failed) throw new Error(`${line} failed: ${all.split("\n").filter(Boolean).slice(-3).join(" | ")}`);
}
