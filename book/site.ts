import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { onOneLine } from "../lib/system/words";
import { pythonEnvironment } from "../bench/python-environment";
import { workbookRoot } from "../lib/system/workbook";
import { plotlyBuilds } from "../lib/plots/plotly";
import { apiPages, apiRooms } from "./api";
import { lessonsToPublish, type PublicLesson } from "./lessons";
import { documentName, pagesOf, placeOf, type Page } from "./pages";
import { makeFolders } from "../lib/system/folders";

const load = createRequire(__filename);

/** The files of this folder that are not compiled. */
const ours = join(workbookRoot, "book");

/** What pages load besides Sphinx's own files. */
const loaded = [
  join(ours, "site.css"),
  ...[plotlyBuilds.flat.file, plotlyBuilds.spatial.file],
  load.resolve("mathjax/es5/tex-svg.js"),
];

/** A file that Sphinx leaves in every folder that it writes. */
const SIGN_OF_SPHINX = ".buildinfo";

/** How to build the website. */
interface BookOptions {
  /** The lessons in it. Default: all. */
  only?: readonly string[];
  /** The folder to write. What an earlier build left in it is removed. */
  out: string;
  /** The folder of the lessons' runs, which the next build uses again. */
  runs: string;
  /** Runs the lessons. Otherwise, each has the outputs that its last run left in `runs`, or none. Default true. */
  run?: boolean;
  /** Receives a line for each thing done. */
  log: (line: string) => void;
}

interface Site extends Pick<BookOptions, "out" | "log"> {
  lessons: readonly PublicLesson[];
}

/**
 * Builds the course as a website of static files: the lessons with the outputs of a run, the documents, and a search. Reading it
 * takes no network. It has no answers and no hidden tests; that is checked in the written files, and so are all links.
 * @returns what is wrong with the website; empty when all is well.
 * @throws one line when a lesson fails, the folder holds something else, or Sphinx cannot be installed or reports a problem.
 */
export async function buildBook({ only, out, runs, run = true, log }: BookOptions): Promise<string[]> {
  await refuseOthers(resolve(out));
  return writeSite({ lessons: await lessonsToPublish({ only, runs: resolve(runs), run, log }), out, log });
}

/** Writes the website with these lessons, and checks it. @returns what is wrong with it. @throws as {@link buildBook}. */
async function writeSite({ lessons, out, log }: Site): Promise<string[]> {
  const site = resolve(out);
  await refuseOthers(site);
  await rm(site, { recursive: true, force: true });
  const source = await mkdtemp(join(tmpdir(), "parallel-training-book-"));
  try {
    const python = await readySphinx(source, log);
    log("The pages:");
    await writeSource(source, lessons);
    await runSphinx(python, source, site);
    log(`  wrote ${join(site, "index.html")}`);
    const secrets = join(source, "secrets.json");
    await writeFile(secrets, JSON.stringify(lessons.flatMap((lesson) => lesson.secrets)));
    const problems = await runPython(python, [join(ours, "check_site.py"), site, secrets]);
    return problems.split("\n").filter(Boolean);
  } finally {
    await rm(source, { recursive: true, force: true });
  }
}

/**
 * Installs Sphinx where it is missing, and writes its settings and what all pages load into a folder of sources.
 * @returns the Python that runs it.
 */
export async function readySphinx(source: string, log: BookOptions["log"]): Promise<string> {
  await cp(join(ours, "conf.py"), join(source, "conf.py"));
  for (const file of loaded) await cp(file, join(source, "_static", basename(file)));
  const requirements = join(ours, "requirements.txt");
  return pythonEnvironment({ name: "book", requirements, folder: join(workbookRoot, ".workbook") }, log);
}

/** Has Sphinx write the pages. @throws its messages on one line when it warns of anything. */
export async function runSphinx(python: string, source: string, site: string): Promise<void> {
  await runPython(python, ["-m", "sphinx", "-q", "-W", "--keep-going", "-j", "auto", "-b", "html", source, site]);
  await rm(join(site, ".doctrees"), { recursive: true, force: true });
}

/** @throws when the folder holds something else than an earlier build. */
async function refuseOthers(site: string): Promise<void> {
  const files = await readdir(site).catch((): string[] => []);
  if (files.length > 0 && !files.includes(SIGN_OF_SPHINX))
    throw new Error(`${site} holds files that are no earlier build: empty it, or choose another folder with --out.`);
}

/** Writes what Sphinx makes pages of: documents and lessons. */
async function writeSource(source: string, lessons: readonly PublicLesson[]): Promise<void> {
  const { pages: documents, pictures } = await pagesOf([...lessons.map(({ file }) => file), ...apiRooms()]);
  const pages = [...documents, ...(await apiPages())];
  for (const picture of pictures) await cp(join(workbookRoot, picture), join(source, picture));
  const write = async (file: string, text: string): Promise<void> => {
    makeFolders(dirname(join(source, file)));
    await writeFile(join(source, file), text);
  };
  for (const { file, text } of pages) await write(file, file === "index.md" ? text + contents(pages, lessons) : text);
  for (const { file, notebook } of lessons) await write(file, JSON.stringify(notebook));
}

/** The lists of pages beside every page, in Sphinx's words; what no list names comes last. */
function contents(pages: readonly Page[], lessons: readonly PublicLesson[]): string {
  const named = {
    Lessons: lessons.map(({ file }) => file),
    "The course": ["docs/course.md", "docs/syllabus.md", "docs/glossary.md", "docs/reading.md"],
    Guides: ["docs/student.md", "docs/instructor.md", "docs/contributor.md"],
    Functions: ["docs/programs.md", ...apiRooms().map(placeOf)],
  };
  const listed = new Set(["index.md", ...Object.values(named).flat()]);
  const others = pages.map(({ file }) => file).filter((file) => !listed.has(file));
  const order = (file: string): string => (file.startsWith("docs/") ? ` ${file}` : file);
  others.sort((a, b) => order(a).localeCompare(order(b)));
  return Object.entries({ ...named, Reference: others })
    .map(([caption, files]) => {
      const names = files.map(documentName).join("\n");
      return `\n\n\`\`\`{toctree}\n:hidden:\n:caption: ${caption}\n\n${names}\n\`\`\`\n`;
    })
    .join("");
}

async function runPython(python: string, args: string[]): Promise<string> {
  const { execa } = await import("execa");
  const env = { PYTHONDONTWRITEBYTECODE: "1", NO_COLOR: "1" };
  const { failed, stdout, stderr, shortMessage = "" } = await execa(python, args, { env, reject: false });
  if (!failed) return stdout;
  throw new Error(`The website could not be written: ${onOneLine(stderr || stdout || shortMessage)}`);
}
