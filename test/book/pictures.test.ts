import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { workbookRoot } from "../../lib/system/workbook";

const readme = readFileSync(join(workbookRoot, "README.md"), "utf8");
const pictures = [...readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, file]) => join(workbookRoot, file));

it("the README shows a lesson and two figures, which load quickly", () => {
  expect(pictures.map((file) => file.replace(/.*\//, ""))).toEqual(["lesson.png", "speedup.svg", "nodes.svg"]);
  const sizes = pictures.map((file) => statSync(file).size);
  expect(Math.max(...sizes)).toBeLessThan(150_000);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(300_000);
});

it("the figures show the published numbers", () => {
  const [, speedup, nodes] = pictures.map((file) => readFileSync(file, "utf8"));
  expect(speedup).toContain(">3.26<");
  expect(speedup).toContain(">2.53<");
  expect(nodes).toContain(">1,827<");
});
