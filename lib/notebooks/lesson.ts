import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { findChromium, saveFigures } from "../plots/static";
import type { Figure } from "../plots/figure";
import { workbookRoot } from "../system/workbook";
import { executeNotebook } from "./execute";
import { writeDecks } from "./decks";
import { exportPage } from "./export";
import { describeFailure, type Notebook } from "./notebook";
import { openedFolder } from "./opened-folder";

/** How to run a lesson. */
export interface LessonOptions {
  /** Runs the students' notebooks; cells that fail, as unsolved exercises do, do not end the run. */
  student?: boolean;
  /** Also writes slides, as HTML and, where Chromium is installed, PDF. */
  slides?: boolean;
  /** The folder of all results; the lesson's go into a folder of its name in it. */
  out: string;
  /** Receives a line as something is done. */
  log: (line: string) => void;
}

/** The names of the lessons there are, from `solutions/`. */
export async function lessons(): Promise<string[]> {
  const entries = await readdir(join(workbookRoot, "solutions"), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** The notebooks of a folder, in the order of their names. @throws when there are none. */
export async function notebooksIn(folder: string): Promise<string[]> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  const files = names.filter((name) => name.endsWith(".ipynb")).sort();
  if (files.length === 0) {
    const known = (await lessons()).join(", ");
    throw new Error(`There is no notebook in ${folder}. Lessons: ${known === "" ? "none yet" : known}.`);
  }
  return files.map((name) => join(folder, name));
}

/**
 * Runs the notebooks of a lesson, writes each as a page with its figures, and the figures as pictures where Chromium is
 * installed. The cells run in the lesson's results folder.
 * @returns what failed, described; empty when all is well.
 */
export async function runLesson(
  name: string,
  { student = false, slides = false, out, log }: LessonOptions,
): Promise<string[]> {
  const results = resolve(out, name);
  const files = await notebooksIn(join(workbookRoot, student ? "notebooks" : "solutions", name));
  const failures: string[] = [];
  for (const file of files) {
    const title = basename(file, ".ipynb");
    log(`${title}:`);
    const { notebook, failed } = await executeNotebook(file, {
      folder: results,
      output: join(results, `${title}.ipynb`),
      allowErrors: student,
      progress: log,
    });
    const page = join(results, `${title}.html`);
    await exportPage(notebook, page);
    log(`  wrote ${page}`);
    await writePictures(notebook, join(results, "figures", title), log);
    if (failed.length > 0) {
      failures.push(...failed.map((cell) => describeFailure(basename(file), cell)));
      if (!student) continue; // slides of half a notebook are of no use
    }
    if (slides) await writeDecks(notebook, { folder: results, name: title, log });
  }
  return failures;
}

/** How to export a lesson's slides. */
export interface SlidesOptions extends Pick<LessonOptions, "out" | "log"> {
  /** Those of this user's own notebook, with what is written there; cells that fail do not end the run. */
  own?: boolean;
}

/**
 * Writes the decks of a lesson's notebooks and nothing else. Each notebook is run once more on its kept records, which
 * trains nothing where there are records: the instructor's on those in the results folder, one's own on those beside it.
 * @returns what failed, described; empty when all is well.
 */
export async function lessonSlides(name: string, { own = false, out, log }: SlidesOptions): Promise<string[]> {
  const results = resolve(out, name);
  const files = await notebooksIn(join(own ? await openedFolder() : join(workbookRoot, "solutions"), name));
  const failures: string[] = [];
  for (const file of files) {
    const title = basename(file, ".ipynb");
    log(`${title}:`);
    const { notebook, failed } = await executeNotebook(file, {
      folder: own ? dirname(file) : results,
      output: join(results, `${title}.ipynb`),
      allowErrors: own,
      progress: log,
    });
    failures.push(...failed.map((cell) => describeFailure(basename(file), cell)));
    if (failed.length === 0 || own) await writeDecks(notebook, { folder: results, name: title, log });
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
    log("  no pictures of the figures: they need Chromium (apt-get install chromium)");
    return;
  }
  await saveFigures(figures.map((figure, at) => ({ figure, file: join(folder, `${at + 1}.png`) })));
  log(`  wrote ${figures.length} figures to ${folder}`);
}
