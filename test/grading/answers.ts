import { expect, it } from "vitest";
import type { Check } from "../../lib/grading";

/**
 * Two right answers, written differently, must pass whole; each wrong one must fail at least one trial, and where
 * it is a known slip say what went wrong.
 */
export function testExercise<F>(
  check: (answer: F) => Check,
  right: F[],
  wrong: { what: string; answer: F; says?: RegExp }[],
): void {
  expect(right.length, "two different right answers").toBeGreaterThanOrEqual(2);
  expect(wrong.length, "three plausible wrong answers").toBeGreaterThanOrEqual(3);
  it.each(right.map((answer) => ({ answer })))("passes a right answer ($#)", ({ answer }) => {
    expect(check(answer).lines.filter((line) => !line.startsWith("✓"))).toEqual([]);
  });
  it.each(wrong)("refuses $what", ({ answer, says }) => {
    const found = check(answer);
    expect(found.share).toBeLessThan(1);
    if (says) expect(found.lines.join("\n")).toMatch(says);
  });
}
