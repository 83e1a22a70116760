import { existsSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runningProcess } from "../../lib/system/process";
import { drive, errorOf, kernelOwner, printed, resultOf, type DrivenCell } from "./drive";
import { full } from "../extent";
import { temporaryFolder } from "../temporary";

// Each test has a kernel of its own.
describe.concurrent("a cell", () => {
  it("is TypeScript, keeps its variables for the next, awaits, and runs in the notebook's folder outside the project", async () => {
    const folder = temporaryFolder("elsewhere");
    writeFileSync(join(folder, "numbers.txt"), "3 4");
    const { cells } = await drive({
      folder,
      cells: [
        'import { readFileSync } from "node:fs";\nconst numbers: number[] = readFileSync("numbers.txt", "utf8").split(" ").map(Number);',
        "const later = await new Promise<number>((resolve) => setTimeout(() => resolve(numbers[0] + numbers[1]), 20)); later",
        "let sum = 0;\nfor await (const value of (async function* () { yield later; yield 1; })()) sum += value;\nsum",
        "const later = `redeclared`; later",
        "await (async () => `${later}, awaited`)()",
        "numbers.findLast((value) => value < 4)",
      ],
    });
    expect(cells.map(({ status }) => status)).toEqual(["ok", "ok", "ok", "ok", "ok", "ok"]);
    expect(cells.map(resultOf)).toEqual([undefined, "7", "8", "'redeclared'", "'redeclared, awaited'", "3"]);
  });

  it("is checked strictly, finds variables and no properties of earlier cells, and loses nothing it prints", async () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `line ${i}\n`).join("");
    const table: [code: string, came: ReturnType<typeof cameOf>][] = [
      // A shorthand property is an earlier cell's variable, also one with a default.
      ["const a = 1; let b = 2;", {}],
      ["({ a, c: { b } })", { result: "{ a: 1, c: { b: 2 } }" }],
      ["({ b = 5 } = {}); [a].map((a) => ({ a, b }))", { result: "[ { a: 1, b: 5 } ]" }],
      // Any other property is none, also where both have one name.
      ["const size = 1; const image = { size: 2, inner: { size: 3 } };", {}],
      ["const { size: pixels, inner: { size: other } } = image; [size, pixels, other]", { result: "[ 1, 2, 3 ]" }],
      ["function f(x) { return x; }", { error: expect.stringContaining("implicitly has an 'any' type") }],
      ["const s: string = null;", { error: expect.any(String) }],
      ["const n = [1].find((x) => x > 1) + 1;", { error: expect.stringContaining("possibly 'undefined'") }],
      ["const ok = 1; ok", { result: "1" }],
      ["for (let i = 0; i < 5000; i++) console.log(`line ${i}`);", { stdout: lines }],
      // A warning goes to stdout, for nbgrader takes anything on stderr as failure.
      ['console.warn("careful"); console.error("wrong");', { stdout: "careful\n", stderr: "wrong\n" }],
    ];
    const { cells } = await drive({ cells: table.map(([code]) => code) });
    expect(cells.map(cameOf)).toEqual(table.map(([, came]) => came));
    expect(cells.map(({ status }) => status)).toEqual(table.map(([, { error }]) => (error ? "error" : "ok")));
  });

  it("is known to the check that it runs, which tells the lesson's points and gives nbgrader a number", async () => {
    const folder = temporaryFolder("lesson");
    const test = "const last = checkLastBatch(lastBatch);\nlast.score(1)";
    const { cells } = await drive({
      folder,
      cells: [
        'import { checkLastBatch, hint, progress } from "parallel-training/exercises/01-one-device";\nprogress();',
        "function lastBatch(images: number, batchSize: number): number {\n  return images % batchSize;\n}",
        test,
        "function lastBatch(images: number, batchSize: number): number {\n  return images % batchSize || batchSize;\n}",
        test,
        "progress();",
      ],
    });
    expect(printed(cells[0])).toContain("0 of 48 points, 0 of 22 exercises done.");
    expect(printed(cells[2])).toMatch(
      /your function gave 0 images, which is not the answer[^]*of 1 points; 0.67 of 48 so far/,
    );
    expect(resultOf(cells[2])).toBe("0.67");
    expect(printed(cells[4])).toContain("1 of 1 points; 1 of 48 so far. Done.");
    expect(cells[4].outputs.at(-1)?.data).toEqual({
      "text/plain": "1",
      "text/html": expect.stringContaining('value="1" max="48"') as string,
    });
    expect(printed(cells[5])).toContain("1 of 48 points, 1 of 22 exercises done.");
    expect(existsSync(join(folder, "results", "progress.json"))).toBe(true);
  });

  it("imports the workbook's rooms by name, with their types, and shows a figure", async () => {
    const { cells } = await drive({
      cells: [
        'import { epochTimeFigure } from "parallel-training/chapters/01-one-device";\nimport { show, showTable } from "parallel-training/plots";',
        'const figure = epochTimeFigure([{ run: "a", seconds: [3, 2] }]); show(figure);',
        'showTable([{ run: "a", seconds: 1.5 }]);',
        'epochTimeFigure([{ run: "a", seconds: ["3"] }]);',
        'import { nothing } from "parallel-training/plots";',
        'import { show as x } from "parallel-training/no-such-room";',
      ],
    });
    expect(Object.keys(cells[1].outputs[0].data ?? {})).toEqual([
      "application/vnd.plotly.v1+json",
      "text/html",
      "text/plain",
    ]);
    expect(cells[2].outputs[0].data?.["text/html"]).toContain("<td");
    expect(errorOf(cells[3])).toMatchObject({
      ename: "TypeScriptError",
      evalue: "line 1, column 40: Type 'string' is not assignable to type 'number'.",
    });
    expect(errorOf(cells[4])?.evalue).toContain("has no exported member 'nothing'");
    expect(errorOf(cells[5])?.evalue).toContain("Cannot find module");
  });

  it.runIf(full)("prints to the cell that started a timer, not to the one that runs", async () => {
    const { cells } = await drive({
      cells: [
        'setTimeout(() => console.log("from the first"), 300);',
        'console.log("from the second"); await new Promise((resolve) => setTimeout(resolve, 800));',
      ],
      queued: true,
    });
    expect(printed(cells[1])).toBe("from the second\n");
    expect(printed(cells[0])).toBe("from the first\n");
  });
});

