import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { workbookRoot } from "../../lib/system/workbook";

/** A cell as a lesson's notebook has it. */
export interface LessonCell {
  id: string;
  cell_type: string;
  source: string[];
  outputs?: unknown[];
  metadata: {
    nbgrader?: { grade: boolean; grade_id: string; locked: boolean; solution: boolean; points?: number };
    slideshow?: { slide_type: string };
    tags?: string[];
  };
}

/** What a lesson promises. */
export interface LessonPlan {
  /** Folder and name, without the ending: `01-one-device/one-device`. */
  name: string;
  exercises: number;
  /** Points for exercises, and for conclusions. */
  points: [exercises: number, conclusions: number];
  conclusions: number;
  guesses: number;
  /** Guesses that the student compares with a figure, not a cell. */
  seenInFigures?: string[];
  /** Whether its cells show at most 12 lines of 88 characters, beside imports and whole programs, and each figure is shown once. */
  isTidy?: boolean;
  /** Default: two, with two figures and 5 points each, in the deck that has the lesson's name. */
  slides?: LessonSlide[];
}

/** What a conclusion is shown as: its heading, cells with figures, and the student's text. */
interface LessonSlide {
  deck?: string;
  /** Of all its cells. */
  figures: number;
  points: number;
}

/** The cells of a lesson's notebook, the instructor's or the students'. */
export function lessonCells(folder: "solutions" | "notebooks", name: string): LessonCell[] {
  return (JSON.parse(readFileSync(join(workbookRoot, folder, `${name}.ipynb`), "utf8")) as { cells: LessonCell[] })
    .cells;
}

export const text = (cell: LessonCell): string => cell.source.join("");

const isExercise = ({ cell_type, metadata }: LessonCell): boolean =>
  cell_type === "code" && metadata.nbgrader?.solution === true;

