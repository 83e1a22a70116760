import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ANSWERS, answer, encode } from "../../lib/autograde/asked";
import { decide, readExam } from "../../lib/autograde/exam";
import { lessonChecks } from "../../lib/autograde/exam/lesson-checks";
import { examCells } from "../../lib/autograde/exam/read-exam";
import { compileTestCell } from "../../lib/autograde/exam/test-cell";
import type { Mark } from "../../lib/autograde/result";
import type { CellResult } from "../../lib/autograde/sandbox";
import { standInRecords } from "../../lib/checks";
import { lessons } from "../../lib/notebooks";
import type { Output } from "../../lib/notebooks/notebook";
import { workbookRoot } from "../../lib/system/workbook";
import { graded } from "../notebooks/cells";
import { temporaryFolder } from "../temporary";

const displays = Symbol.for("parallel-training.display");
const finished = { kind: "finished", message: "" } as const;

afterEach(() => void Reflect.deleteProperty(globalThis, displays));

const testCell = (source: string, points = 2) => graded("test-steps", source, { grade: true, solution: false, points });
const solutionCell = graded("steps", "", { grade: false, solution: true });

const source = `const steps = checkStepsPerEpoch(stepsPerEpoch);
steps.and(checkStepsPerEpoch(stepsPerEpoch, [[1_000, 300]]));
steps.score(2)`;
const checks = await lessonChecks("01-one-device");
const cells = examCells([solutionCell, testCell(source)], checks);
const exam = {
  checks,
  lesson: "lesson",
  notebook: "lesson",
  cells,
  questions: JSON.stringify({ "test-steps": cells[0].questions }),
  digest: "",
};
const gradeIds = new Map([
  [0, "steps"],
  [1, "test-steps"],
]);

/** What a cell that asks exports. */
async function exported(functions: Record<string, unknown>): Promise<Output[]> {
  const file = join(temporaryFolder("exam"), "questions.json");
  await writeFile(file, exam.questions);
  vi.stubEnv("WORKBOOK_QUESTIONS", file);
  const outputs: Output[] = [];
  Reflect.set(globalThis, displays, ({ data }: { data: Record<string, unknown> }) =>
    outputs.push({ output_type: "display_data", data: JSON.parse(JSON.stringify(data)) as Record<string, unknown> }),
  );
  await answer("test-steps", functions);
  return outputs;
}

/** As a student writes it who has it right. */
const right = { stepsPerEpoch: (images: number, batch: number) => Math.ceil(images / batch) };

const ran = (cell: number, outputs: Output[], status: CellResult["status"] = "ok"): CellResult => ({
  cell,
  status,
  outputs,
  cut: false,
});
const marked = (results: CellResult[], end: Parameters<typeof decide>[1]["end"] = finished): Mark =>
  decide(exam, { cells: results, gradeIds, end, ownRecords: standInRecords })[0];
/** The mark for a student's function. */
const markOf = async (stepsPerEpoch: unknown): Promise<Mark> =>
  marked([ran(0, []), ran(1, await exported({ stepsPerEpoch }))]);

