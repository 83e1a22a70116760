import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { workbookRoot } from "../../system/workbook";
import type { Package } from "./environment";

const run = promisify(execFile);

/** What a program printed; undefined where it is not there or failed. */
export async function printed(program: string, args: readonly string[]): Promise<string | undefined> {
  try {
    return (await run(program, [...args], { timeout: 20_000, maxBuffer: 64e6 })).stdout.trim();
  } catch {
    return undefined;
  }
}

/** The state of a git checkout: its commit, and what has been changed since. */
export interface Checkout {
  commit: string;
  /** Files that differ from the commit; those that git does not know are not among them. */
  changed: string[];
  /** SHA-256 of these differences, which tells whether two runs had the same ones. */
  changes?: string;
}

/** The workbook's checkout; undefined where it is none, or there is no git. */
export async function checkout(folder = workbookRoot): Promise<Checkout | undefined> {
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

/**
 * The npm packages that are installed, as npm has written them down in node_modules, which has exact versions of those that
 * are there. A package that is there in several versions stands there with each.
 */
export async function npmPackages(folder = workbookRoot): Promise<Package[]> {
  const file = [join(folder, "node_modules", ".package-lock.json"), join(folder, "package-lock.json")].find(existsSync);
  if (file === undefined) return [];
  const { packages } = lockFile.parse(JSON.parse(await readFile(file, "utf8")));
  const all = Object.entries(packages).flatMap(([path, { name, version }]) =>
    path === "" || version === undefined ? [] : [{ name: name ?? path.replace(/^.*node_modules\//, ""), version }],
  );
  return eachOnce(all);
}

/** The Python packages of an environment, by what pip has written down in it; undefined where there is no environment. */
export async function pythonPackages(
  environment = venv(),
): Promise<{ version: string; packages: Package[] } | undefined> {
  const settings = await readFile(join(environment, "pyvenv.cfg"), "utf8").catch(() => "");
  const version = /^version(?:_info)? *= *(\S+)/m.exec(settings)?.[1];
  if (version === undefined) return undefined;
  const [major, minor] = version.split(".");
  const folder = join(environment, "lib", `python${major}.${minor}`, "site-packages");
  const entries = await readdir(folder).catch(() => []);
  const all = entries.flatMap((entry) => {
    const [, name, of] = /^(.+?)-([^-]+)\.dist-info$/.exec(entry) ?? [];
    return name === undefined ? [] : [{ name: name.replaceAll("_", "-").toLowerCase(), version: of }];
  });
  return { version, packages: eachOnce(all) };
}

/** The notebooks' Python environment. */
function venv(): string {
  const named = process.env.WORKBOOK_VENV;
  return named === undefined || named === "" ? join(workbookRoot, ".workbook", "venv") : named;
}

function eachOnce(packages: readonly Package[]): Package[] {
  const lines = new Map(packages.map((each) => [`${each.name} ${each.version}`, each]));
  return [...lines.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
