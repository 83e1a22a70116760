import { createReadStream, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildBook } from "../../book";
import { browserFlags, findChromium } from "../../lib/plots/static";
import { seriousFindings } from "../axe";
import { all } from "../extent";
import { temporaryFolder } from "../temporary";

const executablePath = findChromium();
if (executablePath === undefined)
  console.log("The website in a browser: skipped; Debian's package `chromium` would run it.");

const folder = temporaryFolder("book");
const out = join(folder, "site");
const lesson = "notebooks/01-one-device/one-device.html";
let problems: string[];

it("a folder that holds something else is left as it is", async () => {
  const other = join(folder, "other");
  mkdirSync(other);
  writeFileSync(join(other, "thesis.txt"), "mine");
  await expect(buildBook({ out: other, runs: folder, log: () => undefined })).rejects.toThrow(/no earlier build/);
  expect(readFileSync(join(other, "thesis.txt"), "utf8")).toBe("mine");
});

// It runs a lesson, and takes minutes. One lesson is enough for the pages; that no lesson's answers are published is tested
// cell by cell in public-lesson.test.ts.
describe.runIf(all)("built whole", () => {
  beforeAll(async () => {
    problems = await buildBook({ only: ["01-one-device"], out, runs: join(folder, "runs"), log: () => undefined });
  });

  it("the website has no broken link, no answer, and nothing from another site", () => {
    expect(problems).toEqual([]);
  });

  it("a lesson has its text, its outputs, and its exercises without answers", () => {
    const page = readFileSync(join(out, lesson), "utf8");
    expect(page).toContain("Why the first epoch is left out");
    expect(page).toContain("YOUR CODE HERE");
    expect(page.match(/class="plotly-figure"/g)?.length).toBeGreaterThan(4);
    expect(page).toContain('class="dataframe"');
    expect(page).not.toMatch(/BEGIN (SOLUTION|HIDDEN TESTS)|Error: not implemented/);
  });

  it("nobody else reads the runs that it is made of, which hold answers", () => {
    expect((statSync(join(folder, "runs")).mode & 0o777).toString(8)).toBe("700");
  });

  describe.skipIf(executablePath === undefined)("in a browser", () => {
    let server: Server;
    let browser: Browser;
    let page: Page;
    let site: string;
    const elsewhere: string[] = [];

    beforeAll(async () => {
      const types: Record<string, string> = {
        ".html": "text/html",
        ".js": "text/javascript",
        ".css": "text/css",
        ".svg": "image/svg+xml",
      };
      server = createServer(({ url = "/" }, response) => {
        const file = join(out, decodeURIComponent(new URL(url, "http://site").pathname));
        const found = existsSync(file) && statSync(file).isFile();
        response.writeHead(found ? 200 : 404, { "content-type": types[extname(file)] ?? "application/octet-stream" });
        if (found) createReadStream(file).pipe(response);
        else response.end();
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      browser = await chromium.launch({ executablePath, args: browserFlags });
      page = await browser.newPage();
      page.on("request", (request) => {
        if (!request.url().startsWith(site) && !request.url().startsWith("data:")) elsewhere.push(request.url());
      });
    });

    afterAll(async () => {
      await browser.close();
      server.close();
      expect(elsewhere, "requests to other sites").toEqual([]);
    });

    it("the search finds a word, and leads to its place", async () => {
      await page.goto(`${site}/index.html`);
      await page.getByPlaceholder("Search").first().fill("straggler");
      await page.getByPlaceholder("Search").first().press("Enter");
      await page.locator("#search-results li a", { hasText: "Straggler" }).first().click();
      await page.waitForURL(/glossary\.html.*#straggler/);
      expect(await page.locator("#straggler").innerText()).toContain("The slowest process of a synchronous step");
    });

    it("the first page leads to the map, the glossary and the lesson", async () => {
      for (const [link, title] of [
        ["The map of the course", "The map of the course"],
        ["Glossary", "Glossary"],
        ["1 · One device", "1 · One device"],
      ]) {
        await page.goto(`${site}/index.html`);
        await page.locator(".sidebar-tree").getByRole("link", { name: link, exact: true }).click();
        expect(await page.locator("h1").first().innerText()).toContain(title);
      }
    });

    it.each(["index", "docs/course", "api/training", lesson.replace(".html", "")])(
      "axe finds nothing serious in %s",
      async (name) => {
        await page.goto(`${site}/${name}.html`);
        expect(await seriousFindings(page)).toEqual([]);
      },
    );

    it("a lesson's figures are drawn, and its pictures are there", async () => {
      await page.goto(`${site}/${lesson}`);
      await page.locator(".plotly-figure .main-svg").first().waitFor();
      await page.evaluate('dispatchEvent(new Event("afterprint"))'); // draws all, also those out of view
      const places = await page.locator(".plotly-figure").count();
      await page
        .locator(".plotly-figure.js-plotly-plot")
        .nth(places - 1)
        .waitFor();
      await page.goto(`${site}/index.html`);
      const widths = await page
        .locator("article img")
        .evaluateAll((images) => images.map((image) => (image as unknown as { naturalWidth: number }).naturalWidth));
      expect(widths.length).toBe(3);
      for (const width of widths) expect(width).toBeGreaterThan(100);
    });
  });
});