describe.concurrent("an error", () => {
  it("is an error output with name, message and where it happened", async () => {
    const { cells } = await drive({
      cells: [
        'function inner() { throw new RangeError("too large: 9 > 8"); }\ninner();',
        "throw 'a string';",
        'await Promise.reject(new TypeError("later"));',
        'void Promise.reject(new Error("let go"));',
        "1 +",
      ],
    });
    expect(cells.map((cell) => [cell.status, errorOf(cell)?.ename, errorOf(cell)?.evalue])).toEqual([
      ["error", "RangeError", "too large: 9 > 8"],
      ["error", "Thrown", "'a string'"],
      ["error", "TypeError", "later"],
      ["error", "Error", "let go"],
      ["error", "TypeScriptError", "line 1, column 4: Expression expected."],
    ]);
    expect(cells[0].reply).toMatchObject({ status: "error", ename: "RangeError" });
  });

  it("names the lines that an exception passed through, of this cell and of those before", async () => {
    const shout = [
      "// JavaScript has neither this line nor the next ones.",
      "interface Named {\n  name: string;\n}",
      "const shout = ({ name }: Named): string => name.toUpperCase();",
      "const nobody = {} as Named;",
    ].join("\n");
    const { cells } = await drive({
      cells: [
        shout,
        "\nconst all = [nobody];\nall.map((one) => shout(one));",
        "async function later() {\n  await null;\n  shout(nobody);\n}\nawait later();",
        "const text = '{';\nconst parsed = JSON.parse(text);",
      ],
    });
    const inShout = "at shout (line 5 of cell [1]): const shout = ({ name }: Named): string => name.toUpperCase();";
    expect(
      cells.slice(1).map((cell) =>
        errorOf(cell)!
          .traceback!.slice(1)
          .map((line) => line.trim()),
      ),
    ).toEqual([
      [
        ...[inShout, "at line 3 of this cell: all.map((one) => shout(one));", "at Array.map (<anonymous>)"],
        "at line 3 of this cell: all.map((one) => shout(one));",
      ],
      [inShout, "at later (line 3 of this cell): shout(nobody);", "at async line 5 of this cell: await later();"],
      ["at JSON.parse (<anonymous>)", "at line 2 of this cell: const parsed = JSON.parse(text);"],
    ]);
  });

  it("leaves nothing of what its cell made before, and says which cell to run", async () => {
    const table: [code: string, came: unknown][] = [
      ["const { n, d: [k] } = { n: 2, d: [1] }; function half(x: number) { return x / n; }", "ok"],
      ["const quarter = (x: number) => half(half(x)); const check = (x?: number) => `judged ${x}`;", "ok"],
      ["function half(x: number) { return ceil(x / 2); }", "line 1, column 35: Cannot find name 'ceil'. If another cell makes or imports it, run that one first."],
      ["check(half(4))", "line 1, column 7: There is no 'half', because its cell [3] ended with an error: mend that cell, run it, and then this one."],
      ["check(quarter(8))", expect.stringContaining("is not a function")],
      ["const k = 3, answer = ((): number => { throw new Error('not implemented'); })();", "not implemented"],
      ["check(k)", expect.stringContaining("There is no 'k'")],
      ["check(answer)", expect.stringContaining("There is no 'answer'")],
      ["check(n)", "ok"], // another value of the statement that made `k`
      ["function half(x: number) { return x * 0.5; }", "ok"],
      ["check(half(4))", "ok"],
      ["check(quarter(8))", "ok"],
      ["import { join } from 'node:path'; const six: number = 'six';", expect.stringContaining("not assignable")],
      ["join('a', 'b')", expect.stringContaining("There is no 'join', because its cell [13] ended with an error")],
      ["import { join } from 'node:path';", "ok"],
      ["check(join.length)", "ok"],
    ]; // prettier-ignore
    const { cells } = await drive({ cells: table.map(([code]) => code) });
    expect(cells.map((cell) => errorOf(cell)?.evalue ?? cell.status)).toEqual(table.map(([, came]) => came));
    expect(resultOf(cells[11])).toBe("'judged 2'");
  });

  it("cancels the cells that were already waiting", async () => {
    const failing = await drive({ cells: ["1", 'throw new Error("stop")', "3", "4"], queued: true });
    expect(failing.cells.map(({ status }) => status)).toEqual(["ok", "error", "aborted", "aborted"]);
  });

  it.runIf(full)("cancels no cell that comes later", async () => {
    const one = await drive({ cells: ['throw new Error("stop")', "2"] });
    expect(one.cells.map(({ status }) => status)).toEqual(["error", "ok"]);
    expect(resultOf(one.cells[1])).toBe("2");
  });

  it.runIf(full)("that comes after its cell had ended shows in that cell, and fails no other", async () => {
    const { cells } = await drive({
      cells: [
        'setTimeout(() => { throw new Error("late"); }, 300); setTimeout(() => void Promise.reject(new Error("later")), 400);',
        "await new Promise((resolve) => setTimeout(resolve, 800)); 2",
      ],
      queued: true,
    });
    expect(cells.map(({ status }) => status)).toEqual(["ok", "ok"]);
    expect(printed(cells[0], "stderr")).toMatch(
      /After the cell had ended: .*late[^]*After the cell had ended: .*later/,
    );
  });
});

