import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { numbersModule } from "../../lib/notebooks/numbers";
import { workbookRoot } from "../../lib/system/workbook";
import { lessonCells, text } from "./lesson";

// Every number of three digits or more in a lesson's text stands in a cell of code or in the lesson's own test, which computes it;
// the others are computed here, or named with their source.

/** What a number of the text is: its value, or, where nothing on this machine can give it, where it comes from. */
type Numbers = Record<string, number | string>;

const exampleRun = "the writer's own run on 2 cores, in a sample conclusion";

const lessons: Record<string, () => Numbers> = {
  "10-thousand-nodes/thousand-nodes": () => ({
    "45.0": exampleRun,
    "46.1": exampleRun,
  }),
};

const number = /(?<![\w.^/-])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?!\w)/g;

/** The numbers of a text as they are written, without names of tasks and without years of publications. */
function numbersOf(words: string): string[] {
  const plain = words
    .replace(/^\+\+\+.*$|```[^]*?```|`[^`]*`|\]\([^)]*\)|\{\{.*?\}\}/gm, "")
    .replace(/\b[Tt]asks?\s10\.\d( (to|and) 10\.\d)?/g, "")
    .replace(/\b(19|20)\d\d\b(?!,\d)/g, "");
  return [...plain.matchAll(number)].map(([found]) => found);
}

/** Digits that count. */
const digits = (written: string): number => written.replace(/[.,]/g, "").replace(/^0+/, "").length;

/** Whether a number that is written so may stand for a value: a round number has zeros at its end that say nothing. */
function isRounded(written: string, value: number): boolean {
  const [, zeros] = /^[^.]*?(0*)$/.exec(written.replace(/,/g, "")) ?? [];
  const unit = zeros === undefined ? 10 ** -(written.split(".")[1]?.length ?? 0) : 10 ** zeros.length;
  return Math.abs(Number(written.replace(/,/g, "")) - value) <= unit / 2 + 1e-9;
}

describe.each(Object.entries(lessons))("the numbers of %s", (name, numbers) => {
  const cells = lessonCells("solutions", name);
  const written = cells.filter(({ cell_type }) => cell_type === "markdown").flatMap((cell) => numbersOf(text(cell)));
  const inText = new Set(written.filter((each) => digits(each) >= 3));

  it("follow from something", () => {
    const test = join(workbookRoot, "test/chapters", name.split("/")[0], "lesson.test.ts");
    const code = cells.filter(({ cell_type }) => cell_type === "code").map(text);
    const sources = [...code, readFileSync(test, "utf8")].join("\n").replace(/(?<=\d)[_,](?=\d)/g, "");
    const elsewhere = new Set([...sources.matchAll(number)].map(([found]) => found));
    const known = numbers();
    const from = (each: string): boolean => each in known || elsewhere.has(each.replace(/,/g, ""));
    expect([...inText].filter((each) => !from(each))).toEqual([]);
  });

  it("are what they follow from", () => {
    const values = Object.entries(numbers()).flatMap(([each, value]) => (typeof value === "number" ? [[each, value] as const] : [])); // prettier-ignore
    expect(values.filter(([each, value]) => !isRounded(each, value))).toEqual([]);
    expect(Object.keys(numbers()).filter((each) => !inText.has(each))).toEqual([]); // none that no text has any more
  });
});

const converted = readdirSync(join(workbookRoot, "solutions")).filter((lesson) =>
  existsSync(join(workbookRoot, "solutions", lesson, "exercises/numbers.ts")),
);
describe.each(converted)("the numbers that %s has as they are", (lesson) => {
  const folder = join(workbookRoot, "solutions", lesson);
  const source = readFileSync(join(folder, "lesson.md"), "utf8");
  const code = source.match(/^```[^]*?^```/gm)!;
  const inText = new Set(numbersOf(source).filter((each) => digits(each) >= 3));

  it("stand in its code or in its numbers.ts, which says where they come from", async () => {
    const origins = [...code, readFileSync(join(folder, "exercises", "numbers.ts"), "utf8")].join("\n");
    const elsewhere = new Set([...origins.replace(/(?<=\d)[_,](?=\d)/g, "").matchAll(number)].map(([found]) => found));
    expect([...inText].filter((each) => !elsewhere.has(each.replace(/,/g, "")))).toEqual([]);
    const { given = {} } = (await numbersModule(folder))!;
    expect(Object.keys(given).filter((each) => !inText.has(each))).toEqual([]); // none that no text has any more
  });
});
