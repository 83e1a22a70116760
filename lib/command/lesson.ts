import { Command } from "@commander-js/extra-typings";
import { refuseUnwritable } from "../system/atomic";
import { log, tellFailures } from "./notebook-failures";
import { lessonOf } from "../jobs/chapters";

/** `workbook lesson NAME`: runs a lesson's notebooks headless. */
export function lessonCommand() {
  return new Command("lesson")
    .description("run a lesson's notebooks without a browser, and write each one as a page with its figures")
    .argument("<name>", "the lesson: 01-one-device, or its number", lessonOf)
    .option("--student", "run the students' notebooks, in which no exercise is solved", false)
    .option("--slides", "also write the slides, as HTML and PDF", false)
    .option("--out <folder>", "the folder for the results", "results")
    .action(async (name, options) => {
      refuseUnwritable("The folder", options.out, { isFolder: true });
      const { runLesson } = await import("../notebooks/index.js");
      tellFailures(await runLesson(name, { ...options, log }), options);
    });
}
