import { copyFile, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { browserFlags, chromiumPath } from "../plots/static";
import { jupyterEnvironment, jupyterFolder, notebookPython } from "./environment";
import type { Notebook } from "./notebook";

/** Writes an executed notebook as one HTML page that needs no network. */
export async function exportPage(notebook: Notebook, file: string): Promise<void> {
  await convert(notebook, file, ["--to", "html", "--template", "page"]);
}

/**
 * Writes an executed notebook as one HTML file of reveal.js slides that needs no network; code is left out.
 * The slides are the cells with a slide type: `slide` and `subslide` begin one, `fragment` continues it.
 * @throws when no cell has a slide type.
 */
export async function exportSlides(notebook: Notebook, file: string): Promise<void> {
  await convert(onlySlides(notebook), file, ["--to", "slides", "--template", "slides", "--no-input"]);
}

/** The notebook with every cell skipped that has no slide type. */
export function onlySlides(notebook: Notebook): Notebook {
  const typed = (type: string | undefined) => type !== undefined && type !== "-";
  if (!notebook.cells.some((cell) => cell.metadata.slideshow?.slide_type === "slide")) {
    throw new Error("The notebook has no slides: give the cells that begin one the slide type `slide`.");
  }
  const cells = notebook.cells.map((cell) =>
    typed(cell.metadata.slideshow?.slide_type)
      ? cell
      : { ...cell, metadata: { ...cell.metadata, slideshow: { slide_type: "skip" } } },
  );
  return { ...notebook, cells };
}

/** Prints slides that `exportSlides` wrote to PDF, a page a slide. @throws when Chromium is not installed. */
export async function printSlides(slides: string, pdf: string): Promise<void> {
  const executablePath = chromiumPath();
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath, args: browserFlags });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${pathToFileURL(resolve(slides)).href}?print-pdf`);
    await page.waitForSelector("body[data-ready=pdf]");
    await page.pdf({ path: pdf, preferCSSPageSize: true, printBackground: true });
  } finally {
    await browser.close();
  }
}

async function convert(notebook: Notebook, file: string, how: string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "parallel-training-"));
  try {
    const name = basename(file).replace(/(\.slides)?\.html$/, "");
    await writeFile(join(folder, `${name}.ipynb`), JSON.stringify(notebook));
    const { execa } = await import("execa");
    const config = join(jupyterFolder, "nbconvert_config.py");
    const { exitCode, stderr } = await execa(
      notebookPython(),
      ["-m", "nbconvert", "--config", config, "--log-level", "ERROR", ...how, `${name}.ipynb`],
      { env: jupyterEnvironment(), cwd: folder, reject: false },
    );
    const written = (await readdir(folder)).find((entry) => entry.endsWith(".html"));
    if (exitCode !== 0 || written === undefined) {
      throw new Error(`nbconvert could not write ${file}: ${stderr.trim().split("\n").at(-1) ?? ""}`);
    }
    await mkdir(dirname(file), { recursive: true });
    await copyFile(join(folder, written), `${file}.part`); // whole or not at all
    await rename(`${file}.part`, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
