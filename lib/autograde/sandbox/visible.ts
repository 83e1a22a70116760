import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { z } from "zod";
import { notebookPrograms, notebookPython } from "../../notebooks/environment";
import { releasesFolder } from "../../system/releases";
import { installation } from "../../tensorflow/installation";
import { workbookRoot } from "../../system/workbook";

export interface Shown {
  path: string;
  /** What the sandbox has there: this machine's file or folder, a file with this text, a link, or an empty folder. */
  as: { from: string } | { text: string } | { link: string } | { empty: true };
}

const system = ["/usr/bin", "/usr/sbin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec", "/usr/share/zoneinfo"];
const ownPrograms = ["/usr/local/bin", "/usr/local/lib", "/usr/local/lib64"];
const settings = ["/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime"];
/** Links into /usr on newer systems, folders on others. */
const oldNames = ["/bin", "/sbin", "/lib", "/lib32", "/lib64"];

/** What runs the cells, of any release. */
const runner = ["jupyter/grading/run_cells.py", "jupyter/grading/cell_outputs.py"];
/** Parts of a release that cells use or show to the student. Earlier ones lack some. */
const ofWorkbook = [
  "package.json",
  "dist",
  "node_modules",
  "chapters",
  "datasets",
  "lib/tensorflow/tfjs-node", // a link in node_modules leads here
  ...["lib/training/step.ts", "lib/models/gpt.ts", "lib/sharding/fully-shard.ts"],
  ".workbook/native",
  ".workbook/plotly",
  ".workbook/tensorflow.json",
];
/** The lessons' closed parts: the checks of their exercises, which hold the right answers. */
const closed = "dist/solutions";
/** Where 0.1.0 has them; a later build leaves its files there, and only set-up removes them. */
const earlier = "dist/lib/checks/exercises";

const cached = new Map<string, Shown[]>();

/**
 * Everything of this machine that a sandbox shows, read-only. Folders come before their contents.
 * @param root the folder of the release that cells see.
 * @throws if the notebooks' Python environment or TensorFlow is missing, or nothing can hide the lessons' checks
 */
export function visible(root = workbookRoot): Shown[] {
  const shown = cached.get(root) ?? look(root).sort((a, b) => (a.path < b.path ? -1 : 1));
  cached.set(root, shown);
  return shown;
}

function look(root: string): Shown[] {
  const isEarlier = root !== workbookRoot;
  const inSystem = (path: string): boolean => [...system, ...ownPrograms].some((folder) => within(folder, path));
  return [
    ...[...system, ...ownPrograms, ...settings].filter((path) => existsSync(path)).map(itself),
    ...oldNames.filter((path) => existsSync(path)).map(linkOrFolder),
    ...accounts,
    // If the workbook or its releases lie in a system folder, only the parts listed here are visible.
    ...[workbookRoot, releasesFolder()].filter((path) => inSystem(path) && existsSync(path)).map(hide),
    ...runner.map((path) => itself(join(workbookRoot, path))),
    ...ofWorkbook
      .map((path) => join(root, path))
      .filter((path) => !isEarlier || existsSync(path))
      .map(itself),
    ...[dirname(notebookPrograms()), installation(root).home].map(itself),
    ...(isEarlier ? [kernelOf(root)] : []),
    ...checks(root),
    ...outermost([...nodeFiles(), ...pythonFiles()]).map(itself),
  ];
}

/** The course kernel of an earlier release, which Jupyter's programs start in place of this one's. */
function kernelOf(root: string): Shown {
  const path = join(dirname(notebookPrograms()), "share", "jupyter", "kernels", "parallel-training", "kernel.json");
  const description = JSON.parse(readFileSync(path, "utf8")) as { argv: string[] };
  description.argv[1] = join(root, "dist", "kernel", "main.js");
  return { path, as: { text: JSON.stringify(description) } };
}

/** A release's checks, hidden: each lesson's in a folder of its own, or, as 0.1.0 has them, those of all lessons in one. */
function checks(root: string): Shown[] {
  const [each, together] = [join(root, closed), join(root, earlier)];
  const hasTogether = existsSync(together);
  if (root !== workbookRoot && hasTogether && !existsSync(each)) return stubbed([together]);
  return [...exercises(each), ...(hasTogether ? [hide(together)] : [])];
}

const itself = (path: string): Shown => ({ path, as: { from: path } });
const hide = (path: string): Shown => ({ path, as: { empty: true } });
const within = (folder: string, path: string): boolean => path === folder || path.startsWith(folder + sep);

