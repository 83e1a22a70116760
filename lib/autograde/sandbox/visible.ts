import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve, sep } from "node:path";
import { z } from "zod";
import { notebookPrograms, notebookPython } from "../../notebooks/environment";
import { installation } from "../../tensorflow/installation";
import { workbookRoot } from "../../system/workbook";

/** What a sandbox shows at a path. */
export interface Shown {
  path: string;
  /** A file or folder of this machine, a made file, a link, or an empty folder that hides what is there. */
  as: { from: string } | { text: string } | { link: string } | { empty: true };
}

const system = ["/usr/bin", "/usr/sbin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec", "/usr/share/zoneinfo"];
const ownPrograms = ["/usr/local/bin", "/usr/local/lib", "/usr/local/lib64"];
const settings = ["/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime"];
/** On newer systems these are links into /usr, on others folders of their own. */
const oldNames = ["/bin", "/sbin", "/lib", "/lib32", "/lib64"];

/** What of the installation cells need, or read aloud to the student. */
const ofWorkbook = [
  "package.json",
  "dist",
  "node_modules",
  "chapters",
  "datasets",
  "jupyter/grading/run_cells.py",
  "jupyter/grading/cell_outputs.py",
  "lib/tensorflow/tfjs-node", // a link in node_modules leads here
  "lib/training/step.ts",
  ".workbook/native",
  ".workbook/tensorflow.json",
];
/** The checks: they hold the right answers. */
const hidden = "dist/lib/checks/exercises";

let found: Shown[] | undefined;

/**
 * All that can be seen in a sandbox, but for what is its own; everything read-only, folders before what lies in them. It is the
 * same for all of them.
 * @throws where the notebooks' Python environment or TensorFlow is missing
 */
export function visible(): Shown[] {
  found ??= [
    ...[...system, ...ownPrograms, ...settings].filter((path) => existsSync(path)).map(itself),
    ...oldNames.filter((path) => existsSync(path)).map(linkOrFolder),
    ...accounts,
    // Where the workbook lies in a folder of the system's, only what is listed here shows.
    ...([...system, ...ownPrograms].some((folder) => within(folder, workbookRoot)) ? [hide(workbookRoot)] : []),
    ...ofWorkbook.map((path) => itself(join(workbookRoot, path))),
    ...[dirname(notebookPrograms()), installation().home].map(itself),
    ...exercises(join(workbookRoot, hidden)),
    ...outermost([...nodeFiles(), ...pythonFiles()]).map(itself),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
  return found;
}

const itself = (path: string): Shown => ({ path, as: { from: path } });
const hide = (path: string): Shown => ({ path, as: { empty: true } });
const within = (folder: string, path: string): boolean => path === folder || path.startsWith(folder + sep);

/** Paths that are not in a folder of the system's, of the notebooks' Python, or of another of these paths. */
function outermost(paths: string[]): string[] {
  const folders = [...system, ...oldNames, dirname(notebookPrograms()), ...paths];
  return [...new Set(paths)].filter((path) => !folders.some((folder) => folder !== path && within(folder, path)));
}

function linkOrFolder(path: string): Shown {
  return lstatSync(path).isSymbolicLink() ? { path, as: { link: readlinkSync(path) } } : itself(path);
}

/** Programs ask who they are, and where "localhost" is; of this machine's accounts they learn nothing. */
const accounts: Shown[] = [
  { path: "/etc/group", as: { text: "student:x:1000:\n" } },
  { path: "/etc/hosts", as: { text: "127.0.0.1 localhost\n" } },
];

/**
 * The checks' types and, in place of what they do, the word that they are made later.
 * @throws where the folder is not there: then the right answers lie elsewhere, and would be seen.
 */
export function exercises(folder: string): Shown[] {
  if (!existsSync(join(folder, "index.js")))
    throw new Error(`${folder} holds no checks, so nothing can hide them: build the workbook by \`npm run build\``);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const types = files.filter((name) => name.endsWith(".d.ts")).map((name) => itself(join(folder, name)));
  const exported = createRequire(__filename)(join(folder, "index.js")) as Record<string, unknown>;
  const names = Object.keys(exported).filter((name) => typeof exported[name] === "function");
  return [hide(folder), ...types, { path: join(folder, "index.js"), as: { text: laterChecks(names) } }];
}

function laterChecks(names: readonly string[]): string {
  return `"use strict";
const check = { and: () => check, score: () => { console.log("Checks are made after the run."); } };
for (const name of ${JSON.stringify(names)}) exports[name] = () => check;
`;
}

/** This Node, and its libraries where they are not the system's. */
function nodeFiles(): string[] {
  return [process.execPath, ...librariesIn(readFileSync("/proc/self/maps", "utf8"))];
}

const pythonSays = z.object({ stdlib: z.string(), platstdlib: z.string(), maps: z.string() });

/** The Python that the notebooks' environment was made of. */
function pythonFiles(): string[] {
  const script = `import json, sysconfig, zmq, jupyter_client.manager
paths = {name: sysconfig.get_path(name) for name in ("stdlib", "platstdlib")}
print(json.dumps({**paths, "maps": open("/proc/self/maps").read()}))`;
  const said = execFileSync(notebookPython(), ["-c", script], { encoding: "utf8" });
  const { stdlib, platstdlib, maps } = pythonSays.parse(JSON.parse(said));
  return [...new Set([...linksTo(notebookPython()), stdlib, platstdlib, ...librariesIn(maps)])];
}

/** The files a link leads over, to the last; those beside it are not told of. */
function linksTo(path: string): string[] {
  const links: string[] = [];
  for (let at = path; lstatSync(at).isSymbolicLink();) {
    at = resolve(dirname(at), readlinkSync(at));
    if (dirname(at) !== dirname(path)) links.push(at);
  }
  return [...links, realpathSync(path)];
}

/** Libraries among the files that a process has mapped, but for the workbook's own. */
function librariesIn(maps: string): string[] {
  const paths = maps.split("\n").flatMap((line) => /r-xp .*?(\/.*\.so[.\d]*)$/.exec(line)?.[1] ?? []);
  return [...new Set(paths)].filter((path) => !within(workbookRoot, path) && existsSync(path));
}
