import { join } from "node:path";
import { Command, Option } from "@commander-js/extra-typings";
import { log, tellFailures } from "./notebook-failures";
import { lessonOf } from "../jobs/chapters";

/** `workbook slides NAME`: exports a lesson's slides, a file for each deck, from the kept runs. */
export function slidesCommand() {
  return new Command("slides")
    .description("export a lesson's slides as HTML and PDF, from the runs that you have kept")
    .argument("<name>", "the lesson: 02-mirrored, or its number", lessonOf)
    .option("--own", "export from your own notebook instead of the instructor's")
    .addOption(
      new Option(
        "--student <name>",
        "export what a student handed in; it runs in the grading sandbox and becomes HTML",
      ).conflicts("own"),
    )
    .option(
      "--course <folder>",
      "with --student: the course's folder; default: $WORKBOOK_COURSE or ~/parallel-training-course",
    )
    .option(
      "--out <folder>",
      "the folder for the results; default: results, or, with --student, slides/ in the course's folder",
    )
    .action(async (name, { own = false, student, course, out }) => {
      if (student === undefined) {
        const { lessonSlides } = await import("../notebooks/index.js");
        tellFailures(await lessonSlides(name, { own, out: out ?? "results", log }), { student: own });
        return;
      }
      const { courseFolder, submittedSlides } = await import("../course/index.js");
      const folder = courseFolder(course);
      await submittedSlides(name, student, { course: folder, out: out ?? join(folder, "slides"), log });
    });
}
