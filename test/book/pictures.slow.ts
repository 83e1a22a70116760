import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { PNG } from "pngjs";
import { expect, it } from "vitest";
import { makePictures } from "../../book";
import { findChromium } from "../../lib/plots/static";
import { all } from "../extent";
import { temporaryFolder } from "../temporary";

const noBrowser = findChromium() === undefined;
if (all && noBrowser) console.log("The README's pictures: skipped; Debian's package `chromium` would make them.");

// Only WORKBOOK_TEST=all makes them, as `npm run pictures` does on demand.
it.runIf(all && !noBrowser)("makes the README's pictures from the lesson as it is now", async () => {
  const folder = temporaryFolder("pictures");
  await makePictures({ folder, log: () => undefined });
  expect(statSync(join(folder, "speedup.svg")).size).toBeGreaterThan(5000);
  expect(statSync(join(folder, "nodes.svg")).size).toBeGreaterThan(5000);
  const { width, height, data } = PNG.sync.read(readFileSync(join(folder, "lesson.png")));
  expect(width).toBeGreaterThan(height);
  // The figure is drawn: the lower half of the picture has its blue line.
  const lower = data.subarray(data.length / 2);
  let blue = 0;
  for (let at = 0; at < lower.length; at += 4) if (lower[at] < 40 && lower[at + 2] - lower[at] > 100) blue++;
  expect(blue).toBeGreaterThan(1000);
});
