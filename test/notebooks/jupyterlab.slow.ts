import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { seriousFindings } from "../axe";
import { withoutBrowser } from "../browser";
import { patience } from "../hub/lab";
import { drawnForColumns, placesOfFigures } from "../plots/in-page.mjs";
import { ownLab } from "./own-lab";

const lab = ownLab("JupyterLab in a browser", (folder) =>
  copyFileSync(join(import.meta.dirname, "demo", "demo.ipynb"), join(folder, "demo.ipynb")),
);

it.skipIf(withoutBrowser)("runs a notebook in JupyterLab and draws its figure", async () => {
  const { page } = lab();
  const outside: string[] = [];
  page.on("request", (request) => {
    if (!/^(http|ws):\/\/127\.0\.0\.1:|^(data|blob):/.test(request.url())) outside.push(request.url());
  });
  await page.reload();
  await lab().isThere();
  const notebook = await lab().openNotebook("demo.ipynb");
  await notebook.runAll(240);

  const figure = page.locator(".jp-OutputArea .js-plotly-plot");
  await figure.locator(".gtitle", { hasText: "Time per epoch" }).waitFor(patience);
  expect(await figure.locator(".barlayer .point path").count()).toBe(4);
  await page.locator(".jp-OutputArea-output table.dataframe td", { hasText: "published" }).waitFor(patience);
  await page.locator(".jp-OutputArea-output", { hasText: "2 runs" }).first().waitFor(patience);
  await page.locator(".jp-InputPrompt", { hasText: "[6]:" }).waitFor(patience);
  expect(await notebook.errors().count()).toBe(0);

  // The window gets narrower and wide again: each figure keeps a height, fits its column, and is one named stop of the Tab key.
  const place = page.locator(".jp-OutputArea .jp-RenderedPlotly");
  expect(await place.first().getAttribute("aria-label")).toContain("Time per epoch");
  expect(await place.first().getAttribute("aria-description")).toContain("at published");
  for (const width of [1280, 1200, 800, 1400]) {
    await page.setViewportSize({ width, height: 1000 });
    await page.waitForFunction(drawnForColumns, undefined, patience);
    for (const { height, width: own, stops } of await page.evaluate(placesOfFigures)) {
      expect(height, `in a window of ${width} pixels`).toBeGreaterThan(300);
      expect(own, `in a window of ${width} pixels`).toBeGreaterThan(600); // the panel of files leaves its room to a lesson
      expect(stops).toBe(1);
    }
  }
  const wordBreak = 'getComputedStyle(document.querySelector(".jp-OutputArea-output pre")).wordBreak';
  expect(await page.evaluate(wordBreak), "lines are broken between words").toBe("normal");
  // What lies around the outputs is JupyterLab's own.
  expect(await seriousFindings(page, ".jp-OutputArea-output")).toEqual([]);
  if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT });
  expect(outside, "requests to the network").toEqual([]);
});
