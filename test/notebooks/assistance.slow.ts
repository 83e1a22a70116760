import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { withoutBrowser } from "../browser";
import { patience, type Lab, type NotebookPanel } from "../hub/lab";
import { code, notebookWith } from "./cells";
import { ownLab } from "./own-lab";

// What a student sees on asking about a place in a cell: Shift-Tab shows types and documentation, Tab completes.

const imports =
  'import { runOnce } from "parallel-training/cells";\nimport type { RunRecord } from "parallel-training/runs";';

const opened = ownLab("Help in JupyterLab's cells", (folder) => {
  const sources = [imports, "const records: RunRecord[] = [];", "// asked"];
  const notebook = notebookWith(sources.map((source, index) => code(source, `cell-${index}`)));
  writeFileSync(join(folder, "asked.ipynb"), JSON.stringify(notebook));
});
let lab: Lab;
let notebook: NotebookPanel;
beforeAll(async () => {
  if (withoutBrowser) return;
  lab = opened();
  notebook = await lab.openNotebook("asked.ipynb");
  await notebook.runAll(90);
});

/** Types a text into the last cell, and goes back by some characters. */
async function typed(text: string, back = 0): Promise<Locator> {
  const cell = lab.page.locator(".jp-NotebookPanel:visible .jp-Cell").nth(2);
  await notebook.write(cell, text);
  for (let step = 0; step < back; step++) await lab.page.keyboard.press("ArrowLeft");
  return cell.locator(".cm-content");
}

/** Presses Tab, chooses a match with Enter, and waits for what the cell then holds. */
async function complete(content: Locator, match: string, result: string): Promise<void> {
  await lab.page.keyboard.press("Tab");
  await lab.page.locator(".jp-Completer-item", { hasText: match }).waitFor(patience);
  await lab.page.keyboard.press("Enter");
  await expect.poll(() => content.innerText(), patience).toContain(result);
}

async function picture(name: string): Promise<void> {
  if (process.env.SCREENSHOT) await lab.page.screenshot({ path: `${process.env.SCREENSHOT}/${name}.png` });
}

it.skipIf(withoutBrowser)("shows a function's type and documentation on Shift-Tab", async () => {
  await typed('const run = await runOnce({ program: "x" });', 25);
  await lab.page.keyboard.press("Shift+Tab");
  const tooltip = lab.page.locator(".jp-Tooltip-content");
  await tooltip.waitFor(patience);
  const code = tooltip.locator("pre code.language-typescript, pre code");
  expect(await code.first().innerText()).toContain("runOnce(measurement: Measurement): Promise<RunRecord>");
  expect(await tooltip.innerText()).toContain("@throws");
  expect(await tooltip.locator("em").first().innerText()).toMatch(/^@\w+$/); // Markdown, drawn
  await picture("hover");
  await lab.page.keyboard.press("Escape");
});

it.skipIf(withoutBrowser)("completes an option on Tab, with its documentation beside it", async () => {
  await complete(await typed("await runOnce({ pro"), "program", "await runOnce({ program");
  await typed("records[0].where.");
  await lab.page.keyboard.press("Tab");
  const completer = lab.page.locator(".jp-Completer");
  await completer.locator(".jp-Completer-item", { hasText: "memoryBytes" }).waitFor(patience);
  expect(await completer.locator(".jp-Completer-item .jp-Completer-match").allInnerTexts()).toContain("coresInAll");
  await completer.locator(".jp-Completer-docpanel", { hasText: /^\(property\) \w+/ }).waitFor(patience);
  await picture("complete");
  await lab.page.keyboard.press("Escape");
});

it.skipIf(withoutBrowser)("lists the workbook's modules, and the texts that a type allows", async () => {
  await complete(
    await typed('import { show } from "parallel-training/plo"', 1),
    "plots",
    'from "parallel-training/plots"',
  );
  await typed('records[0].outcome === ""', 1);
  await lab.page.keyboard.press("Tab");
  await lab.page.locator(".jp-Completer-item", { hasText: "out-of-memory" }).waitFor(patience);
  await picture("union");
  await lab.page.keyboard.press("Escape");
});
