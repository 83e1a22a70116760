import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { workbookRoot } from "../../lib/system/workbook";

const text = readFileSync(join(workbookRoot, "slurm", "parallel-training.def"), "utf8");
const sections = new Map(
  text
    .split(/^%/m)
    .slice(1)
    .map((section) => [section.split("\n", 1)[0].trim(), section.split("\n").slice(1).join("\n")] as const),
);

it("the container's recipe has the sections that Apptainer knows, and their scripts are shell", () => {
  expect([...sections.keys()]).toEqual([
    "arguments",
    "labels",
    "files",
    "post",
    "environment",
    "test",
    "runscript",
    "help",
  ]);
  for (const name of ["post", "environment", "test", "runscript"]) {
    execFileSync("sh", ["-n"], { input: sections.get(name)?.replace(/\{\{ (\w+) \}\}/g, "$1") });
  }
});

it("copies what there is, and all that set-up and jobs need", () => {
  const copied = (sections.get("files") ?? "").trim().split("\n");
  const pairs = copied.map((line) => line.trim().split(" "));
  for (const [from, to] of pairs) {
    expect(existsSync(join(workbookRoot, from)), from).toBe(true);
    expect(to).toBe(`/opt/parallel-training/${from}`);
  }
  const names = pairs.map(([from]) => from);
  const { include } = JSON.parse(readFileSync(join(workbookRoot, "tsconfig.json"), "utf8")) as { include: string[] };
  expect(names).toEqual(expect.arrayContaining(include.map((pattern) => pattern.split("/")[0])));
});
