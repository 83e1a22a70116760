import { expect, test } from "vitest";
import { add, closingLine, countVitest, none, summary } from "../../scripts/test/counts.mjs";

const file = (status: string, ...tests: string[]) => ({
  name: "/here/test/a.test.ts",
  status,
  startTime: 1_000,
  endTime: 3_500,
  assertionResults: tests.map((status) => ({ status })),
});
const count = (success: boolean, ...testResults: ReturnType<typeof file>[]) =>
  countVitest({ success, testResults }, "/here", "npx vitest run");

test("tests are counted over all files", () => {
  const counts = count(false, file("passed", "passed", "skipped", "todo"), file("failed", "passed", "failed"));
  expect(counts).toMatchObject({ passed: 2, failed: 1, skipped: 2 });
});

test("a file that cannot be read, and an error outside all tests, count as failed", () => {
  expect(count(false, file("failed"))).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  expect(count(false, file("passed", "passed")).failed).toBe(1);
});

test("the closing line", () => {
  const counts = add({ ...none, passed: 1 }, { ...none, passed: 4, failed: 2, skipped: 3 });
  expect(closingLine(counts)).toBe("5 passed, 2 failed, 3 skipped");
});

test("before it stand the slowest, the minutes by runner, and the commands for what failed", () => {
  const parts = Array.from({ length: 12 }, (_, place) => ({
    name: `lesson ${place}`,
    seconds: place,
    failed: false,
    alone: "",
  }));
  const lines = summary(add(count(false, file("failed", "failed")), { ...none, parts }), [["Vitest", 90]]);
  expect(lines.slice(1, 4)).toEqual(["The ten slowest:", "    11 s  lesson 11", "    10 s  lesson 10"]);
  expect(lines.slice(11, 15)).toEqual([
    "     3 s  test/a.test.ts", // 2.5 s
    "Minutes by runner: Vitest 1.5",
    "Run alone what failed:",
    "  npx vitest run test/a.test.ts",
  ]);
});
