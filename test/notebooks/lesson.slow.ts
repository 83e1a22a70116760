import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import {
  describeFailure,
  executeNotebook,
  generateNotebooks,
  outdatedNotebooks,
  readNotebook,
} from "../../lib/notebooks";
import { exportPage } from "../../lib/notebooks/export";
import { type Executed } from "../../lib/notebooks/execute";
import { figureBundle } from "../../lib/plots/display";
import { plotlyBuilds } from "../../lib/plots/plotly";
import { kernelEnvironment } from "../kernel/drive";
import { figures } from "../plots/every-figure";
import { temporaryFolder } from "../temporary";
import { code } from "./cells";

const demo = join(import.meta.dirname, "demo");
const folder = temporaryFolder("lesson");

/** The demonstration with one more cell. */
async function demoWith(source: string): Promise<string> {
  const notebook = await readNotebook(join(demo, "demo.ipynb"));
  notebook.cells.push(code(source, "more"));
  const file = join(temporaryFolder("notebook"), "changed.ipynb");
  writeFileSync(file, JSON.stringify(notebook));
  return file;
}

const student = join(folder, "student");
let generated: Promise<void>;

beforeAll(() => {
  process.env.JUPYTER_PATH = kernelEnvironment().JUPYTER_PATH; // this checkout's kernel, not an installed one
  generated = generateNotebooks([{ lesson: "demo", solutions: demo, target: student }]);
});

// Python does most of it, on one core each.
describe.concurrent("a notebook run headless", () => {
  let executed: Executed;
  const lines: string[] = [];

  beforeAll(async () => {
    const progress = (line: string) => lines.push(line);
    executed = await executeNotebook(join(demo, "demo.ipynb"), {
      folder,
      output: join(folder, "demo.ipynb"),
      progress,
    });
  });

  it("runs every cell and says which one it runs", () => {
    expect(executed.failed).toEqual([]);
    expect(lines).toHaveLength(6);
    expect(lines[2]).toBe("  cell 3 of 6: show(epochTimeFigure(runs));");
  });

  it("becomes one page with plotly.js once, its figure, and nothing from the network", async () => {
    await exportPage(executed.notebook, join(folder, "demo.html"));
    const page = readFileSync(join(folder, "demo.html"), "utf8");
    expect(page.match(/plotly\.js v\d/g)).toHaveLength(1);
    expect(page).toContain("Time per epoch: the first one carries the start-up");
    expect(page).toContain("window.MathJax = {"); // the demonstration has a formula
    expect(page.match(/<(script|link|img)[^>]*(src|href)="?https?:/g)).toBeNull();
  });
});

describe.concurrent("a page of a notebook", () => {
  it.each([
    [figures.epochTime, plotlyBuilds.flat],
    [figures.timeSurface, plotlyBuilds.spatial],
  ])("has plotly.js with three dimensions only for a figure that needs it", async (figure, { file }) => {
    const notebook = await readNotebook(join(demo, "demo.ipynb"));
    const { data } = figureBundle(figure);
    const cell = notebook.cells.find(({ cell_type }) => cell_type === "code")!;
    cell.outputs = [{ output_type: "display_data", data, metadata: {} }];
    const page = join(temporaryFolder("page"), "page.html");
    await exportPage(notebook, page);
    expect(readFileSync(page, "utf8")).toContain(readFileSync(file, "utf8").trim());
  });
});

describe.concurrent("a cell that fails", () => {
  it("ends the run, and is described with its lines", async () => {
    const file = await demoWith('const half = 1;\nthrow new Error("no luck");');
    const { failed } = await executeNotebook(file, { folder, output: join(folder, "failed.ipynb") });
    expect(failed).toHaveLength(1);
    expect(describeFailure("changed.ipynb", failed[0])).toBe(
      [
        "changed.ipynb, code cell 7 failed: Error: no luck",
        '    at line 2 of this cell: throw new Error("no luck");',
        "    1 | const half = 1;",
        '    2 | throw new Error("no luck");',
      ].join("\n"),
    );
  });

  it("does not end a student's run", async () => {
    await generated;
    const { failed, notebook } = await executeNotebook(join(student, "demo.ipynb"), {
      folder,
      output: join(folder, "student.ipynb"),
      allowErrors: true,
    });
    expect(failed.map(({ number, message }) => [number, message])).toEqual([[6, "not implemented"]]);
    expect(notebook.cells).toHaveLength(8);
  });
});

describe.concurrent("a student's notebook", () => {
  it("has stubs for solutions and no hidden tests, and is known to be up to date", async () => {
    await generated;
    const text = readFileSync(join(student, "demo.ipynb"), "utf8");
    expect(text).toContain("// YOUR CODE HERE");
    expect(text).not.toContain("later.reduce");
    expect(text).not.toContain("HIDDEN");
    expect(await outdatedNotebooks([{ lesson: "demo", solutions: demo, target: student }])).toEqual([]);
  });

  it("is known to be outdated when its solution changed, a file is missing or one too many", async () => {
    await generated;
    const target = join(folder, "outdated");
    cpSync(student, target, { recursive: true });
    writeFileSync(join(target, "extra.txt"), "");
    const changed = join(folder, "changed-solutions");
    cpSync(demo, changed, { recursive: true });
    const source = readFileSync(join(changed, "demo.ipynb"), "utf8");
    writeFileSync(join(changed, "demo.ipynb"), source.replace("A demonstration", "Another"));
    writeFileSync(join(changed, "data.txt"), "1");
    expect(await outdatedNotebooks([{ lesson: "demo", solutions: changed, target }])).toEqual([
      "demo/data.txt",
      "demo/demo.ipynb",
      "demo/extra.txt",
    ]);
  });
});

describe("a file that is no notebook", () => {
  it("is named", async () => {
    const file = join(folder, "broken.ipynb");
    writeFileSync(file, "{");
    await expect(readNotebook(file)).rejects.toThrow(`${file} is no notebook`);
  });
});
