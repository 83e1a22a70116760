import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { chromium, type Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { figurePage } from "../../lib/plots";
import { drawnTypes, plotlyBuilds, plotlyFor, traceTypes } from "../../lib/plots/plotly";
import { browserFlags, findChromium } from "../../lib/plots/static";
import { traces } from "./drawn";
import { figures } from "./every-figure";

const executablePath = findChromium();
const builds = Object.entries(plotlyBuilds);
const { epochTime, timeSurface } = figures;

/** What set-up has made of plotly.js-dist. */
describe("plotly.js with the figures' traces", () => {
  it("is made for exactly the traces that figures have", () => {
    const types = Object.values(figures).flatMap((figure) => traces(figure).map(({ type = "scatter" }) => type));
    expect([...drawnTypes].sort()).toEqual([...new Set(types)].sort());
  });

  it.each(builds)("takes at most 0.9 MB, compressed: %s", (_, { file }) => {
    expect(gzipSync(readFileSync(file), { level: 9 }).length).toBeLessThanOrEqual(900_000);
  });

  it.each(builds)("names its version and the licences of what is in it: %s", (_, { file }) => {
    const text = readFileSync(file, "utf8");
    const { version } = JSON.parse(readFileSync("node_modules/plotly.js-dist/package.json", "utf8")) as {
      version: string;
    };
    expect(text.slice(0, 200)).toContain(`plotly.js v${version}`);
    expect(text).toContain("Native Promise Only");
    expect(text.match(/<\/script/gi)).toBeNull(); // it stands in a page's script
  });

  it("has three dimensions only for the figures that need them", () => {
    const spatial = Object.entries(figures).filter(
      ([, figure]) => plotlyFor(JSON.stringify(figure)) === plotlyBuilds.spatial.file,
    );
    expect(spatial.map(([name]) => name)).toEqual(["timeSurface"]);
    expect(plotlyFor('a text about "surface", and no figure')).toBe(plotlyBuilds.flat.file);
  });

  it("is looked for by the same traces where no program of ours writes the page", () => {
    for (const file of ["jupyter/templates/figures.html.j2", "book/conf.py"]) {
      const text = readFileSync(file, "utf8");
      for (const type of traceTypes.spatial) expect(text, file).toContain(type);
    }
  });

  describe.skipIf(executablePath === undefined)("in a browser", () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath, args: browserFlags });
    });
    afterAll(() => browser.close());

    it.each(builds)("draws its kinds of traces, and no others: %s", async (_, { file, types }) => {
      const page = await browser.newPage();
      await page.addScriptTag({ path: file });
      const drawn = await page.evaluate(() => {
        const { Plotly } = globalThis as unknown as {
          Plotly: { PlotSchema: { get(): { traces: Record<string, unknown> } } };
        };
        return Object.keys(Plotly.PlotSchema.get().traces);
      });
      expect(drawn.sort()).toEqual([...types].sort());
    });

    it.each([
      ["without three dimensions", [epochTime, figures.classes]],
      ["with three dimensions", [epochTime, timeSurface]],
    ])("draws all figures of a page %s", async (_, shown) => {
      const page = await browser.newPage();
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      page.on("pageerror", ({ message }) => asked.push(message));
      await page.setContent(figurePage("Figures", shown));
      await page.locator(".js-plotly-plot .main-svg").first().waitFor();
      expect(await page.locator(".plotly-figure.js-plotly-plot").count()).toBe(shown.length);
      expect((await page.locator(".gl-container canvas").count()) > 0).toBe(shown.includes(timeSurface));
      expect(asked.filter((url) => !url.startsWith("data:"))).toEqual([]);
    });
  });
});