describe("an exam", () => {
  it("asks what the instructor's test cell tries, hidden tests included, and holds no right answer", () => {
    const args = cells[0].questions.map((question) => question.args);
    expect(args).toEqual([
      [50_000, 256],
      [50_000, 8_192],
      [50_000, 250],
      [1_000, 300],
    ]);
    expect(cells[0]).toMatchObject({ gradeId: "test-steps", points: 2, solution: "steps" });
    expect(cells[0].asking).toContain('("test-steps", { stepsPerEpoch: stepsPerEpoch })');
    expect(exam.questions).not.toMatch(/196|\b7\b/);
  });

  it("refuses a test cell that scores other points than nbgrader's, or nothing", () => {
    expect(() => examCells([testCell(source, 3)], checks)).toThrow(/scores 2 points and has 3 in nbgrader/);
    expect(() => examCells([testCell("checkStepsPerEpoch(stepsPerEpoch)")], checks)).toThrow(
      /does not end in `X.score/,
    );
    expect(() => examCells([testCell("stepsPerEpoch.score(2)")], checks)).toThrow(/scores what is no check/);
  });

  it("is there for every lesson, whose exercises pass on checks and no right answer", async () => {
    for (const lesson of await lessons()) {
      const passedOn = (await import(join(workbookRoot, "solutions", lesson, "exercises", "index.ts"))) as object;
      expect(Object.keys(passedOn).filter((name) => !name.startsWith("check"))).toEqual(["hint", "progress"]);
      const { cells: all, questions, digest } = await readExam(lesson);
      expect(all.length, lesson).toBeGreaterThan(0);
      for (const { gradeId, questions, solution } of all) {
        expect(questions.length, gradeId).toBeGreaterThan(0);
        expect(solution, gradeId).toBeDefined();
      }
      expect(questions).not.toContain("too large");
      expect(digest).toMatch(/^[0-9a-f]{64}$/);
    }
  });
});

describe("marks", () => {
  it("are all points for right answers", async () => {
    const { points, most, lines } = await markOf(right.stepsPerEpoch);
    expect([points, most]).toEqual([2, 2]);
    expect(lines).toContain("✓ 1,000 images in batches of 300: 4 steps");
  });

  it("are in part for answers right in part, with what was expected and what came", async () => {
    const { points, lines } = await markOf((images: number, batch: number) => Math.floor(images / batch));
    expect(points).toBe(0.5);
    expect(lines).toContain("expected 196 steps, but your function gave 195 steps");
  });

  it("of the other exercises stand where one cannot be checked", async () => {
    const outputs = await exported(right);
    const ownTest = compileTestCell(
      "test-own",
      `const own = checkOwnOneDevice(() => ({}), ownRecords("results/*.json"));\nown.score(2)`,
    );
    const own = { ...cells[0], gradeId: "test-own", questions: [], test: ownTest };
    const marks = decide(
      { ...exam, cells: [own, ...cells] },
      {
        ...{ cells: [ran(0, []), ran(1, outputs)], gradeIds, end: finished },
        ownRecords: () => {
          throw new Error("a record\nnobody foresaw");
        },
      },
    );
    expect(marks.map(({ points }) => points)).toEqual([0, 2]);
    expect(marks[0].lines).toMatch(/^✗ it cannot be checked: a record.*nobody foresaw\n0 of 2 points\.$/);
  });

  it("say that an exercise was not begun", async () => {
    const { points, lines } = await markOf(() => {
      throw new Error("not implemented");
    });
    expect(points).toBe(0);
    expect(lines).toMatch(/^✗ not written yet/);
  });

  it("count the questions that were answered before a function hung", async () => {
    const outputs = await exported(right);
    const { points, lines } = marked([ran(0, []), ran(1, outputs.slice(0, 2), "time")]);
    expect(points).toBe(1);
    expect(lines).toMatch(
      /in batches of 250: it stopped with an error: there was no answer in time.*the same in 1 more trial/,
    );
  });

  it("count what a function answered before it hung, and do not ask it again", async () => {
    const { points, lines } = await markOf((images: number, batch: number) => {
      while (images % batch === 0);
      return Math.ceil(images / batch);
    });
    expect(points).toBe(1);
    expect(lines).toContain(
      "in batches of 250: it stopped with an error: there was no answer in time: does a loop never",
    );
    expect(lines).toContain("in batches of 300: it stopped with an error: not asked any more");
  });

  it("say why there is no answer", () => {
    const error = { output_type: "error", ename: "TypeScriptError", evalue: "line 2: ')' expected.\nmore" } as const;
    expect(marked([ran(0, [error], "error"), ran(1, [error], "error")]).lines).toContain(
      "because a cell stopped with an error: TypeScriptError: line 2: ')' expected.",
    );
    const end = { kind: "memory", message: "it needed more than 3 GB of memory" } as const;
    expect(marked([ran(0, [])], end).lines).toContain("had ended before: it needed more than 3 GB of memory");
    expect(marked([ran(0, []), ran(1, [], "died")], end).lines).toContain("no answer: it needed more than 3 GB");
  });

  it("take nothing but answers: forged, broken and deeply nested ones are passed over", async () => {
    const honest = await exported(right);
    let nested: unknown = [];
    for (let depth = 0; depth < 20_000; depth++) nested = { list: [nested] };
    const forged = [null, 1, { exercise: "test-steps", question: 0, came: { points: 2 } }, nested].map((data) => ({
      output_type: "display_data" as const,
      data: { [ANSWERS]: data },
    }));
    const score = { output_type: "execute_result" as const, data: { "text/plain": "2" } };
    expect(marked([ran(1, [...forged, score])]).points).toBe(0);
    expect(marked([ran(1, [...forged, score, ...honest])]).points).toBe(2);
  });

  it("print no control characters and no endless line of a submission's", async () => {
    const text = `\u001b[31mred\u001b[0m\u0007\u202e${"x".repeat(3_000)}`;
    const { lines } = await markOf(() => text);
    expect(lines).not.toMatch(/[\u001b\u0007\u202e]/);
    expect(Math.max(...lines.split("\n").map((line) => line.length))).toBeLessThan(620);
  });

  it("give what a notebook gives: values that JSON has not, promises and errors cross the border", async () => {
    const say = async (value: unknown): Promise<string> => (await markOf(() => value)).lines;
    expect(await say(NaN)).toContain("gave NaN");
    expect(await say(undefined)).toContain("gave nothing (is there a return?)");
    expect(await say(Promise.resolve(196))).toContain("gave a promise");
    expect(await say("196")).toContain('gave "196"');
    expect(await say({ __proto__: null, steps: 196 })).toContain("gave { steps: 196 steps }");
    expect(await say(Array(1e6).fill(1))).toContain("too large");
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    expect(encode(cyclic)).toBeDefined();
    expect((await markOf(3)).lines).toContain("stepsPerEpoch is no function");
  });

  describe("for forged answers", () => {
    const forged = (value: unknown, question = 0): Output => ({
      output_type: "display_data",
      data: { [ANSWERS]: { exercise: "test-steps", question, came: { value } } },
    });
    const nested = (depth: number, inner: unknown): unknown =>
      depth === 0 ? inner : { list: [nested(depth - 1, inner)] };

    it.each([
      ["a list of 30,000 numbers", { list: Array.from({ length: 30_000 }, (_, at) => at + 0.5) }],
      ["lists of lists of numbers", { list: Array(200).fill({ list: Array(200).fill(1) }) }],
      ["fields without end", { fields: Array.from({ length: 30_000 }, (_, at) => [`name ${at}`, at]) }],
      ["a list at the end of a thousand lists", nested(1_000, 1)],
      ["a text of a million characters", "x".repeat(1e6)],
      ["a name of a million characters", { fields: [["x".repeat(1e6), 1]] }],
      ["digits without end", { bigint: "9".repeat(1e6) }],
      ["two values in one", { list: [], kind: "promise" }],
      ["a list that is none", { list: { length: 3 } }],
      ["what a prototype has", { kind: "constructor" }],
    ])("are none: %s; and what the function really said counts", async (_, value) => {
      const { points, lines } = marked([ran(1, [forged(value)])]);
      expect(points).toBe(0);
      expect(lines).toContain("there was no answer");
      const outputs = await exported(right);
      expect(marked([ran(1, [forged(value), ...outputs])]).points).toBe(2);
    });

    it("are not looked at where nothing was asked", () => {
      const many = Array.from({ length: 9_000 }, (_, at) => forged({ list: Array(1_000).fill(1) }, at + 4));
      expect(marked([ran(1, many)]).points).toBe(0);
    });

    it("are described in part", () => {
      const { lines } = marked([ran(1, [forged({ list: Array(19_000).fill(0.5) })])]);
      expect(lines).toMatch(/gave \[0.5 steps, .*, \.\.\. 19,000 in all\]/);
      expect(lines.length).toBeLessThan(2_000);
    });
  });
});
