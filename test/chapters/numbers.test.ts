import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { numbersModule } from "../../lib/notebooks/numbers";
import { workbookRoot } from "../../lib/system/workbook";

const number = /(?<![\w.^/-])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?!\w)/g;

/** The numbers of a lesson's text as they are written, without placeholders, names of tasks and years of publications. */
function numbersOf(source: string): string[] {
  const plain = source
    .replace(/^\+\+\+.*$|```[^]*?```|`[^`]*`|\]\([^)]*\)|\{\{.*?\}\}/gm, "")
    .replace(/\b[Tt]asks?\s10\.\d( (to|and) 10\.\d)?/g, "")
    .replace(/\b(19|20)\d\d\b(?!,\d)/g, "");
  return [...plain.matchAll(number)].map(([found]) => found);
}

/** Digits that count. */
const digits = (written: string): number => written.replace(/[.,]/g, "").replace(/^0+/, "").length;

// What lesson.md has no placeholder for is a number of the code, or numbers.ts says where it comes from.
describe.each(readdirSync(join(workbookRoot, "solutions")))("the numbers that %s has as they are", (lesson) => {
  const folder = join(workbookRoot, "solutions", lesson);
  const source = readFileSync(join(folder, "lesson.md"), "utf8");
  const inText = new Set(numbersOf(source).filter((each) => digits(each) >= 3));

  it("stand in its code or in its numbers.ts, if they have three digits or more", async () => {
    const own = await readFile(join(folder, "exercises", "numbers.ts"), "utf8").catch(() => ""); // a lesson may have none
    const origins = [...source.match(/^```[^]*?^```/gm)!, own];
    const digitsAlone = origins.join("\n").replace(/(?<=\d)[_,](?=\d)/g, "");
    const known = new Set([...digitsAlone.matchAll(number)].map(([found]) => found));
    expect([...inText].filter((each) => !known.has(each.replace(/,/g, "")))).toEqual([]);
    const given = Object.keys((await numbersModule(folder))?.given ?? {});
    expect(given.filter((each) => !inText.has(each))).toEqual([]); // none that no text has any more
  });
});
