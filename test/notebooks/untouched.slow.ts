import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { lessons } from "../../lib/notebooks";
import { executeNotebook } from "../../lib/notebooks/execute";
import { readNotebook, type Cell, type Notebook } from "../../lib/notebooks/notebook";
import { workbookRoot } from "../../lib/system/workbook";
import { recordsOf } from "../chapters/own-records";
import { handInRecords } from "../course/class";
import { all } from "../extent";
import { kernelEnvironment } from "../kernel/drive";
import { temporaryFolder } from "../temporary";

const isCode = ({ cell_type: type }: Cell): boolean => type === "code";
const isCheck = ({ metadata }: Cell): boolean => (metadata.nbgrader as { grade?: boolean } | undefined)?.grade === true;

/** A lesson as its student has it, with every cell once more: *Run all*, twice, in one kernel. */
async function twice(lesson: string): Promise<Notebook> {
  const notebook = await readNotebook(join(workbookRoot, "notebooks", lesson, `${lesson.slice(3)}.ipynb`));
  return {
    ...notebook,
    cells: [1, 2].flatMap((time) => notebook.cells.map((cell) => ({ ...cell, id: `${cell.id}-${time}` }))),
  };
}

/** What a cell printed. */
const printed = ({ outputs = [] }: Cell): string => outputs.flatMap(({ text = "" }) => text).join("");

// A lesson that trains nothing; the others take minutes each, although they find some of their records.
const sample = (await lessons()).filter((lesson) => all || lesson === "10-thousand-nodes");

it.each(sample)(
  "%s, untouched, runs twice from its first cell to its last, and each check says what is to do",
  async (lesson) => {
    process.env.JUPYTER_PATH = kernelEnvironment().JUPYTER_PATH; // this checkout's kernel, not an installed one
    const folder = temporaryFolder("untouched");
    handInRecords(folder, await recordsOf[lesson]());
    const [file, output] = ["twice.ipynb", "ran.ipynb"].map((name) => join(folder, name));
    writeFileSync(file, JSON.stringify(await twice(lesson)));
    const { notebook, failed } = await executeNotebook(file, { folder, output, allowErrors: true });
    expect(failed.map(({ number, message }) => `${number}: ${message}`)).toEqual([]);
    const checks = notebook.cells.filter((cell) => isCode(cell) && isCheck(cell));
    expect(checks.length).toBeGreaterThan(5);
    for (const check of checks) expect(printed(check), check.id).toMatch(/^✗ .*not written yet/m);
  },
);
