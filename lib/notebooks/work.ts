import { sum } from "simple-statistics";

/** What a student does in a part of a lesson. */
export interface Work {
  /** Of the text; code is not counted. */
  words: number;
  /** Exercises and written answers that give points. */
  exercises: number;
  points: number;
  /** By the rule of {@link lessonWork}, rounded to half hours. */
  hours: number;
}

// How long students take, until there are logs of theirs.
const wordsPerMinute = 90;
const minutesPerExercise = 12;

/**
 * The work of a lesson by a rule: 90 words a minute, 12 minutes an exercise or a written answer, and the time of *Run all*.
 * @param source The text of lesson.md.
 * @param runAll How long *Run all* takes, as its chapter says it: the greatest number of minutes counts.
 * @returns the work on the whole lesson, and on the core path: a section, or a lesson, whose heading ends with "(further)" can be
 * skipped, since nothing on the core path uses what it makes.
 */
export function lessonWork(source: string, runAll: string): { all: Work; core: Work } {
  const cells = source.split(/^(?=\+\+\+ \{|```\{code-cell\})/m).slice(1);
  const runMinutes = Math.max(0, ...[...runAll.matchAll(/\d+/g)].map(([found]) => Number(found)));
  return { all: workOn(cells, runMinutes), core: workOn(withoutFurther(cells, headingOf), runMinutes) };
}

/** Cells of a lesson without those that can be skipped. @param headingOf A cell's heading, empty if it does not begin a section. */
export function withoutFurther<Cell>(cells: readonly Cell[], headingOf: (cell: Cell) => string): Cell[] {
  let skipped: number | undefined;
  return cells.filter((cell) => {
    const heading = headingOf(cell);
    const level = /^#*/.exec(heading)![0].length;
    if (level > 0 && level <= (skipped ?? Infinity)) skipped = heading.endsWith("(further)") ? level : undefined;
    return skipped === undefined;
  });
}

/** The heading of the section that begins with a text. A slide's heading begins none: what is on it belongs to what is before it. */
export const sectionHeading = (text: string, isSlide: boolean): string =>
  isSlide ? "" : (/^ *(#+ .*)/m.exec(text)?.[1] ?? "");

const textOf = (cell: string): string =>
  cell.startsWith("```") ? "" : cell.slice(cell.indexOf("\n")).replace(/^```[^]*?^```$/gm, "");

const headingOf = (cell: string): string => sectionHeading(textOf(cell), /^\+\+\+.*"slide_type": "slide"/.test(cell));

function workOn(cells: readonly string[], runMinutes: number): Work {
  const words = sum(cells.map((cell) => textOf(cell).match(/[\p{L}\d][\p{L}\d'’.,-]*/gu)?.length ?? 0));
  const points = cells.map((cell) => Number(/(?<=^:points: |^\+\+\+.*"points": )\d+/m.exec(cell) ?? 0));
  const exercises = points.filter((each) => each > 0).length;
  const minutes = words / wordsPerMinute + minutesPerExercise * exercises + runMinutes;
  return { words, exercises, points: sum(points), hours: Math.round(minutes / 30) / 2 };
}
