import { expect, test } from "vitest";
import { add, closingLine, countVitest } from "../../scripts/test/counts.mjs";

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((status) => ({ status })),
});

test("tests are counted over all files", () => {
  const testResults = [file("passed", "passed", "skipped", "todo"), file("failed", "passed", "failed")];
  expect(countVitest({ success: false, testResults })).toEqual({ passed: 2, failed: 1, skipped: 2 });
});

test("a file that cannot be read, and an error outside all tests, count as failed", () => {
  expect(countVitest({ success: false, testResults: [file("failed")] })).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(countVitest({ success: false, testResults: [file("passed", "passed")] }).failed).toBe(1);
});

test("the closing line", () => {
  const counts = add({ passed: 1, failed: 0, skipped: 0 }, { passed: 4, failed: 2, skipped: 3 });
  expect(closingLine(counts)).toBe("5 passed, 2 failed, 3 skipped");
});
