// @ts-check
import { relative } from "node:path";

/**
 * A file of tests, or a program that passes or fails as a whole.
 * @typedef {{ name: string, seconds: number, failed: boolean, alone: string }} Part alone: the command that runs it by itself
 */

/**
 * The results of a number of tests.
 * @typedef {{ passed: number, failed: number, skipped: number, parts: Part[] }} Counts
 */

/** @type {Counts} */
export const none = { passed: 0, failed: 0, skipped: 0, parts: [] };

/**
 * @param {Counts} a
 * @param {Counts} b
 * @returns {Counts}
 */
export function add(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    parts: [...a.parts, ...b.parts],
  };
}

/** @param {Counts} counts */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * Where the time went, so that growth is seen, and how to run alone what failed.
 * @param {Counts} counts
 * @param {Iterable<[runner: string, seconds: number]>} runners
 */
export function summary({ parts }, runners) {
  const longest = [...parts].sort((a, b) => b.seconds - a.seconds).slice(0, 10);
  const failed = parts.filter((part) => part.failed);
  return [
    "",
    "The ten slowest:",
    ...longest.map(({ name, seconds }) => `${seconds.toFixed(0).padStart(6)} s  ${name}`),
    `Minutes by runner: ${[...runners].map(([runner, seconds]) => `${runner} ${(seconds / 60).toFixed(1)}`).join(", ")}`,
    ...(failed.length > 0 ? ["Run alone what failed:", ...failed.map(({ alone }) => `  ${alone}`)] : []),
    "",
  ];
}

/**
 * The parts of a report of Vitest's JSON reporter that matter here. Times are in milliseconds.
 * @typedef {object} VitestReport
 * @property {boolean} success
 * @property {{ name: string, status: string, startTime: number, endTime: number, assertionResults: { status: string }[] }[]} testResults
 * one for each file
 */

/**
 * Counts Vitest's tests. A file that failed before any of its tests ran counts as one failed test.
 * @param {VitestReport} report
 * @param {string} root the folder to which the files' names are relative
 * @param {string} command runs one file alone when its name follows
 * @returns {Counts}
 */
export function countVitest({ success, testResults }, root, command) {
  const counts = testResults
    .map(({ name, status, startTime, endTime, assertionResults }) => {
      const passed = assertionResults.filter((test) => test.status === "passed").length;
      const failed = assertionResults.filter((test) => test.status === "failed").length;
      const skipped = assertionResults.length - passed - failed;
      const file = relative(root, name);
      const seconds = (endTime - startTime) / 1000;
      const part = { name: file, seconds, failed: status === "failed", alone: `${command} ${file}` };
      return { passed, failed: status === "failed" && failed === 0 ? 1 : failed, skipped, parts: [part] };
    })
    .reduce(add, none);
  // An error outside of all tests, such as an unhandled rejection.
  return !success && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
