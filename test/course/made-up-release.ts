import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Cell } from "../../lib/notebooks/notebook";
import { workbookRoot } from "../../lib/system/workbook";

/** What the made-up release's one exercise asks for, and its points. */
export const easy = { exercise: "easy", test: "test-easy", points: 7 };

/** Makes a release of one easy lesson, in the layout of 0.1.0, with an own check and own points. @returns its folder. */
export function makeRelease(releases: string, version: string, { lesson = "01-one-device" } = {}): string {
  const root = join(releases, version);
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  write("package.json", JSON.stringify({ name: "parallel-training", version }));
  write(join(".workbook", "tensorflow.json"), JSON.stringify({ home: "/usr/lib" }));
  symlinkSync(join(workbookRoot, "node_modules"), join(root, "node_modules"));
  const engine = JSON.stringify(join(workbookRoot, "dist", "lib", "checks"));
  const checks = join("dist", "lib", "checks");
  write(
    join(checks, "index.js"),
    `exports.Check = require(${engine}).Check;\nexports.checkEasy = require("./exercises").checkEasy;`,
  );
  write(
    join(checks, "exercises", "index.js"),
    `exports.checkEasy = (f) => new (require(${engine}).Check)("1", [{ what: "the answer", call: () => f(20), expected: 42 }]);`,
  );
  write(
    join(checks, "exercises", "index.d.ts"),
    "export declare function checkEasy(f: (n: number) => number): object;",
  );
  for (const [folder, solved] of [
    ["solutions", "return n + 22;"],
    ["notebooks", `throw new Error("not implemented");`],
  ])
    // prettier-ignore
    write(join(folder, lesson, `${lesson.slice(3)}.ipynb`), JSON.stringify(notebook(solved)));
  write(join(".workbook", "stamps", "release"), "made up\n");
  return root;
}

/** As nbgrader has a lesson of 0.1.0, whose metadata name no release. */
function notebook(body: string) {
  const graded = { locked: false, schema_version: 3, task: false };
  const code = (id: string, source: string, nbgrader: object): Cell & { id: string } => {
    const metadata = { nbgrader: { ...graded, grade_id: id, ...nbgrader } };
    return { id, cell_type: "code", source, metadata, outputs: [], execution_count: null };
  };
  const cells = [
    code(easy.exercise, `function easy(n: number) {\n  ${body}\n}`, { grade: false, solution: true }),
    code(easy.test, `const check = checkEasy(easy);\ncheck.score(${easy.points})`, {
      ...{ grade: true, solution: false, locked: true, points: easy.points },
    }),
  ];
  const kernelspec = { display_name: "TypeScript", language: "typescript", name: "parallel-training" };
  return { cells, metadata: { kernelspec }, nbformat: 4, nbformat_minor: 5 };
}