/** Paths that lie in no system folder, not in the notebooks' Python, and not below another of these paths. */
function outermost(paths: string[]): string[] {
  const folders = [...system, ...oldNames, dirname(notebookPrograms()), ...paths];
  return [...new Set(paths)].filter((path) => !folders.some((folder) => folder !== path && within(folder, path)));
}

function linkOrFolder(path: string): Shown {
  return lstatSync(path).isSymbolicLink() ? { path, as: { link: readlinkSync(path) } } : itself(path);
}

/** Programs look up their group and "localhost". They learn nothing of this machine's accounts. */
const accounts: Shown[] = [
  { path: "/etc/group", as: { text: "student:x:1000:\n" } },
  { path: "/etc/hosts", as: { text: "127.0.0.1 localhost\n" } },
];

/**
 * Hides the lessons' checks, and shows their types. In place of a lesson's checks, functions say that checks are made later.
 * @param folder holds a folder `exercises` for each lesson, and nothing else.
 * @throws if checks are missing or lie elsewhere: the right answers would be visible.
 */
export function exercises(folder: string): Shown[] {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const built = files.filter((name) => name.endsWith(".js"));
  const indexes = built.filter((name) => /^[^/]+\/exercises\/index\.js$/.test(name));
  if (indexes.length === 0)
    throw new Error(`${folder} holds no checks, so nothing can hide them: build the workbook by \`./workbook setup\``);
  const lost = built.find((name) => !indexes.includes(join(dirname(name), "index.js")));
  if (lost !== undefined)
    throw new Error(`${join(folder, lost)} is outside of a lesson's exercises, so nothing hides it: move it there`);
  return stubbed(indexes.map((index) => join(folder, dirname(index))));
}

/** Folders of checks, of which only types are seen, and functions that say that checks are made later. */
function stubbed(folders: readonly string[]): Shown[] {
  const names = functionsIn(folders);
  return folders.flatMap((folder, at) => {
    const types = readdirSync(folder).filter((name) => name.endsWith(".d.ts"));
    const stub: Shown = { path: join(folder, "index.js"), as: { text: laterChecks(names[at]) } };
    return [hide(folder), ...types.map((name) => itself(join(folder, name))), stub];
  });
}

/** The functions that modules export. Another process loads them, because two releases do not fit into one. */
function functionsIn(modules: readonly string[]): string[][] {
  const script = `const functionsOf = (all) => Object.keys(all).filter((name) => typeof all[name] === "function");
console.log("\\n" + JSON.stringify(process.argv.slice(1).map((each) => functionsOf(require(each)))));`;
  const printed = execFileSync(process.execPath, ["-e", script, ...modules], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return z.array(z.array(z.string())).parse(JSON.parse(printed.trim().split("\n").at(-1) ?? ""));
}

function laterChecks(names: readonly string[]): string {
  return `"use strict";
const check = { and: () => check, score: () => { console.log("Checks are made after the run."); } };
for (const name of ${JSON.stringify(names)}) exports[name] = () => check;
`;
}

/** This Node, and the libraries that it has loaded. */
function nodeFiles(): string[] {
  return [process.execPath, ...librariesIn(readFileSync("/proc/self/maps", "utf8"))];
}

const pythonPaths = z.object({ stdlib: z.string(), platstdlib: z.string(), maps: z.string() });

/** The Python from which the notebooks' environment was made. */
function pythonFiles(): string[] {
  const script = `import json, sysconfig, zmq, jupyter_client.manager
paths = {name: sysconfig.get_path(name) for name in ("stdlib", "platstdlib")}
print(json.dumps({**paths, "maps": open("/proc/self/maps").read()}))`;
  const printed = execFileSync(notebookPython(), ["-c", script], { encoding: "utf8" });
  const { stdlib, platstdlib, maps } = pythonPaths.parse(JSON.parse(printed));
  return [...new Set([...linksTo(notebookPython()), stdlib, platstdlib, ...librariesIn(maps)])];
}

/** The files that a link leads over, to the last, except those in the link's own folder. */
function linksTo(path: string): string[] {
  const links: string[] = [];
  for (let link = path; lstatSync(link).isSymbolicLink();) {
    link = resolve(dirname(link), readlinkSync(link));
    if (dirname(link) !== dirname(path)) links.push(link);
  }
  return [...links, realpathSync(path)];
}

/** Libraries that a process has mapped, except the workbook's own. */
function librariesIn(maps: string): string[] {
  const paths = maps.split("\n").flatMap((line) => /r-xp .*?(\/.*\.so[.\d]*)$/.exec(line)?.[1] ?? []);
  return [...new Set(paths)].filter((path) => !within(workbookRoot, path) && existsSync(path));
}
