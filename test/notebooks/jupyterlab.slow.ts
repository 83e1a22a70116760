import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { seriousFindings } from "../axe";
import { withoutBrowser } from "../browser";
import { patience } from "../hub/lab";
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
  // What lies around the outputs is JupyterLab's own.
  expect(await seriousFindings(page, ".jp-OutputArea-output")).toEqual([]);
  const wordBreak = 'getComputedStyle(document.querySelector(".jp-OutputArea-output pre")).wordBreak';
  expect(await page.evaluate(wordBreak), "lines are broken between words").toBe("normal");
  if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT });
  expect(outside, "requests to the network").toEqual([]);
});
