import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readLesson } from "../../lib/autograde";
import { exampleRun } from "../../lib/runs";
import { makeCourse } from "../../lib/course";
import type { Notebook } from "../../lib/notebooks/notebook";
import { solvedNotebook } from "./solved";
import { makeFolders } from "../../lib/system/folders";

/** The kinds of notebooks that students hand in. */
export const kinds = ["solved", "half", "blank", "endless"] as const;
type Kind = (typeof kinds)[number];

/** A student and the kind of notebook that the student hands in. */
export interface Student {
  name: string;
  kind: Kind;
}

/** Students of a class: of five, two have solved everything, two half, one nothing. One student's cell never ends. */
export function students(count: number): Student[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `student-${String(index + 1).padStart(3, "0")}`,
    kind:
      index === Math.floor(count / 2) ? "endless" : (["solved", "half", "solved", "half", "blank"] as const)[index % 5],
  }));
}

/** Makes a course in which these students have handed in a lesson, with run records. */
export async function makeClass(course: string, lesson: string, all: readonly Student[]): Promise<void> {
  const { notebook } = (await readLesson(lesson)).exam;
  await makeCourse(course, { exchange: join(course, "exchange") });
  const notebooks: Record<Kind, Notebook> = {
    solved: await solvedNotebook(lesson, notebook),
    half: await solvedNotebook(lesson, notebook, 0.5),
    blank: await solvedNotebook(lesson, notebook, 0),
    endless: withEndlessCell(await solvedNotebook(lesson, notebook)),
  };
  for (const { name, kind } of all) {
    const folder = join(course, "submitted", name, lesson);
    makeFolders(join(folder, "results"));
    await writeFile(join(folder, `${notebook}.ipynb`), JSON.stringify(notebooks[kind]));
    const run = { ...exampleRun({ epochSeconds: [16, 10, 10], batches: [32, 32, 16] }), id: `run-of-${name}` };
    await writeFile(join(folder, "results", "baseline.json"), JSON.stringify(run));
  }
}

function withEndlessCell(notebook: Notebook): Notebook {
  const cell = { cell_type: "code", id: "endless", source: "for (;;) {}", metadata: {}, outputs: [] } as const;
  const cells = [...notebook.cells];
  cells.splice(Math.floor(cells.length / 2), 0, { ...cell, outputs: [] });
  return { ...notebook, cells };
}