/** What holds for every lesson's notebooks. */
export function testLesson(plan: LessonPlan): void {
  const { name, exercises: planned, points, conclusions, guesses, seenInFigures = [] } = plan;
  const two = { deck: basename(name), figures: 2, points: 5 };
  const { slides = [two, two] } = plan;
  const cells = lessonCells("solutions", name);
  const graded = cells.filter((cell) => cell.metadata.nbgrader?.grade);
  const tests = graded.filter((cell) => cell.cell_type === "code");

  describe(`${name}, the solutions`, () => {
    it("hold no outputs, and every cell has an id of its own", () => {
      expect(cells.flatMap((cell) => cell.outputs ?? [])).toEqual([]);
      expect(new Set(cells.map(({ id }) => id)).size).toBe(cells.length);
    });

    it("have a check with points after each exercise, whose score they are", () => {
      const exercises = cells.filter(isExercise);
      expect(exercises.length).toBe(planned);
      for (const exercise of exercises) {
        const check = cells[cells.indexOf(exercise) + 1];
        expect(check.metadata.nbgrader, exercise.id).toMatchObject({ grade: true, locked: true, solution: false });
        expect(text(check).trim()).toMatch(new RegExp(`\\.score\\(${check.metadata.nbgrader!.points!}\\)$`));
        expect(text(exercise)).toMatch(/\/\/\/ BEGIN SOLUTION\n[^]+\/\/\/ END SOLUTION/);
      }
      expect(tests.length).toBe(exercises.length);
    });

    it(`give ${points[0]} points for exercises and ${points[1]} for conclusions, as the lesson says`, () => {
      const sum = (some: LessonCell[]) => some.reduce((total, { metadata }) => total + metadata.nbgrader!.points!, 0);
      expect(sum(tests)).toBe(points[0]);
      expect(sum(graded) - sum(tests)).toBe(points[1]);
      expect(text(cells[0])).toContain(`${points[0]} for exercises, ${points[1]} for conclusions`);
    });

    it("ask for each exercise and each guess in text that wraps, above a cell without long lines", () => {
      const asking = cells.filter((cell) => isExercise(cell) || cell.id.startsWith("guess-"));
      asking
        .filter(isExercise)
        .forEach((cell, at) => expect(text(cell)).toMatch(new RegExp(`^// Exercise ${at + 1}\n`)));
      for (const cell of asking) {
        const [number] = /(?<=^\/\/ )Exercise \d+/.exec(text(cell)) ?? ["Your guess"];
        const task = cells[cells.indexOf(cell) - 1];
        expect(task, cell.id).toMatchObject({ id: `ask-${cell.id}`, cell_type: "markdown" });
        expect(text(task)).toMatch(new RegExp(`^\\*\\*${number}\\b`));
      }
      const given = lessonCells("notebooks", name).filter(({ id }) => asking.some((cell) => cell.id === id));
      expect(given.flatMap((cell) => text(cell).split("\n")).filter((line) => line.length > 97)).toEqual([]);
    });

    it("lock their imports, in cells that are not graded", () => {
      // A solution may hold the text of a whole program.
      const imports = cells.filter(
        (cell) => cell.cell_type === "code" && !cell.metadata.nbgrader?.solution && /^import /m.test(text(cell)),
      );
      expect(imports[0].id).toBe("imports");
      for (const cell of imports) expect(cell.metadata.nbgrader, cell.id).toMatchObject({ grade: false, locked: true });
    });

    it("ask for each guess before the one cell that tells its answer", () => {
      const asked = cells
        .filter(({ id }) => id.startsWith("guess-"))
        .flatMap((cell) => [...text(cell).matchAll(/^const (\w+)(: number)?/gm)].map((guess) => ({ cell, guess })));
      expect(asked).toHaveLength(guesses);
      for (const { cell, guess } of asked) {
        const [, constant, isNumber] = guess;
        const [first, ...later] = cells.filter((each) => each.cell_type === "code" && text(each).includes(constant));
        expect(first, constant).toBe(cell);
        expect(later, constant).toHaveLength(seenInFigures.includes(constant) ? 0 : 1);
        if (isNumber)
          for (const each of later) expect(text(each)).toMatch(new RegExp(`compareGuess\\([^;]*${constant}`));
      }
    });

    it("make slides of conclusions: heading, figures, text, and nothing else", () => {
      const shown = cells.filter(({ metadata }) => metadata.slideshow);
      const begins = shown.flatMap(({ metadata }, at) => (metadata.slideshow!.slide_type === "slide" ? [at] : []));
      expect(begins.length).toBe(slides.length);
      if (shown.length > 0) expect(begins[0]).toBe(0);
      slides.forEach(({ deck, figures, points: worth }, at) => {
        const [heading, ...more] = shown.slice(begins[at], begins[at + 1]);
        expect(more.map(({ metadata }) => metadata.slideshow!.slide_type)).toEqual(more.map(() => "fragment"));
        expect(heading.metadata.tags).toEqual(deck && [`deck:${deck}`]);
        const shows = more.slice(0, -1).map((cell) => text(cell).match(/^ *show\(/gm)?.length ?? 0);
        expect(Math.min(...shows)).toBeGreaterThan(0);
        expect(shows.reduce((sum, each) => sum + each, 0)).toBe(figures);
        expect(more.at(-1)!.metadata.nbgrader?.points).toBe(worth);
      });
    });
  });

  describe(`${name}, the students' notebook`, () => {
    it.runIf(plan.isTidy)("has short cells, and shows no figure twice", () => {
      const code = lessonCells("notebooks", name).filter((cell) => cell.cell_type === "code");
      const lines = (cell: LessonCell) =>
        text(cell)
          .split("\n")
          .filter((line) => line.trim() !== "");
      const isLong = (cell: LessonCell) => lines(cell).length > 12 || lines(cell).some((line) => line.length > 88);
      const isProgram = (cell: LessonCell) => cell.id === "imports" || text(cell).includes("const program = `");
      const long = code.filter((cell) => !cell.metadata.nbgrader?.grade && !isProgram(cell) && isLong(cell));
      expect(long.map(({ id }) => id)).toEqual([]);
      const shown = code.flatMap((cell) => text(cell).match(/\bshow\(\w+Figure\([^]*?\)\);/g) ?? []);
      expect(shown.filter((call, at) => shown.indexOf(call) !== at)).toEqual([]);
    });

    it("holds no solution and no hidden test", () => {
      const student = lessonCells("notebooks", name).map(text).join("\n");
      expect(student).not.toMatch(/SOLUTION|HIDDEN/);
      expect(student.match(/throw new Error\("not implemented"\)/g)).toHaveLength(planned);
      expect(student.match(/\*Write your answer here\.\*/g) ?? []).toHaveLength(conclusions);
    });
  });
}
