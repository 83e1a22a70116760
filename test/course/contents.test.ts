import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { gradedMetadata } from "../../lib/autograde/exam";
import { jupyterFolder, notebookPython } from "../../lib/notebooks/environment";
import type { Notebook } from "../../lib/notebooks/notebook";
import { workbookRoot } from "../../lib/system/workbook";
import { temporaryFolder } from "../temporary";

const solutions = join(workbookRoot, "solutions");
const python = (program: string, ...args: string[]): string =>
  execFileSync(notebookPython(), ["-c", `import json, sys\nfrom pathlib import Path\n${program}`, ...args], {
    encoding: "utf8",
    env: { PYTHONPATH: join(jupyterFolder), PYTHONDONTWRITEBYTECODE: "1" },
  });

const names = JSON.parse(
  python(
    "from grading.contents import exercises\n" +
      'print(json.dumps({ folder.name: exercises(sorted(folder.glob("*.ipynb"))) for folder in Path(sys.argv[1]).iterdir() }))',
    solutions,
  ),
) as Record<string, Record<string, string>>;

it.each(readdirSync(solutions))(
  "every cell of %s that has points is named by its exercise, or by its section",
  (lesson) => {
    const [file] = readdirSync(join(solutions, lesson)).filter((name) => name.endsWith(".ipynb"));
    const { cells } = JSON.parse(readFileSync(join(solutions, lesson, file), "utf8")) as Notebook;
    const graded = cells.map(gradedMetadata).filter((metadata) => metadata?.grade);
    const all = Object.values(names[lesson]);
    expect(Object.keys(names[lesson])).toEqual(graded.map((metadata) => metadata?.grade_id));
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((name) => !/^(Exercise \d+: .{10,95}|Written answer: .{5,})$/.test(name))).toEqual([]);
  },
);

it("the names replace nbgrader's in the list of contents, and nowhere else", () => {
  const page = join(temporaryFolder("contents"), "page.html");
  const link = '<a href="#test-one">Test cell</a>';
  writeFileSync(page, `<div id="toc"><ol><li>${link} (Score: 1.0 / 2.0)</li></ol></div><p>${link}</p>`);
  python(
    'from grading.contents import name_exercises\nname_exercises(Path(sys.argv[1]), {"test-one": "Exercise 1: is 1 < 2?"})',
    page,
  );
  expect(readFileSync(page, "utf8")).toBe(
    `<div id="toc"><ol><li><a href="#test-one">Exercise 1: is 1 &lt; 2?</a> (Score: 1.0 / 2.0)</li></ol></div><p>${link}</p>`,
  );
});
