import { existsSync } from "node:fs";
import { extname, resolve } from "node:path";
import { workbookRoot } from "../system/workbook";

/**
 * What a lesson's text says that follows from something. `{{name}}` in lesson.md stands for a number, `{{group.name}}` for a number of a
 * group, and a list for its least and its greatest number (`95 to 97`). `{{name:2}}` has two digits after the point, `{{name:-2}}` whole
 * hundreds, and `{{name:word}}` is written as a word. A fact that the lesson states in words is named by these words: true if it is so.
 */
export interface LessonNumbers {
  [name: string]: number | readonly number[] | string | boolean | LessonNumbers;
}

/** The file `exercises/numbers.ts` of a lesson. */
export interface NumbersModule {
  numbers(): LessonNumbers | Promise<LessonNumbers>;
  /** Where other numbers come from that lesson.md has as they are: those of three digits or more that none of its code has. */
  given?: Record<string, string>;
}

/** The numbers of a lesson, if it has one. @param folder The lesson's folder, absolute or from the workbook. */
export async function numbersModule(folder: string): Promise<NumbersModule | undefined> {
  if (!existsSync(resolve(workbookRoot, folder, "exercises", "numbers.ts"))) return undefined;
  const own = extname(__filename); // .js in dist/, .ts where tests read the sources
  return (await import(resolve(__dirname, "..", "..", folder, "exercises", `numbers${own}`))) as NumbersModule;
}

/** Whether a number lies between two others. */
export function isBetween(low: number, value: number, high: number): boolean {
  return low < value && value < high;
}

/** The row of these levels, whichever others it has. */
export function rowAt<Row extends { levels: Readonly<Record<string, unknown>> }>(
  rows: readonly Row[],
  wanted: Readonly<Record<string, unknown>>,
): Row {
  return rows.find(({ levels }) => Object.entries(wanted).every(([factor, level]) => levels[factor] === level))!;
}
