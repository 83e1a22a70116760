import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gradedMetadata } from "../../lib/autograde/exam";
import type { RunInSandbox } from "../../lib/autograde";
import type { Notebook } from "../../lib/notebooks/notebook";
import { workbookRoot } from "../../lib/system/workbook";

/** A lesson's notebook. */
export interface LessonName {
  lesson: string;
  notebook: string;
}

/** Sources by grade id; `solved`: the instructor's; `half`: those of every other exercise and conclusion. */
export type Answers = "solved" | "half" | Readonly<Record<string, string>>;

export const lessonOne: LessonName = { lesson: "01-one-device", notebook: "one-device" };

/** The students' notebook of a lesson, filled in. @param root the folder of a release. */
export function filledIn({ lesson, notebook }: LessonName, answers: Answers, root = workbookRoot): Notebook {
  const read = (folder: string): Notebook =>
    JSON.parse(readFileSync(join(root, folder, lesson, `${notebook}.ipynb`), "utf8")) as Notebook;
  const solved = new Map(read("solutions").cells.map((cell) => [gradedMetadata(cell)?.grade_id, cell.source]));
  const filled = read("notebooks");
  let exercises = 0;
  for (const cell of filled.cells) {
    const { grade_id: id, solution = false } = gradedMetadata(cell) ?? { grade_id: "" };
    if (!solution) continue;
    const isSolved = answers === "solved" || (answers === "half" && exercises++ % 2 === 0);
    cell.source = (typeof answers === "object" ? answers[id] : isSolved ? solved.get(id) : undefined) ?? cell.source;
  }
  return filled;
}

/** Puts a submission where collecting puts it. @returns its folder. */
export function handIn(
  course: string,
  student: string,
  lesson: LessonName,
  notebook: unknown,
  records?: string,
): string {
  const folder = join(course, "submitted", student, lesson.lesson);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${lesson.notebook}.ipynb`), JSON.stringify(notebook));
  writeFileSync(join(folder, "timestamp.txt"), "2026-10-31 13:37:00.000000 UTC");
  writeFileSync(join(folder, "submission_secret.txt"), `secret-of-${student}`);
  if (records !== undefined) cpSync(records, join(folder, "results"), { recursive: true });
  return folder;
}

/** Adds records to a submission. */
export function handInRecords(folder: string, records: ReadonlyMap<string, object>): void {
  for (const [file, content] of records) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), JSON.stringify(content));
  }
}

/** A sandbox that runs nothing: every code cell says the same. */
export function idleSandbox(ran: (notebook: Notebook) => void = () => undefined): RunInSandbox {
  return async ({ notebook }) => {
    ran(notebook);
    const codes = notebook.cells.flatMap(({ cell_type }, cell) => (cell_type === "code" ? [cell] : []));
    const data = { "text/html": "<i>ran</i><script>x()</script>", "text/plain": "it ran <script>y()</script>" };
    const output = { output_type: "display_data", data, metadata: {} };
    return {
      cells: codes.map((cell) => ({ cell, status: "ok" as const, cut: false, outputs: JSON.stringify([output]) })),
      end: { kind: "finished" as const, message: "All cells were run." },
      seconds: 0,
    };
  };
}
