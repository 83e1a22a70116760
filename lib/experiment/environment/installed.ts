import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { workbookRoot } from "../../system/workbook";
import type { Environment, Package } from "./environment-schema";

const run = promisify(execFile);

/** What a program printed; undefined if it is missing or failed. */
async function printed(program: string, args: readonly string[]): Promise<string | undefined> {
  try {
    return (await run(program, [...args], { timeout: 20_000, maxBuffer: 64e6 })).stdout.trim();
  } catch {
    return undefined;
  }
}

/**
 * The state of a git checkout: its commit, the tracked files that differ from it, and the SHA-256 of the differences, which
 * shows whether two runs had the same changes.
 * @returns undefined if the folder is not a checkout, or there is no git.
 */
export async function checkout(folder = workbookRoot): Promise<Omit<Environment["workbook"], "version"> | undefined> {
  const git = (...args: string[]) => printed("git", ["-C", folder, ...args]);
  const [commit, changed] = await Promise.all([git("rev-parse", "HEAD"), git("diff", "HEAD", "--name-only")]);
  if (commit === undefined || changed === undefined) return undefined;
  if (changed === "") return { commit, changed: [] };
  const differences = await git("diff", "HEAD", "--binary", "--no-ext-diff", "--no-textconv");
  return {
    ...{ commit, changed: changed.split("\n") },
    ...(differences === undefined ? {} : { changes: createHash("sha256").update(differences).digest("hex") }),
  };
}

const lockFile = z.object({
  packages: z.record(z.string(), z.object({ name: z.string().optional(), version: z.string().optional() })),
});

/** The installed npm packages with their exact versions, from npm's list in node_modules. A package may have several versions. */
export async function npmPackages(folder = workbookRoot): Promise<Package[]> {
  const file = [join(folder, "node_modules", ".package-lock.json"), join(folder, "package-lock.json")].find(existsSync);
  if (file === undefined) return [];
  const { packages } = lockFile.parse(JSON.parse(await readFile(file, "utf8")));
  const all = Object.entries(packages).flatMap(([path, { name, version }]) =>
    path === "" || version === undefined ? [] : [{ name: name ?? path.replace(/^.*node_modules\//, ""), version }],
  );
  return sortedUnique(all);
}

/** The packages of a Python environment, from pip's folders in it; undefined if there is no environment. */
export async function pythonPackages(environment = venv()): Promise<Environment["python"]> {
  const settings = await readFile(join(environment, "pyvenv.cfg"), "utf8").catch(() => "");
  const version = /^version(?:_info)? *= *(\S+)/m.exec(settings)?.[1];
  if (version === undefined) return undefined;
  const [major, minor] = version.split(".");
  const folder = join(environment, "lib", `python${major}.${minor}`, "site-packages");
  const entries = await readdir(folder).catch(() => []);
  const all = entries.flatMap((entry) => {
    const [, name, packageVersion] = /^(.+?)-([^-]+)\.dist-info$/.exec(entry) ?? [];
    return name === undefined ? [] : [{ name: name.replaceAll("_", "-").toLowerCase(), version: packageVersion }];
  });
  return { version, packages: sortedUnique(all) };
}

/** The notebooks' Python environment. */
function venv(): string {
  const named = process.env.WORKBOOK_VENV;
  return named === undefined || named === "" ? join(workbookRoot, ".workbook", "venv") : named;
}

function sortedUnique(packages: readonly Package[]): Package[] {
  const unique = new Map(packages.map((item) => [`${item.name} ${item.version}`, item]));
  return [...unique.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
