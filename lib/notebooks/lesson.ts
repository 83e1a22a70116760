import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { findChromium, saveFigures } from "../plots/static";
import type { Figure } from "../plots/figure";
import { counted } from "../system/words";
import { workbookRoot } from "../system/workbook";
import { executeNotebook } from "./execute";
import { writeDecks } from "./decks";
import { exportPage } from "./export";
import { describeFailure, type Notebook } from "./notebook";
import { openedFolder } from "./opened-folder";
import { noSuch } from "../system/names";

/** How to run a lesson. */
interface LessonOptions {
  /** Runs the students' notebooks; cells that fail, such as unsolved exercises, do not end the run. */
  student?: boolean;
  /** Also writes slides, as HTML and, where Chromium is installed, PDF. */
  slides?: boolean;
  /** The folder of all results; the lesson's go into a subfolder of its name. */
  out: string;
  /** Receives a line for each thing done. */
  log: (line: string) => void;
}

/** The names of all lessons, from `solutions/`. */
export async function lessons(): Promise<string[]> {
  const entries = await readdir(join(workbookRoot, "solutions"), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** Lessons by name, or all of them. @throws one line for a name that is no lesson's, or without lessons. */
export async function lessonsNamed(names: readonly string[]): Promise<string[]> {
  const known = await lessons();
  if (known.length === 0) throw new Error("There are no lessons in solutions/: use a checkout that has this folder.");
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw noSuch("lesson", unknown, known);
  return names.length > 0 ? [...names] : known;
}

/** The notebooks of a folder, sorted by name. @throws when there are none. */
export async function notebooksIn(folder: string): Promise<string[]> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  const files = names.filter((name) => name.endsWith(".ipynb")).sort();
  if (files.length === 0) throw noSuch("lesson", basename(folder), await lessons());
  return files.map((name) => join(folder, name));
}

/**
 * Runs the notebooks of a lesson in its results folder, and writes each as a page with its figures. Where Chromium is
 * installed, the figures also become pictures.
 * @returns descriptions of the failed cells; empty when all is well.
 */
export async function runLesson(
  name: string,
  { student = false, slides = false, out, log }: LessonOptions,
): Promise<string[]> {
  const results = resolve(out, name);
  const files = await notebooksIn(join(workbookRoot, student ? "notebooks" : "solutions", name));
  const how = { results, folder: () => results, allowErrors: student, log };
  return executeAll(files, how, async (notebook, title, hasFailed) => {
    const page = join(results, `${title}.html`);
    await exportPage(notebook, page);
    log(`  wrote ${page}`);
    await writePictures(notebook, join(results, "figures", title), log);
    // Slides of a notebook that stopped halfway are useless.
    if (slides && (student || !hasFailed)) await writeDecks(notebook, { folder: results, name: title, log });
  });
}

/** How to export a lesson's slides. */
interface SlidesOptions extends Pick<LessonOptions, "out" | "log"> {
  /** Exports the user's own notebooks instead of the instructor's; cells that fail do not end the run. */
  own?: boolean;
}

/**
 * Writes the decks of a lesson's notebooks and nothing else. Each notebook runs once more, on the kept records of its folder
 * (the results folder for the instructor's, the notebook's folder for the user's own), so that it trains nothing again.
 * @returns descriptions of the failed cells; empty when all is well.
 */
export async function lessonSlides(name: string, { own = false, out, log }: SlidesOptions): Promise<string[]> {
  const results = resolve(out, name);
  const files = await notebooksIn(join(own ? await openedFolder() : join(workbookRoot, "solutions"), name));
  const folder = (file: string): string => (own ? dirname(file) : results);
  return executeAll(files, { results, folder, allowErrors: own, log }, async (notebook, title, hasFailed) => {
    if (own || !hasFailed) await writeDecks(notebook, { folder: results, name: title, log });
  });
}

interface HowToExecute extends Pick<LessonOptions, "log"> {
  results: string;
  /** The folder that a notebook's cells run in. */
  folder: (file: string) => string;
  allowErrors: boolean;
}

/** Executes notebooks one after another, and hands each over. @returns descriptions of the failed cells. */
async function executeAll(
  files: string[],
  { results, folder, allowErrors, log }: HowToExecute,
  use: (notebook: Notebook, title: string, hasFailed: boolean) => Promise<void>,
): Promise<string[]> {
  const failures: string[] = [];
  for (const file of files) {
    const title = basename(file, ".ipynb");
    log(`${title}:`);
    const output = join(results, `${title}.ipynb`);
    const { notebook, failed } = await executeNotebook(file, {
      folder: folder(file),
      output,
      allowErrors,
      progress: log,
    });
    failures.push(...failed.map((cell) => describeFailure(basename(file), cell)));
    await use(notebook, title, failed.length > 0);
  }
  return failures;
}

async function writePictures(notebook: Notebook, folder: string, log: (line: string) => void): Promise<void> {
  const figures = notebook.cells
    .flatMap((cell) => cell.outputs ?? [])
    .flatMap((output) => {
      const figure = output.data?.["application/vnd.plotly.v1+json"];
      return figure === undefined ? [] : [figure as Figure];
    });
  if (figures.length === 0) return;
  if (findChromium() === undefined) {
    log("  did not draw the figures as pictures: that needs Chromium (apt-get install chromium)");
    return;
  }
  await saveFigures(figures.map((figure, index) => ({ figure, file: join(folder, `${index + 1}.png`) })));
  log(`  wrote ${counted(figures.length, "figure")} to ${folder}`);
}
