import { readdirSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { decode, encode } from "../../lib/autograde/asked";
import { lessonChecks, type LessonChecks } from "../../lib/autograde/exam/lesson-checks";
import { definitionOf } from "../../lib/autograde/exam/read-exam";
import { compileTestCell } from "../../lib/autograde/exam/test-cell";
import { ownRecords as inThisFolder, type Check } from "../../lib/checks";
import { slipsOf, type Answer, type Exercise } from "./exercise";
import { describeValue } from "../../lib/checks/compare";
import { lessons } from "../../lib/notebooks";
import { gradedCells } from "./graded-cells";

const chapters = join(import.meta.dirname, "..", "chapters");
const files = readdirSync(chapters, { recursive: true, encoding: "utf8" }).filter((file) =>
  /\/exercises\/.*\.ts$/.test(file),
);
const exercises: Exercise[] = [];
for (const file of files.sort()) {
  const each = (await import(join(chapters, file))) as { exercises: Exercise[] };
  exercises.push(...each.exercises);
}
const checks = new Map<string, LessonChecks>();
for (const lesson of await lessons()) checks.set(lesson, await lessonChecks(lesson));
const cells = new Map(
  gradedCells().map(({ cell, points, source }) => [cell, { points, source, test: compileTestCell(cell, source) }]),
);

/** What the notebook's own test cell, with its hidden tests, finds of an answer that has to leave the sandbox. */
function graded({ cell, ownRecords = inThisFolder }: Exercise, answer: Answer): Check {
  const crossing = (...args: unknown[]): unknown =>
    decode(encode(answer(...(args.map((each) => decode(encode(each))) as never[])))); // their types are the cell's matter
  return cells.get(cell)!.test.run((name) => {
    const found = definitionOf(name, checks.get(cell.split("/")[0])!, ownRecords);
    return found ? found.value : crossing;
  });
}

/** What the cell finds of the right answer, and of this answer with one slip. Each once: some train networks. */
const solved = new Map<Exercise, { whole: Check; slips: ReturnType<typeof slipsOf> }>();
function solution(exercise: Exercise) {
  const known = solved.get(exercise);
  if (known) return known;
  const whole = graded(exercise, exercise.right[0].answer);
  const found = { whole, slips: slipsOf(whole) };
  solved.set(exercise, found);
  return found;
}

/** Answers that say nothing of what is asked. */
const worthless: Record<string, (...args: unknown[]) => unknown> = {
  ...Object.fromEntries(
    [[], "", "0", 0, 1, -1, NaN, Infinity, null, undefined, {}, true, false, [0], [[]]].map((value) => [
      `always ${inspect(value)}`,
      () => value,
    ]),
  ),
  "a function": () => () => 0,
  "a promise": () => Promise.resolve(0),
  "sometimes 0, else NaN": (...args) => (String(args).length % 2 > 0 ? 0 : NaN),
  "0, with something that differs": (...args) => Object.assign([], { salt: String(args) }),
  "its first argument": (first) => first,
  "its second argument": (_, second) => second,
  "its last argument": (...args) => args.at(-1),
  "its last argument in a list": (...args) => [args.at(-1)],
  "all its arguments": (...args) => args,
};

describe.each(exercises)("$cell", (exercise) => {
  const { cell, right, wrong } = exercise;

  it.each(right)("passes a right answer ($#)", ({ check }) => {
    expect(check().lines.filter((line) => !line.startsWith("✓"))).toEqual([]);
  });

  it.each(wrong)("refuses $what", ({ check, says, onlyHidden }) => {
    const found = check();
    if (onlyHidden) expect(found.share).toBe(1);
    else expect(found.share).toBeLessThan(1);
    if (says) expect(found.lines.join("\n")).toMatch(says);
    expect(found.report(1, { isFirst: true })).not.toMatch(/: expected .*, but your function gave/);
  });

  it.each(right)("gets all points for a right answer, hidden tests included ($#)", (given) => {
    const { points } = cells.get(cell)!;
    const found = given === right[0] ? solution(exercise).whole : graded(exercise, given.answer);
    expect(found.lines.filter((line) => !line.startsWith("✓"))).toEqual([]);
    expect(found.earned(points)).toBe(points);
  });

  it("gives no points for an answer that says nothing", () => {
    const points = (answer: Answer) => graded(exercise, answer).earned(cells.get(cell)!.points);
    const ofRecords = points(() => {
      throw new Error("no answer");
    });
    const paid = Object.entries(worthless).filter(([, answer]) => points(answer) !== ofRecords);
    expect(paid.map(([name]) => name)).toEqual([]);
    const isMeasured = exercise.ownRecords !== undefined && right[0].answer.length === 0;
    const parts = isMeasured ? Object.values(Object(right[0].answer()) as object) : [];
    expect(parts.filter((part) => typeof part === "number" && points(() => part) !== ofRecords)).toEqual([]);
    // The right answer to one question is worth nothing as an answer to all of them, unless all have the same.
    const first: unknown[] = [];
    const constant = points((...args) => (first[0] ??= right[0].answer(...args)));
    expect([ofRecords, cells.get(cell)!.points]).toContain(constant);
  });

  it.each(wrong)("does not get all points for $what", ({ answer }) => {
    const { points } = cells.get(cell)!;
    expect(graded(exercise, answer).earned(points)).toBeLessThan(points);
  });

  it("recognises every slip that its check knows, and takes points for it", () => {
    const { points } = cells.get(cell)!;
    for (const { hint, check } of solution(exercise).slips) {
      expect(
        check.lines.some((line) => line.endsWith(hint)),
        hint,
      ).toBe(true);
      expect(check.earned(points), hint).toBeLessThan(points);
    }
  });
});

it("half of a ring earns more than rounds in which nothing is sent", () => {
  const ring = exercises.find(({ cell }) => cell === "02-mirrored/test-ring-rounds")!;
  const half = ring.wrong.find(({ what }) => what === "half of it")!.answer;
  const nothing = (n: number) => Array.from({ length: n }, () => []);
  expect([half, nothing].map((answer) => graded(ring, answer).earned(4))).toEqual([1.14, 0.19]);
});

// The numbers of each slip in its first trial: whoever changes a check sees here what that changes.
it("the slips have the values that they had", async () => {
  const lines = exercises.flatMap((exercise) => {
    const values = solution(exercise).slips.map(({ values }) => describeValue(values[0]).replaceAll("\n", " "));
    return values.length > 0 ? [`${exercise.cell}: ${values.join("; ")}`] : [];
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("./slips.txt");
});

describe("the lessons' test cells", () => {
  it("each have a right answer of its own here, one that is wrong, and three ways to be wrong in all", () => {
    const enough = exercises.filter(
      (each) =>
        each.right.length >= 1 && each.wrong.length >= 1 && each.wrong.length + solution(each).slips.length >= 3,
    );
    expect(enough.map(({ cell }) => cell).sort()).toEqual([...cells.keys()].sort());
  });

  it.each([...cells])("%s gives the points that nbgrader has for it", (_, { test, points }) => {
    expect(test.points).toBe(points);
  });
});
