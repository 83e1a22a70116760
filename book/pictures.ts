import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { epochsByNodes, scaling } from "../lib/measure";
import { executeNotebook, notebooksIn, readNotebook, type Notebook } from "../lib/notebooks";
import { startJupyterLab } from "../lib/notebooks/jupyterlab";
import { epochTimeByNodesFigure } from "../chapters/04-many-nodes/figures/epoch-time";
import { speedupFigure } from "../lib/plots";
import { browserFlags, chromiumPath, saveFigures } from "../lib/plots/static";
import { chapterScalingRuns, slowNetworkRuns } from "../lib/runs";
import { workbookRoot } from "../lib/system/workbook";
import { onStandInImages } from "./stand-in";
import { studentsRun } from "./students-run";
import { makeFolders } from "../lib/system/folders";

/** The part of a lesson that the README shows: an exercise with its check, a text, and a figure, by the ids of their cells. */
const shown = { lesson: "01-one-device", first: "ask-throughput", last: "figure-steps" };

/** The window of the picture, in CSS pixels. */
const viewport = { width: 1090, height: 980 };

/** No picture may be larger, in bytes: readers load the README over any network. */
const LARGEST = 150_000;

/** How to make the pictures. */
interface PicturesOptions {
  /** The folder to write `lesson.png`, `speedup.svg` and `nodes.svg` to. */
  folder: string;
  /** Receives a line for each thing done. */
  log: (line: string) => void;
}

/**
 * Makes the README's pictures: a part of a lesson in JupyterLab, and two of its figures.
 * @throws one line when Chromium is missing, the lesson no longer has the cells that are shown, or a picture is too large.
 */
export async function makePictures({ folder, log }: PicturesOptions): Promise<void> {
  makeFolders(folder);
  const files = ["speedup.svg", "nodes.svg", "lesson.png"].map((name) => join(folder, name));
  const [speedup, nodes, lesson] = files;
  await saveFigures([
    { figure: await speedupOfBook(), file: speedup },
    { figure: await nodesOfStudy(), file: nodes },
  ]);
  await onStandInImages(() => pictureLesson(lesson, log));
  for (const file of files) {
    const { size } = await stat(file);
    if (size > LARGEST) throw new Error(`${file} has ${size} bytes, more than ${LARGEST}: show less of the lesson.`);
    log(`wrote ${file}, ${Math.ceil(size / 1000)} kB`);
  }
}

async function speedupOfBook() {
  const studies = await Promise.all(
    (["resnet50v2", "resnet152v2"] as const).map(async (model) => scaling(await chapterScalingRuns({ model }))),
  );
  return speedupFigure(studies, { labels: ["published", "published"] });
}

async function nodesOfStudy() {
  const published = epochsByNodes(await slowNetworkRuns());
  // Lesson 4 asks for a prediction of accumulate on three nodes.
  return epochTimeByNodesFigure(
    published.filter(({ model, way, nodes }) => model === "resnet50" && (way === "sync" || nodes < 3)),
    { label: "published" },
  );
}

/** Runs a students' notebook up to a figure, and takes a picture of its last cells in JupyterLab. */
async function pictureLesson(file: string, log: (line: string) => void): Promise<void> {
  const own = await mkdtemp(join(tmpdir(), "parallel-training-pictures-"));
  const executablePath = chromiumPath();
  const end = new AbortController();
  try {
    const [solved, released] = await Promise.all(["solutions", "notebooks"].map(upToShown));
    const [asked, lesson] = [join(own, "asked.ipynb"), join(own, `${shown.lesson}.ipynb`)];
    await writeFile(asked, JSON.stringify(solved));
    const { notebook: executed } = await executeNotebook(asked, { folder: own, output: lesson, progress: log });
    const asStudentSees = studentsRun(released, executed);
    const from = asStudentSees.cells.findIndex(({ id }) => id === shown.first);
    await writeFile(lesson, JSON.stringify({ ...asStudentSees, cells: asStudentSees.cells.slice(from) }));

    // The user's own settings of JupyterLab do not show.
    for (const place of ["CONFIG", "DATA", "RUNTIME"]) process.env[`JUPYTER_${place}_DIR`] = join(own, place);
    const jupyterLab = await startJupyterLab({ folder: own, role: "alone", signal: end.signal });
    const { chromium } = await import("playwright-core");
    const browser = await chromium.launch({ executablePath, args: [...browserFlags, "--disable-lcd-text"] });
    try {
      const page = await browser.newPage({ viewport });
      await page.goto(jupyterLab.address.replace("/lab?", `/doc/tree/${shown.lesson}.ipynb?`));
      await page.locator(".jp-OutputArea .js-plotly-plot .main-svg").first().waitFor();
      await page.getByText("| Idle").waitFor(); // the status bar, when the kernel has answered
      await page.addStyleTag({ content: ".jp-cell-toolbar { visibility: hidden }" }); // it lies over the exercise's text
      await page.waitForTimeout(1000); // the figure takes its place
      await page.screenshot({ path: file });
    } finally {
      await browser.close();
      end.abort();
      await jupyterLab.ended;
    }
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** The lesson up to the last cell that is shown, with or without answers. @throws one line when it lacks a cell. */
async function upToShown(folder: string): Promise<Notebook> {
  const [source] = await notebooksIn(join(workbookRoot, folder, shown.lesson));
  const notebook = await readNotebook(source);
  const [first, last] = [shown.first, shown.last].map((id) => notebook.cells.findIndex((cell) => cell.id === id));
  if (first < 0 || last < first) throw new Error(`${source} has no cells ${shown.first} to ${shown.last} to show.`);
  return { ...notebook, cells: notebook.cells.slice(0, last + 1) };
}
