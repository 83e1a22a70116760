import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { exercises } from "../../lib/autograde/sandbox/visible";
import { workbookRoot } from "../../lib/system/workbook";
import { temporaryFolder } from "../temporary";

const lessons = readdirSync(join(workbookRoot, "solutions")).sort();

it("of the checks a sandbox sees types, and nothing that holds a right answer", () => {
  const folder = join(workbookRoot, "dist", "solutions");
  const shown = exercises(folder);
  expect(shown.filter(({ as }) => "empty" in as).map(({ path }) => path)).toEqual(
    lessons.map((lesson) => join(folder, lesson, "exercises")),
  );
  const files = shown.filter(({ as }) => !("empty" in as));
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
    /gone holds no checks, so nothing can hide them: .*workbook setup/,
  );
  mkdirSync(join(folder, "empty"));
  expect(() => exercises(join(folder, "empty"))).toThrow("holds no checks");
  mkdirSync(join(folder, "01-lesson", "exercises"), { recursive: true });
  writeFileSync(join(folder, "01-lesson", "exercises", "index.js"), "exports.check = () => 0;");
  expect(exercises(folder)).toHaveLength(2);
  writeFileSync(join(folder, "01-lesson", "answers.js"), "");
  expect(() => exercises(folder)).toThrow("01-lesson/answers.js is outside of a lesson's exercises");
});
