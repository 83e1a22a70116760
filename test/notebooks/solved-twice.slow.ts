import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { lessons } from "../../lib/notebooks";
import type { Notebook } from "../../lib/notebooks/notebook";
import { workbookRoot } from "../../lib/system/workbook";
import { seriousFindings } from "../axe";
import { withoutBrowser } from "../browser";
import { patience } from "../hub/lab";
import { all } from "../extent";
import { figuresDrawn, placesOfFigures } from "../plots/in-page.mjs";
import { ownLab } from "./own-lab";

// Each takes minutes. Otherwise the demonstration stands for them, in jupyterlab.slow.ts.
const tried = await lessons();

let folder: string;
const lab = ownLab("Lessons run twice in a browser", (own) => {
  folder = own;
  for (const lesson of tried) {
    const file = `${lesson.slice(3)}.ipynb`;
    mkdirSync(join(own, lesson));
    copyFileSync(join(workbookRoot, "solutions", lesson, file), join(own, lesson, file));
  }
});

/** What went wrong in the cells of a notebook that has been saved. */
function failures(saved: string): string[] {
  const { cells } = JSON.parse(saved) as Notebook;
  return cells.flatMap(({ id, outputs = [] }) =>
    outputs.flatMap(({ output_type: type, evalue, text = [] }) => [
      ...(type === "error" ? [`${id}: ${String(evalue)}`] : []),
      ...[text]
        .flat()
        .filter((line) => /^✗/m.test(line))
        .map((line) => `${id}: ${line}`),
    ]),
  );
}

it.skipIf(withoutBrowser || !all).each(tried)(
  "%s, solved, runs twice in JupyterLab, and its figures keep their heights",
  async (lesson) => {
    const path = `${lesson}/${lesson.slice(3)}.ipynb`;
    const { page } = lab();
    const notebook = await lab().openNotebook(path);
    const heights: number[][] = [];
    // JupyterLab keeps only the cells near the view in the page: how many there are, the file says.
    const { cells } = JSON.parse(readFileSync(join(folder, path), "utf8")) as Notebook;
    const count = cells.filter(({ cell_type: type }) => type === "code").length;
    const prompts = page.locator(".jp-NotebookPanel:visible .jp-CodeCell .jp-InputArea-prompt");
    for (const run of [1, 2]) {
      const begun = Date.now();
      await notebook.runAll(1200);
      const number = `[${run * count}]:`;
      await prompts.last().filter({ hasText: number }).waitFor({ timeout: 1_200_000 }); // stars are late on a busy machine
      console.log(`${lesson}, run ${run}: ${Math.round((Date.now() - begun) / 1000)} s`);
      await page.waitForFunction(figuresDrawn, undefined, patience);
      await notebook.save();
      const saved = readFileSync(join(folder, path), "utf8");
      expect.soft(failures(saved), `run ${run}`).toEqual([]);
      expect.soft(saved.split("\n").filter((line) => line.includes(folder))).toEqual([]); // whoever ran it is not named
      heights.push((await page.evaluate(placesOfFigures)).map(({ height }) => Number(height)));
    }
    expect.soft(Math.min(...heights[0])).toBeGreaterThan(150);
    expect.soft(heights[1]).toEqual(heights[0]);
    // What lies around the cells' contents is JupyterLab's own.
    expect.soft(await seriousFindings(page, ".jp-RenderedMarkdown, .jp-OutputArea-output")).toEqual([]);
    if (process.env.SCREENSHOT) await page.screenshot({ path: `${process.env.SCREENSHOT}/${lesson}.png` });
    await lab().menu("Kernel", "Shut Down Kernel");
    await lab().menu("File", "Close Tab");
  },
);
