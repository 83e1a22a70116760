import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { exercises, visible } from "../../lib/autograde/sandbox/visible";
import { workbookRoot } from "../../lib/system/workbook";
import { makeRelease } from "../course/made-up-release";
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

it("of an earlier release a sandbox sees its programs and its kernel, and none of its answers", () => {
  const root = makeRelease(temporaryFolder("releases"), "0.0.1");
  const shown = new Map(visible(root).map(({ path, as }) => [path, as]));
  const checks = join(root, "dist", "lib", "checks", "exercises");
  const inRelease = [...shown.keys()].filter((path) => path.startsWith(root));
  const [stub, types] = [join(checks, "index.js"), join(checks, "index.d.ts")];
  const parts = [".workbook/tensorflow.json", "dist", "node_modules", "package.json"].map((name) => join(root, name));
  expect(inRelease.sort()).toEqual([...parts, checks, stub, types].sort());
  expect(shown.get(checks)).toEqual({ empty: true });
  expect(shown.get(stub)).toEqual({ text: expect.stringContaining(`["checkEasy"]`) as string });
  const kernel = [...shown].find(([path]) => path.endsWith(join("parallel-training", "kernel.json")))?.[1];
  expect(kernel).toEqual({ text: expect.stringContaining(join(root, "dist", "kernel", "main.js")) as string });
  const own = (name: string): unknown => shown.get(join(workbookRoot, name));
  expect(["dist", "node_modules", "chapters"].map(own)).toEqual([undefined, undefined, undefined]);
  expect(own("jupyter/grading/run_cells.py")).toBeDefined();
});
