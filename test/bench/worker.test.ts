import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { afterAll, expect, it } from "vitest";
import { takeTurns } from "../../bench/one-device/benchmark";
import type { Contender } from "../../bench/one-device/contenders";
import { resultSchema } from "../../bench/one-device/result";

const root = join(__dirname, "..", "..");
const folder = mkdtempSync(join(os.tmpdir(), "bench-test-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const plan = { imageFile: "none", imageCount: 1, imageSize: 8, batchSize: 2, classes: 2, learningRate: 0.01 };

/** A contender whose worker is a few lines of Node, which find `say`, `plan` and the requests' lines. */
function scripted(name: string, script: string): Contender {
  const file = join(folder, `${name.replace(/\W/g, "")}.cjs`);
  const conversation = `
    const say = (reply) => console.log(JSON.stringify(reply));
    const lines = require("readline").createInterface({ input: process.stdin });
    const plan = JSON.parse(process.argv[2]);
    const ready = () => {
      say({ event: "first-step", seconds: 0.5 });
      console.log("a library's chatter");
      say({ event: "ready", does: "nothing", versions: {} });
    };`;
  writeFileSync(file, `${conversation}\n${script}`);
  return {
    ...{ name, peer: "ours", precisions: ["float32"] },
    command: async () => ({ command: [process.execPath, file] }),
  };
}

const good = `ready(); lines.on("line", (line) => {
  const { steps } = JSON.parse(line);
  say({ event: "round", seconds: Array(steps).fill(plan.batchSize), loss: null, peakMemoryBytes: 7 });
});`;

it("lets workers take turns, and goes on without one that dies, saying so in one line", async () => {
  const dies = scripted("dies", `ready(); lines.on("line", () => { console.error("out of luck"); process.exit(3); });`);
  const never = scripted("never", `console.error("no such package\\n"); process.exitCode = 1; lines.close();`);
  const said: string[] = [];
  const extent = { rounds: 2, steps: 3 };
  const results = await takeTurns([scripted("good", good), dies, never], "float32", plan, extent, (line) =>
    said.push(line),
  );
  const [first, second, third] = results;
  expect(first).toMatchObject({ name: "good", firstStepSeconds: 0.5, does: "nothing", peakMemoryBytes: 7 });
  expect(first.rounds).toMatchObject([0, 1].map(() => ({ seconds: [2, 2, 2], loss: null })));
  expect(first.secondsToFirstStep).toBeGreaterThan(0);
  expect(second.failed).toBe('The worker "dies, float32" ended with exit status 3; its last words: out of luck');
  expect(third.failed).toBe('The worker "never, float32" ended with exit status 1; its last words: no such package');
  expect([second.rounds, third.rounds]).toEqual([[], []]);
  expect(said).toContain(second.failed);
});

it("says when a worker's program is not there", async () => {
  const absent: Contender = {
    ...{ name: "absent", peer: "ours", precisions: ["float32"] },
    command: async () => ({ command: ["/no/such/program"] }),
  };
  const [result] = await takeTurns([absent], "float32", plan, { rounds: 1, steps: 1 }, () => undefined);
  expect(result.failed).toMatch(/^The worker "absent, float32" could not be started: .*ENOENT/);
});

const bench = (...args: string[]) =>
  execa(process.execPath, [join(root, "dist/bench/main.js"), ...args], { reject: false, cwd: folder });

it("measures this engine, prints a table and writes the raw rounds", async () => {
  const { exitCode, stdout, stderr } = await bench("one-device", "--quick", "--peers", "ours", "--image-size", "32", "--batch", "2", "--precision", "float32"); // prettier-ignore
  expect(stderr + stdout).toContain("ours");
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^ +ours +\d/m);
  const result = resultSchema.parse(JSON.parse(readFileSync(join(folder, "results/bench/one-device.json"), "utf8")));
  expect(result.settings).toEqual({ imageSize: 32, batchSize: 2, classes: 10, rounds: 2, steps: 2 });
  expect(result.contenders.map(({ name, rounds }) => [name, rounds.map(({ seconds }) => seconds.length)])).toEqual([
    ["ours", [2, 2]],
    ["matmul", [2, 2]],
  ]);
  expect(result.contenders[0].peakMemoryBytes).toBeGreaterThan(2 ** 27);
  expect(result.contenders[0].rounds[1].loss).toBeGreaterThan(0);
});

it("refuses wrong flags in one line with exit status 2", async () => {
  for (const args of [["one-device", "--peers", "jax"], ["one-device", "--rounds", "0"], ["two-devices"]]) {
    // prettier-ignore
    const { exitCode, stderr } = await bench(...args);
    expect(exitCode).toBe(2);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  }
});
