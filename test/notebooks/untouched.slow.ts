import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { lessons } from "../../lib/notebooks";
import { executeNotebook } from "../../lib/notebooks/execute";
import { readNotebook, sourceOf, type Cell, type Notebook } from "../../lib/notebooks/notebook";
import { workbookRoot } from "../../lib/system/workbook";
import { recordsOf } from "../chapters/own-records";
import { handInRecords } from "../course/class";
import { all } from "../extent";
import { kernelEnvironment } from "../kernel/drive";
import { temporaryFolder } from "../temporary";

const isCode = ({ cell_type: type }: Cell): boolean => type === "code";
const isCheck = ({ metadata }: Cell): boolean => (metadata.nbgrader as { grade?: boolean } | undefined)?.grade === true;

/** A lesson as its student has it, and then every cell once more in the same kernel, where each function returns nothing. */
async function twice(lesson: string): Promise<Notebook> {
  const notebook = await readNotebook(join(workbookRoot, "notebooks", lesson, `${lesson.slice(3)}.ipynb`));
  const begun = (cell: Cell): string =>
    sourceOf(cell).replace('throw new Error("not implemented");', "return undefined!;");
  return {
    ...notebook,
    cells: [
      ...notebook.cells,
      ...notebook.cells.map((cell) => ({ ...cell, id: `begun-${cell.id}`.slice(0, 64), source: begun(cell) })),
    ],
  };
}

/** What a cell printed. */
const printed = ({ outputs = [] }: Cell): string => outputs.flatMap(({ text = "" }) => text).join("");

// A lesson that trains nothing; the others take minutes each, although they find some of their records.
const sample = (await lessons()).filter((lesson) => all || lesson === "10-thousand-nodes");

it.each(sample)(
  "%s runs from its first cell to its last, untouched and once more half written, and each check says what is to do",
  async (lesson) => {
    process.env.JUPYTER_PATH = kernelEnvironment().JUPYTER_PATH; // this checkout's kernel, not an installed one
    const folder = temporaryFolder("untouched");
    handInRecords(folder, await recordsOf[lesson]());
    const [file, output] = ["twice.ipynb", "ran.ipynb"].map((name) => join(folder, name));
    writeFileSync(file, JSON.stringify(await twice(lesson)));
    const { notebook, failed } = await executeNotebook(file, { folder, output, allowErrors: true });
    expect(failed.map(({ number, message }) => `${number}: ${message}`)).toEqual([]);
    const checks = notebook.cells.filter((cell) => isCode(cell) && isCheck(cell));
    const [untouched, begun] = [false, true].map((half) =>
      checks.filter(({ id }) => id!.startsWith("begun-") === half),
    );
    expect(untouched.length).toBeGreaterThan(2);
    for (const check of untouched) expect(printed(check), check.id).toMatch(/^✗ .*not written yet/m);
    for (const check of begun) expect(printed(check), check.id).toMatch(/^✗ .*(nothing|undefined)/m);
  },
);
