// @ts-check
// `npm test`: sets up what is missing, then runs checks and tests; with `--full` also the tests that take minutes, and
// the lessons that no test runs whole. The last line counts all that passed, failed and were skipped.
import { join } from "node:path";
import { clean } from "../setup/environment.mjs";
import { reporting } from "../setup/setup.mjs";
import { setUp } from "../setup/index.mjs";
import { outcome, start } from "./test/check.mjs";
import { provideChromium } from "./test/chromium.mjs";
import { add, closingLine, none, summary } from "./test/counts.mjs";
import { hasSphinx, lessons } from "./test/lessons.mjs";
import { provideSandbox } from "./test/sandbox.mjs";
import { provideSlurm } from "./test/slurm.mjs";
import { vitest } from "./test/vitest.mjs";

clean();
const full = process.argv.includes("--full");
const tsc = ["node_modules/typescript/bin/tsc"];

/** @type {[title: string, args: string[]][]} */
const checks = [
  ["ESLint", ["node_modules/eslint/bin/eslint.js", "."]],
  ["types of the tests", [...tsc, "-p", "test"]],
  ["Prettier", ["node_modules/prettier/bin/prettier.cjs", "--check", "."]],
  ["types of set-up", [...tsc, "-p", "setup"]],
];

/** @type {Map<string, number>} */
const runners = new Map();

/**
 * Notes how many seconds a runner takes.
 * @template T
 * @param {string} runner
 * @param {() => Promise<T>} work
 */
async function timed(runner, work) {
  const from = performance.now();
  const result = await work();
  runners.set(runner, (performance.now() - from) / 1000);
  return result;
}

/** Where lessons run, here and in test/notebooks/kept-runs.slow.ts. */
const runs = join("results", "tests");

/** @type {(lesson: string) => [title: string, args: string[]]} */
const runOf = (lesson) => [`lesson ${lesson}, headless`, ["workbook", "lesson", lesson, "--out", runs]];

/** @type {[title: string, args: string[]]} */
const website = [
  "the website, with the outputs of these runs",
  ["workbook", "book", "--no-run", "--runs", runs, "--out", join(runs, "website")],
];

let counts = none;

/**
 * Runs the tests of some projects of vitest.config.mts; without names, of all.
 * @param {string} runner
 * @param {...string} projects
 */
async function test(runner, ...projects) {
  const tests = await timed(runner, () => vitest({ full, projects }));
  counts = add(counts, tests);
}

const status = await reporting(async () => {
  const slurm = await timed("set-up", async () => {
    await Promise.all([setUp(), provideChromium()]);
    await provideSandbox();
    return provideSlurm();
  });
  if (full) {
    await test("Vitest (computing)", "in one process", "together");
    await test("Vitest (alone)", "alone");
  }
  // Checks and lessons compute. In a full run they come beside the tests that mostly wait, and two of them at a time: a lesson
  // computes while the kernel of the other one compiles a cell.
  const headless = full ? lessons({ all: process.env.WORKBOOK_TEST === "all", slurm }) : [];
  const programs = start([...checks, ...headless.map(runOf)], full ? 2 : 1);
  if (full) programs.push(...start(hasSphinx() ? [website] : [], 1, programs));
  await (full ? test("Vitest (waiting)", "waiting") : test("Vitest"));
  counts = add(counts, await timed("checks and lessons (after Vitest)", () => outcome(programs)));
});
if (status !== 0) counts = add(counts, { ...none, failed: 1 });
console.log(summary(counts, runners).join("\n"));
console.log(closingLine(counts));
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
