import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startJupyterLab, type JupyterLab } from "../../lib/notebooks/jupyterlab";
import { browserFlags, findChromium } from "../../lib/plots/static";
import { kernelEnvironment } from "../kernel/drive";
import { firstPort } from "../ports";
import { temporaryFolder } from "../temporary";

const executablePath = findChromium();
if (executablePath === undefined)
  console.log("JupyterLab in a browser: skipped; Debian's package `chromium` would run it.");

/** Waits for a page that may be slow on a busy machine. */
const patience = { timeout: 240_000 };
const end = new AbortController();
let jupyterLab: JupyterLab;
let browser: Browser;

beforeAll(async () => {
  if (executablePath === undefined) return;
  const folder = temporaryFolder("jupyterlab");
  copyFileSync(join(import.meta.dirname, "demo", "demo.ipynb"), join(folder, "demo.ipynb"));
  process.env.JUPYTER_PATH = kernelEnvironment().JUPYTER_PATH; // this checkout's kernel, not an installed one
  for (const place of ["CONFIG", "DATA", "RUNTIME"]) process.env[`JUPYTER_${place}_DIR`] = temporaryFolder("jupyter");
  jupyterLab = await startJupyterLab({ folder, port: firstPort, signal: end.signal });
  browser = await chromium.launch({ executablePath, args: browserFlags });
});

afterAll(async () => {
  if (executablePath === undefined) return;
  await browser.close();
  end.abort();
  await jupyterLab.ended;
});

it.skipIf(executablePath === undefined)("runs a notebook in JupyterLab and draws its figure", async () => {
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  const outside: string[] = [];
  page.on("request", (request) => {
    if (!/^(http|ws):\/\/127\.0\.0\.1:|^(data|blob):/.test(request.url())) outside.push(request.url());
  });
  const ready = kernelIsReady(page);
  await page.goto(jupyterLab.address.replace("/lab?", "/lab/tree/demo.ipynb?"));
  await ready;
  await page.getByRole("menuitem", { name: "Run", exact: true }).click();
  await page.getByRole("menuitem", { name: "Run All Cells", exact: true }).click();

  const figure = page.locator(".jp-OutputArea .js-plotly-plot");
  await figure.locator(".gtitle", { hasText: "Time per epoch" }).waitFor(patience);
  expect(await figure.locator(".barlayer .point path").count()).toBe(4);
  await page.locator(".jp-OutputArea-output table.dataframe td", { hasText: "published" }).waitFor(patience);
  await page.locator(".jp-OutputArea-output", { hasText: "2 runs" }).first().waitFor(patience);
  await page.locator(".jp-InputPrompt", { hasText: "[6]:" }).waitFor(patience);
  expect(await page.locator('.jp-RenderedText[data-mime-type="application/vnd.jupyter.error"]').count()).toBe(0);
  if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT });
  expect(outside, "requests to the network").toEqual([]);
});

/** JupyterLab drops the cells that are run before it has heard from the kernel, though the page shows it as idle. */
async function kernelIsReady(page: Page): Promise<void> {
  await new Promise<void>((resolve) => {
    page.on("websocket", (socket) => {
      socket.on("framereceived", ({ payload }) => {
        if (payload.includes("kernel_info_reply")) resolve();
      });
    });
  });
  await page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').waitFor({ ...patience, state: "attached" });
  await page.waitForTimeout(500);
}
