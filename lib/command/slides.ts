import { Command } from "commander";
import { runNotebooks } from "./run-notebooks";

/** `workbook slides NAME`: exports a lesson's slides, a file a deck, from the runs that are kept. */
export function slidesCommand(): Command {
  return new Command("slides")
    .description("export a lesson's slides as HTML and PDF, from the runs that are kept")
    .argument("<name>", "the lesson, for example 02-mirrored")
    .option("--student", "your own notebook's, with what you wrote, instead of the instructor's", false)
    .option("--out <folder>", "folder of the results", "results")
    .action(async (name: string, options: { student: boolean; out: string }) => {
      const { lessonSlides } = await import("../notebooks/index.js");
      await runNotebooks(name, options, lessonSlides);
    });
}
