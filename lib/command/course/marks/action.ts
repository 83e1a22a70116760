import { courseFolder } from "../../../course/folder";
import { leftOut, markFile, markTable, readGradebook } from "../../../course/marks";
import { readRoster } from "../../../course/roster";
import { counted } from "../../../system/words";
import { refuseUnwritable, writeWhole } from "../../../system/atomic";
import type { FlagsOf } from "../../values";
import type { marksCommand } from "./command";

/**
 * Writes the marks, and reports on standard error which were left out.
 * @throws one line when the roster or the gradebook cannot be read, or a lesson is not there.
 */
export async function writeMarks(lessons: string[], flags: FlagsOf<typeof marksCommand>): Promise<void> {
  const { for: platform, roster, out, course, column } = flags;
  refuseUnwritable("The table of marks", out);
  const table = markTable(await readRoster(roster), await readGradebook(courseFolder(course)), lessons);
  const unknown = [...(column?.keys() ?? [])].find((name) => !table.lessons.some((lesson) => lesson.name === name));
  if (unknown !== undefined)
    throw new Error(`--column names the lesson "${unknown}", which is not among the exported lessons.`);
  for (const line of leftOut(table)) console.error(line);
  const { text, students, withGaps } = markFile(table, platform, column);
  // Nobody else may read marks.
  await writeWhole(out, text, { mode: 0o600 }).catch((error: Error) => {
    throw new Error(`${out} cannot be written: ${error.message}.`);
  });
  if (withGaps.length > 0) {
    console.error(
      `Not all of these lessons are marked for ${withGaps.join(", ")}. The platform reads a gap as "no grade". To keep the grades ` +
        "that it already has, export one lesson at a time.",
    );
  }
  console.log(`Marks of ${counted(students, "student")}, ${table.lessons.map(({ name }) => name).join(", ")}: ${out}`);
}
