import { Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import type { Platform } from "../../../course/marks";
import { lessonOf } from "../../../jobs/chapters";
import { courseOption } from "../../values";

/** `workbook course marks`: the gradebook as a file that a learning platform imports. */
export function marksCommand() {
  return new Command("marks")
    .description("write the gradebook's final marks as a file that a learning platform imports")
    .argument("[lessons...]", "default: every lesson that somebody has handed in")
    .addOption(
      new Option("--for <platform>", "the platform that imports the file; csv is a table to read")
        .choices(["moodle", "canvas", "blackboard", "csv"] satisfies Platform[])
        .makeOptionMandatory(),
    )
    .requiredOption("--roster <file>", "the class as CSV: student, name, email, id, sis, login, section")
    .requiredOption("--out <file>", "the file to write")
    .option(...courseOption)
    .option("--column <lesson=name>", "the platform's own name for a lesson's column; may be repeated", columnName)
    .addHelpText("after", help)
    .action(async (lessons, flags) => {
      const { writeMarks } = await import("./action.js");
      await writeMarks(lessons.map(lessonOf), flags);
    });
}

const help = `
Students with unmarked, ungraded or newly handed-in work are listed but not exported: their marks are not final.

  ./workbook course marks 01-one-device --for moodle --roster class.csv --out marks.csv
  ./workbook course marks --for canvas --roster class.csv --out marks.csv --column "01-one-device=Lesson 1 (4711)"`;

function columnName(text: string, before: Map<string, string> = new Map()): Map<string, string> {
  const [, lesson, name] = /^([^=]+)=([^\r\n]+)$/.exec(text) ?? [];
  if (lesson === undefined) throw new InvalidArgumentError("Write LESSON=NAME, as in 01-one-device=Lesson 1 (4711).");
  return before.set(lesson.trim(), name.trim());
}
