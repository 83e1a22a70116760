import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ANSWERS } from "../../lib/autograde/asked";
import { readOutputs, runInSandbox, type SandboxOutcome } from "../../lib/autograde/sandbox";
import { kernelSeconds, needsSandbox, notebookOf, python, sandboxed, shell, statuses } from "./sandboxed";
import { markdown } from "../notebooks/cells";
import { temporaryFolder } from "../temporary";

needsSandbox();

const folder = temporaryFolder("sandbox");

const hiding = (how: string): string =>
  python(`
import ctypes, os, threading, time
libc = ctypes.CDLL(None)
for _ in range(8):
    if os.fork() == 0:
        kept = [os.pipe() for _ in range(100)]
        ${how}
        time.sleep(60)
time.sleep(60)`);

describe("in the sandbox", () => {
  it("cells see their files and questions, go on after errors, and are cut, stopped and answered for one by one", async () => {
    const record = join(folder, "one.json");
    writeFileSync(record, `{"id": "one"}`);
    const display = `const display = (globalThis as unknown as Record<symbol, (bundle: object, update: boolean) => void>)[Symbol.for("parallel-training.display")];`;
    const notebook = notebookOf([
      `import { existsSync, readFileSync, writeFileSync } from "fs";`,
      `console.log(readFileSync("results/one.json", "utf8"), readFileSync(process.env.WORKBOOK_QUESTIONS!, "utf8"))`,
      `writeFileSync("results/one.json", "mine"); throw new TypeError("on purpose")`,
      `const wrong: number = "text"`,
      `process.stdin.on("data", () => undefined); console.log(readFileSync(0).length)`,
      `for (;;) { /* for ever */ }`,
      `await new Promise(() => undefined)`,
      display,
      `console.log("x".repeat(3_000_000)); display({ data: { "text/plain": "y".repeat(3_000_000) } }, false);
       display({ data: { "${ANSWERS}": { exercise: "steps" } } }, false);`,
      `for (;;) console.log("without end")`,
      `1 + 1`,
    ]);
    notebook.cells.splice(1, 0, markdown("# Not run"));
    const files = [{ path: "results/one.json", from: record }];
    const limits = { cellSeconds: 2 * (await kernelSeconds()) };
    const outcome = await runInSandbox({ notebook, files, questions: `{"asked": []}` }, { limits });
    expect(outcome.cells.map(({ cell }) => cell)).toEqual([0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(statuses(outcome)).toEqual("ok ok error error ok time time ok ok time ok".split(" "));
    expect(outcome.end).toEqual({ kind: "finished", message: "All cells were run." });
    const [, read, thrown, wrong, stdin, , , , large, endless, sum] = readOutputs(outcome.cells);
    expect(read.outputs[0].text).toBe(`{"id": "one"} {"asked": []}\n`);
    expect(thrown.outputs[0]).toMatchObject({ output_type: "error", ename: "TypeError", evalue: "on purpose" });
    expect(wrong.outputs[0]).toMatchObject({ output_type: "error", ename: "TypeScriptError" });
    expect(stdin.outputs[0].text).toBe("0\n");
    expect(large.cut).toBe(true);
    expect(large.outputs.map(({ data }) => data)).toEqual([undefined, { [ANSWERS]: { exercise: "steps" } }]);
    expect(endless.cut).toBe(true);
    expect(JSON.stringify(outcome.cells).length).toBeLessThan(5_000_000);
    expect(sum).toMatchObject({
      cut: false,
      outputs: [{ output_type: "execute_result", data: { "text/plain": "2" } }],
    });
  });

  it("a cell that will not be interrupted ends the run", async () => {
    const cells = [`1`, shell("trap '' INT; sleep 600"), `1`];
    const outcome = await sandboxed(cells, { cellSeconds: await kernelSeconds() });
    expect(outcome.end).toMatchObject({ kind: "time", cell: 1 });
    expect(statuses(outcome)).toEqual(["ok", "time"]);
  });

  it.each<[SandboxOutcome["end"]["kind"], string]>([
    ["memory", `const all: number[][] = []; for (;;) all.push(new Array(1e6).fill(0.5));`],
    ["processes", `for (;;) require("child_process").spawn("sleep", ["60"]).on("error", () => undefined)`],
    [
      "disk",
      `for (let i = 0; ; i++) try { require("fs").appendFileSync(process.env.TMPDIR + "/large", "x".repeat(1e6)) } catch { }`,
    ],
    // Each process hides its descriptors: it lets nobody look, or its main thread ends.
    ["descriptors", hiding("libc.prctl(4, 0)")],
    ["descriptors", hiding("threading.Thread(target=time.sleep, args=[60]).start(); libc.syscall(60, 0)")],
  ])("too much %s ends the run, and the reason is named", async (kind, source) => {
    const limits = { memoryBytes: 600 * 2 ** 20, processes: 120, diskBytes: 50e6, cellSeconds: 60 };
    const outcome = await sandboxed([source, `1`], limits);
    expect(outcome.end).toMatchObject({ kind, cell: 0 });
    expect(outcome.end.message).toMatch(/^The run was ended because it .*\d/);
    expect(statuses(outcome)).toEqual(["died"]);
  });
});
