import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { execa } from "execa";
import { expect, it } from "vitest";
import { readRun } from "../../lib/runs/record";
import { madeUpJob } from "../jobs/made-up-job";
import { full } from "../extent";
import { temporaryFolder } from "../temporary";

const root = join(import.meta.dirname, "..", "..");
const workbook = join(root, "workbook");
const bench = join(root, "dist", "bench", "main.js");

const folder = temporaryFolder("reader-gone");

/** Runs a program whose output nobody reads: its standard output alone, or standard error too, is closed before it writes. */
async function unread(words: string[], closed: readonly ("stdout" | "stderr")[] = ["stdout"], env = process.env) {
  const child = spawn(process.execPath, words, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  for (const stream of closed) child[stream].destroy();
  const [status, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  return { status, signal, stderr };
}

const done = { status: 0, signal: null, stderr: "" };

it.each([
  [workbook, "--help"],
  [workbook, "train", "--help"],
  [workbook, "course", "marks", "--help"],
  [workbook, "submit", "--help"],
  [workbook, "setup", "--help"],
  [bench, "--help"],
])("%s %s %s %s ends quietly", async (...words) => {
  expect(await unread(words)).toEqual(done);
});

it("doctor ends quietly, with the status of what it found", async () => {
  const { status, ...rest } = await unread([workbook, "doctor"]);
  expect([0, 1]).toContain(status);
  expect(rest).toEqual({ signal: null, stderr: "" });
});

it("wrong flags are status 2 also when nobody reads why", async () => {
  expect(await unread([workbook, "train", "--bogus"], ["stdout", "stderr"])).toEqual({ ...done, status: 2 });
});

it("output that does not fit on the disk is status 1 and one line", async () => {
  const words = ["-c", `exec "$@" > /dev/full`, "sh", process.execPath, workbook, "--help"];
  const { exitCode, stderr } = await execa("sh", words, { reject: false });
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^workbook: The output cannot be written: [^\n]*no space left[^\n]*$/);
});

it.each([[["stdout"] as const], [["stdout", "stderr"] as const]])(
  "a program that prints much goes on to its end without %j",
  async (closed) => {
    const program = join(folder, "much.mjs");
    const end = join(folder, `end-${closed.length}`);
    writeFileSync(
      program,
      `import { writeFileSync } from "node:fs";
      for (let line = 0; line < 20_000; line++) {
        process.stdout.write("line " + line + "\\n");
        if (line % 1000 === 0) { console.error("warning " + line); await new Promise(setImmediate); }
      }
      writeFileSync(process.argv[2], "reached");\n`,
    );
    const { status, stderr } = await unread([workbook, "run", program, end], closed);
    expect(status).toBe(0);
    expect(stderr.replace(/^warning \d+\n/gm, "")).toBe("");
    expect(readFileSync(end, "utf8")).toBe("reached");
  },
);

const streams: ("stdout" | "stderr")[][] = full ? [["stdout"], ["stdout", "stderr"]] : [["stdout", "stderr"]];
it.each(streams.map((closed) => [closed]))(
  "a training goes on to its end without %j, and its record says so",
  async (closed) => {
    const record = join(folder, `run-${closed.length}.json`);
    const small = "--model tinyresnetv2 --dataset synthetic --train-images 16 --test-images 8 --image-size 16".split(
      " ",
    );
    const flags = [...small, "--batch-size", "8", "--epochs", "2", "--record", record];
    expect(await unread([workbook, "train", ...flags], closed)).toEqual(done);
    expect(await readRun(record)).toMatchObject({ outcome: "completed", epochs: [{}, {}] });
  },
);

it("following a job, which only shows how it stands, ends with SIGPIPE's status, and the job goes on", async () => {
  const job = join(folder, "job");
  mkdirSync(job);
  writeFileSync(join(job, "job.json"), JSON.stringify({ schema: 1, ids: ["7"], job: madeUpJob(job) }));
  // Slurm's controller does not answer just now: what is followed stays as it is.
  writeFileSync(join(folder, "squeue"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  const env = { ...process.env, WORKBOOK_CLUSTER: "none", PATH: `${folder}${delimiter}${process.env.PATH}` };
  expect(await unread([workbook, "submit", "--attach", job], ["stdout"], env)).toEqual({ ...done, status: 141 });
});