describe.concurrent("the session", () => {
  it.runIf(full)("survives process.exit(), which fails the cell that calls it", async () => {
    const { cells, alive } = await drive({
      cells: [
        "const kept = 5;",
        "process.exit(1);",
        "await new Promise((resolve) => setTimeout(resolve, 1)); process.exit();",
        "kept",
      ],
    });
    expect(cells.map(({ status }) => status)).toEqual(["ok", "error", "error", "ok"]);
    expect(errorOf(cells[1])).toMatchObject({ ename: "ProcessExit" });
    expect(errorOf(cells[1])?.evalue).toContain("process.exit(1) was called");
    expect(resultOf(cells[3])).toBe("5");
    expect(alive).toBe(true);
  });

  it.each([
    ["a loop", "while (true) {}"],
    ...(full ? [["a promise that never ends", "await new Promise(() => {});"]] : []),
  ])("can be interrupted in %s, and goes on", async (_, code) => {
    const { cells } = await drive({ cells: [code, "2"], interrupt_after: 1 });
    expect(errorOf(cells[0])).toMatchObject({ ename: "Interrupted" });
    expect(resultOf(cells[1])).toBe("2");
  });

  it("ends with its Jupyter server, killed by -9, even in a loop, and takes its programs with it", async () => {
    const { owner, kernel, child } = await kernelOwner();
    expect([lives(kernel), lives(child)]).toEqual([true, true]);
    owner.kill("SIGKILL");
    for (let tries = 0; tries < 100 && (lives(kernel) || lives(child)); tries++) await sleep(200);
    expect([lives(kernel), lives(child)]).toEqual([false, false]);
  });
});

/** All that came of a cell. */
function cameOf(cell: DrivenCell): { result?: unknown; error?: unknown; stdout?: string; stderr?: string } {
  const [stdout, stderr] = ["stdout", "stderr"].map((name) => printed(cell, name) || undefined);
  return { result: resultOf(cell), error: errorOf(cell)?.evalue, stdout, stderr };
}

const lives = (pid: number): boolean => runningProcess(pid) !== undefined;
