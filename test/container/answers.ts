import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { workbookRoot } from "../../lib/system/workbook";
import { lessonCells, text } from "../chapters/lesson";

/** Lines that are shorter stand in any program. */
const shortest = 30;

/** The lines of the instructor's notebooks that students must not have: solutions, answers in words, hidden tests. */
export function answerLines(): string[] {
  const lessons = readdirSync(join(workbookRoot, "solutions"));
  const lines = lessons.flatMap((lesson) =>
    readdirSync(join(workbookRoot, "solutions", lesson))
      .filter((file) => file.endsWith(".ipynb"))
      .flatMap((file) => lessonCells("solutions", join(lesson, file.replace(/\.ipynb$/, ""))))
      .flatMap((cell) => {
        const { solution } = cell.metadata.nbgrader ?? { solution: false };
        return solution && cell.cell_type === "markdown" ? text(cell).split("\n") : marked(text(cell));
      }),
  );
  return unique(lines.map((line) => line.trim()).filter((line) => line.length >= shortest));
}

/** The titles of the tests of the exercises: they stand beside right answers. */
export function titlesOfAnswers(): string[] {
  const folder = join(workbookRoot, "test", "checks", "exercises");
  const titles = readdirSync(folder).flatMap((file) => {
    const found = readFileSync(join(folder, file), "utf8").matchAll(/\b(?:it|describe)\("([^"\\]+)"/g);
    return [...found].map(([, title]) => title);
  });
  return unique(titles.filter((title) => title.length >= shortest));
}

/** A line as it stands in a notebook's file, between its quotes. */
export const inNotebook = (line: string): string => JSON.stringify(line).slice(1, -1);

/** The lines between the marks of solutions and hidden tests. */
function marked(source: string): string[] {
  const blocks = source.matchAll(/^\/\/\/ BEGIN (SOLUTION|HIDDEN TESTS)\n([^]*?)^\/\/\/ END \1/gm);
  return [...blocks].flatMap(([, , block]) => block.split("\n"));
}

const unique = (lines: string[]): string[] => [...new Set(lines)];
