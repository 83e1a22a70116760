import { atReading, kind, type Kind } from "./kind";

const full = /filled its disk/;
const stopped = /processes|in time|longer than|more than \d+ s/;

/** Cells that take all there is of something: mostly the run ends there, and what was answered before counts. */
export const bombs: Kind[] = [
  kind("fork-bomb-node", "processes that start processes, by child_process", {
    first: `import { spawn } from "node:child_process";
const bomb = "const { spawn } = require('node:child_process'); for (;;) spawn(process.execPath, ['-e', process.env.BOMB], { detached: true, stdio: 'ignore' }).on('error', () => undefined);";
for (let i = 0; i < 1e9; i++) {
  spawn(process.execPath, ["-e", bomb], { env: { BOMB: bomb }, detached: true, stdio: "ignore" }).on("error", () => undefined);
}`,
    lost: "everything",
    says: stopped,
  }),
  kind("fork-bomb-shell", "processes that start processes, by the shell", {
    first: `import { execSync } from "node:child_process";
execSync("b() { b | b & }; b; sleep 1000", { shell: "/bin/bash", stdio: "ignore" });`,
    lost: "everything",
    says: stopped,
  }),
  kind("threads-bomb", "threads without end", {
    first: `import { Worker as Thread } from "node:worker_threads";
const threads: Thread[] = [];
for (;;) {
  const thread = new Thread("setInterval(() => undefined, 1000)", { eval: true });
  thread.on("error", () => undefined);
  threads.push(thread);
  await new Promise<void>((resolve) => { setImmediate(resolve); });
}`,
    lost: "the rest",
    says: /processes|threads|memory|in time|longer than|more than \d+ s|kernel/,
  }),
  kind("memory-arrays", "memory without end, in arrays", {
    first: "const hoard: number[][] = [];\nfor (;;) hoard.push(new Array<number>(1e6).fill(hoard.length));",
    lost: "everything",
    says: /memory/,
  }),
  kind("memory-buffers", "memory without end, outside of the JavaScript heap", {
    last: "const hoard: Buffer[] = [];\nfor (;;) hoard.push(Buffer.alloc(64 * 2 ** 20, 1));",
    says: /memory|allocation failed/,
  }),
  kind("memory-tensors", "memory without end, in tensors", {
    // Last, since it is the kernel's choice whether a cell or the whole run ends.
    last: `import * as tf from "@tensorflow/tfjs-core";
const hoard: unknown[] = [];
for (let i = 0; ; i++) hoard.push(tf.fill([64, 512, 512], i));`,
    says: /memory|ended the notebook's kernel/,
  }),
  kind("memory-processes", "memory without end, a little in each of many processes", {
    first: `import { spawn } from "node:child_process";
const eat = "const hoard = []; setInterval(() => hoard.length < 12 && hoard.push(Buffer.alloc(64 * 2 ** 20, 1)), 20);";
for (let i = 0; i < 10; i++) spawn(process.execPath, ["-e", eat], { stdio: "ignore", detached: true }).on("error", () => undefined);
await new Promise<void>((resolve) => { setTimeout(resolve, 600_000); });`,
    lost: "everything",
    says: /memory|processes|in time|longer than|more than \d+ s/,
  }),
  atReading("disk-work-folder", "files without end beside the notebook", full, fill(".")),
  // Its cell knows where that is: not in /tmp, where the installation itself lies there.
  atReading("disk-tmp", "files without end in the temporary folder", full, fill("${process.env.TMPDIR}")),
  atReading("disk-shm", "files without end in /dev/shm", full, fill("/dev/shm")),
  atReading(
    "disk-names",
    "empty files without end",
    full,
    `import { writeFileSync } from "node:fs";
for (let i = 0; ; i++) writeFileSync(\`empty-\${i}\`, "");`,
  ),
];

/** A cell that writes files until it cannot. */
function fill(folder: string): string {
  return `import { appendFileSync } from "node:fs";
const block = Buffer.alloc(8 * 2 ** 20, 1);
for (let i = 0; ; i++) appendFileSync(\`${folder}/full-\${i % 50}\`, block);`;
}
