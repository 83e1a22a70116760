import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { exercises } from "../../lib/autograde/sandbox/visible";
import { workbookRoot } from "../../lib/system/workbook";
import { temporaryFolder } from "../temporary";

const lessons = readdirSync(join(workbookRoot, "solutions")).sort();

it("of the checks a sandbox sees types, and nothing that holds a right answer", () => {
  const folder = join(workbookRoot, "dist", "solutions");
  const shown = exercises(folder);
  expect(shown[0]).toEqual({ path: folder, as: { empty: true } });
  const files = shown.slice(1);
  const stub = { text: expect.stringContaining("Checks are made after the run") as string };
  expect(files.filter(({ path }) => !path.endsWith(".d.ts"))).toEqual(
    lessons.map((lesson) => ({ path: join(folder, lesson, "exercises", "index.js"), as: stub })),
  );
  for (const { as } of files)
    if ("from" in as) expect(readFileSync(as.from, "utf8")).not.toMatch(/return |(const|let) \w+ =/);
});

it("without the checks' folder there is no sandbox: they would be somewhere else, and seen", () => {
  const folder = temporaryFolder("checks");
  expect(() => exercises(join(folder, "gone"))).toThrow(
    /gone holds no checks, so nothing can hide them: .*npm run build/,
  );
  mkdirSync(join(folder, "empty"));
  expect(() => exercises(join(folder, "empty"))).toThrow("holds no checks");
});
