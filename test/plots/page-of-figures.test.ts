import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { figurePage } from "../../lib/plots";
import { makeFolders } from "../../lib/system/folders";
import { withBrowser, withoutBrowser } from "../browser";
import { full } from "../extent";
import { patience } from "../hub/lab";
import { temporaryFolder } from "../temporary";
import { figures, sketches } from "./every-figure";
import { allDrawn, drawAll, faults, told } from "./in-page.mjs";

/** Where `npm run figures` keeps the page and its pictures, for people to look at. */
const kept = process.env.FIGURES;
const folder = kept ?? temporaryFolder("figures");
const shown = Object.entries({ ...sketches, ...figures });

describe.skipIf(withoutBrowser)("the page of all figures", () => {
  const browser = withBrowser("The page of all figures");
  let page: Page;
  beforeAll(async () => {
    makeFolders(folder);
    const file = join(folder, "figures.html");
    const parts = shown.flatMap(([name, figure]) => [`<h2>${name}</h2>`, figure]);
    writeFileSync(file, figurePage("The figures of the course", parts, { style: "body{padding:0 8px}" }));
    page = await browser().newPage();
    await page.goto(pathToFileURL(file).href);
  });
  afterAll(() => page?.close());

  it.each(full || kept ? [1280, 736, 390] : [390])(
    "fits into %i pixels: no text sticks out, and no legend covers a title",
    async (width) => {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(drawAll);
      await page.waitForFunction(allDrawn, undefined, patience);
      expect(await page.evaluate(faults)).toEqual([]);
    },
  );

  it("tells what each figure shows, with its main numbers, in one tab stop and without buttons", async () => {
    const figuresTold = await page.evaluate(told);
    expect(figuresTold).toHaveLength(shown.length);
    for (const { role, name, numbers, isDrawing, stops, buttons } of figuresTold) {
      expect([role, stops, buttons], String(name)).toEqual(["figure", 1, 0]);
      expect(name).toMatch(/\w{3}/);
      if (!isDrawing) expect(`${name} ${numbers}`).toMatch(/\d/);
    }
  });

  it.runIf(kept)("is kept with its pictures", async () => {
    for (const width of [1280, 736, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(drawAll);
      await page.waitForFunction(allDrawn, undefined, patience);
      await page.screenshot({ path: join(folder, `${width}.png`), fullPage: true, ...patience });
      if (width !== 736) continue;
      await page.addStyleTag({ content: "html{background:#111}body{color:#eee!important}" });
      await page.screenshot({ path: join(folder, "736-dark.png"), fullPage: true, ...patience });
      await page.addStyleTag({ content: "html{background:white!important}body{color:#222!important}" });
    }
    console.log(`${join(folder, "figures.html")} has all figures, with pictures beside it.`);
  });
});
