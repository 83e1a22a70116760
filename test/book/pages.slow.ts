import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { publicLesson } from "../../book/public-lesson";
import { readySphinx, runSphinx } from "../../book/site";
import type { Cell, Notebook } from "../../lib/notebooks";
import { figureBundle } from "../../lib/plots/display";
import type { Figure } from "../../lib/plots";
import { NoRegistry } from "../../bench/python-environment";
import { withBrowser, withoutBrowser } from "../browser";
import { temporaryFolder } from "../temporary";
import { seriousFindings } from "../axe";

// How the website shows a lesson, tried on three small pages; the whole website is tried in website.slow.ts.

const [source, site] = [temporaryFolder("sources"), temporaryFolder("small-site")];
const page = (name: string) => join(site, `${name}.html`);
const textOf = (name: string) => readFileSync(page(name), "utf8");

const bars: Figure = {
  data: [{ type: "bar", x: ["one", "two"], y: [1, 2] }],
  layout: { title: { text: "Bars of two devices" } },
};
const space: Figure = {
  data: [{ type: "scatter3d", x: [1], y: [1], z: [1] }],
  layout: { title: { text: "In space" } },
};

function lesson(title: string, figure?: Figure, more = ""): Notebook {
  const text: Cell = { id: "title", cell_type: "markdown", source: `# ${title}\n\nA lesson. ${more}`, metadata: {} };
  // What Pygments takes for the beginning of a regular expression.
  const price = "const factor = fastest!.price! / cheapest!.price!;\n";
  const code: Cell = { id: "price", cell_type: "code", source: price, metadata: {}, execution_count: 1, outputs: [] };
  if (figure) code.outputs = [{ output_type: "display_data", data: figureBundle(figure).data, metadata: {} }];
  const metadata = { language_info: { name: "typescript" } };
  const notebook = { cells: [text, code], metadata, nbformat: 4, nbformat_minor: 5 };
  return publicLesson(notebook, notebook);
}

/** Why Sphinx cannot be had. */
let reason = "";

beforeAll(async () => {
  mkdirSync(join(source, "notebooks"));
  const lessons = {
    figure: lesson("A figure", bars),
    space: lesson("Space", space),
    formula: lesson("A formula", undefined, "$a^2 + b^2$"),
  };
  for (const [name, notebook] of Object.entries(lessons))
    writeFileSync(join(source, "notebooks", `${name}.ipynb`), JSON.stringify(notebook));
  const names = Object.keys(lessons).map((name) => `notebooks/${name}`);
  const contents = `# Start\n\n\`\`\`{toctree}\n:caption: Lessons\n\n${names.join("\n")}\n\`\`\`\n`;
  writeFileSync(join(source, "index.md"), contents);
  try {
    await runSphinx(await readySphinx(source, console.log), source, site);
  } catch (error) {
    if (!(error instanceof NoRegistry)) throw error;
    reason = error.message;
  }
});

beforeEach((context) => {
  if (reason !== "") context.skip(reason);
});

it("a cell that Pygments cannot read is shown like any other", () => {
  expect(textOf("notebooks/figure").replace(/<[^>]*>/g, "")).toContain("fastest!.price! / cheapest!.price!;");
});

it("plotly.js is one file for all pages, and comes after the text; three dimensions and MathJax come where they are needed", () => {
  const scripts = (name: string) =>
    [...textOf(name).matchAll(/<script[^>]* src="[^"]*\/((?:plotly|tex)[\w.-]*)/g)].map(([tag, file]) => [file, /(async|defer)/.test(tag)]); // prettier-ignore
  expect(scripts("index")).toEqual([]);
  expect(scripts("notebooks/figure")).toEqual([["plotly.min.js", true]]);
  expect(scripts("notebooks/space")).toEqual([["plotly-3d.min.js", true]]);
  expect(scripts("notebooks/formula")).toEqual([["tex-svg.js", true]]);
  for (const name of ["index", "notebooks/figure", "notebooks/formula"])
    expect(textOf(name).length).toBeLessThan(40_000);
});

describe.skipIf(withoutBrowser)("in a browser", () => {
  const browser = withBrowser("The website's pages");
  async function opened(name: string, options: BrowserContextOptions = {}) {
    const tab = await browser().newPage({ viewport: { width: 1280, height: 900 }, ...options });
    await tab.goto(pathToFileURL(page(name)).href);
    return tab;
  }

  it("a figure is drawn", async () => {
    const tab = await opened("notebooks/figure");
    await tab.locator(".plotly-figure .main-svg").first().waitFor();
    expect(await tab.locator(".gtitle").textContent()).toBe("Bars of two devices");
    await tab.close();
  });

  it.each(["light", "dark"] as const)("axe finds nothing serious in a %s page with a figure, at 1280 and at 390 pixels", async (colorScheme) => {
    for (const width of [1280, 390]) {
      const tab = await opened("notebooks/figure", { colorScheme, viewport: { width, height: 900 } });
      await tab.locator(".plotly-figure .main-svg").first().waitFor();
      expect(await seriousFindings(tab)).toEqual([]);
      await tab.close();
    }
  }); // prettier-ignore

  it("without JavaScript, a page is read as usual", async () => {
    const tab = await opened("notebooks/figure", { javaScriptEnabled: false });
    const text = await tab.locator("article").innerText();
    for (const part of ["A figure", "A lesson.", "fastest!.price! / cheapest!.price!"]) expect(text).toContain(part);
    await tab.close();
  });

  it("on paper there is no navigation, no figure is divided, and no line of a program is cut off", async () => {
    const tab = await opened("notebooks/figure");
    await tab.locator(".plotly-figure .main-svg").first().waitFor();
    await tab.emulateMedia({ media: "print" });
    for (const hidden of [".skip-to-content", ".sidebar-drawer", ".toc-drawer", ".mobile-header"])
      expect(await tab.locator(hidden).first().isVisible(), hidden).toBe(false);
    const style = await tab.evaluate(`({
      figure: getComputedStyle(document.querySelector(".plotly-figure")).breakInside,
      program: getComputedStyle(document.querySelector(".cell_input pre")).whiteSpace,
    })`);
    expect(style).toEqual({ figure: "avoid", program: "pre-wrap" });
    await tab.close();
  });
});
