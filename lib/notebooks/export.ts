import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { browserFlags, chromiumPath } from "../plots/static";
import { writeWhole } from "../system/atomic";
import { makeFolders } from "../system/folders";
import { jupyterFolder, runPython } from "./environment";
import type { Notebook } from "./notebook";

/** Writes an executed notebook as one HTML page that needs no network. */
export async function exportPage(notebook: Notebook, file: string): Promise<void> {
  await convert(notebook, file, ["--to", "html", "--template", "page"]);
}

/**
 * Writes a deck of an executed notebook as one HTML file of reveal.js slides that needs no network; code is left out.
 * @param deck A notebook with only slides, see `decksOf`: the slide types `slide` and `subslide` begin a slide, `fragment`
 * continues it.
 */
export async function exportSlides(deck: Notebook, file: string): Promise<void> {
  await convert(deck, file, ["--to", "slides", "--template", "slides", "--no-input"]);
}

/**
 * Prints slides from `exportSlides` to PDF, a page a slide.
 * @returns the numbers, from 1, of slides whose content does not fit.
 * @throws when Chromium is not installed.
 */
export async function printSlides(slides: string, pdf: string): Promise<number[]> {
  const executablePath = chromiumPath();
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath, args: browserFlags });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${pathToFileURL(resolve(slides)).href}?print-pdf`);
    await page.waitForSelector("body[data-ready=pdf]");
    await page.pdf({ path: pdf, preferCSSPageSize: true, printBackground: true });
    const tooFull = (await page.getAttribute("body", "data-too-full")) ?? "";
    return tooFull.split(" ").filter(Boolean).map(Number);
  } finally {
    await browser.close();
  }
}

async function convert(notebook: Notebook, file: string, flags: string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "parallel-training-"));
  try {
    const name = basename(file).replace(/(\.slides)?\.html$/, "");
    await writeFile(join(folder, `${name}.ipynb`), JSON.stringify(notebook));
    const settings = ["--config", join(jupyterFolder, "nbconvert_config.py"), "--log-level", "ERROR"];
    const words = ["-m", "nbconvert", ...settings, ...flags, `${name}.ipynb`];
    const { exitCode, stderr } = await runPython(words, { cwd: folder });
    const written = (await readdir(folder)).find((entry) => entry.endsWith(".html"));
    if (exitCode !== 0 || written === undefined) {
      throw new Error(`nbconvert could not write ${file}: ${stderr.trim().split("\n").at(-1) ?? ""}`);
    }
    makeFolders(dirname(file));
    await writeWhole(file, await readFile(join(folder, written)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
