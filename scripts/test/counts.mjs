// @ts-check
/**
 * The results of a number of tests.
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/** @type {Counts} */
export const none = { passed: 0, failed: 0, skipped: 0 };

/**
 * @param {Counts} a
 * @param {Counts} b
 * @returns {Counts}
 */
export function add(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** @param {Counts} counts */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * The parts of a report of Vitest's JSON reporter that matter here.
 * @typedef {object} VitestReport
 * @property {boolean} success
 * @property {{ status: string, assertionResults: { status: string }[] }[]} testResults one for each file
 */

/**
 * Counts Vitest's tests. A file that failed before any of its tests ran counts as one failed test.
 * @param {VitestReport} report
 * @returns {Counts}
 */
export function countVitest({ success, testResults }) {
  const counts = testResults
    .map(({ status, assertionResults }) => {
      const passed = assertionResults.filter((test) => test.status === "passed").length;
      const failed = assertionResults.filter((test) => test.status === "failed").length;
      const skipped = assertionResults.length - passed - failed;
      return { passed, failed: status === "failed" && failed === 0 ? 1 : failed, skipped };
    })
    .reduce(add, none);
  // An error outside of all tests, such as an unhandled rejection.
  return !success && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
