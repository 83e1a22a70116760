import { Command } from "commander";

/** `workbook slides NAME`: exports a lesson's slides, a file a deck, from the runs that are kept. */
export function slidesCommand(): Command {
  return new Command("slides")
    .description("export a lesson's slides as HTML and PDF, from the runs that are kept")
    .argument("<name>", "the lesson, for example 02-mirrored")
    .option("--student", "your own notebook's, with what you wrote, instead of the instructor's", false)
    .option("--out <folder>", "folder of the results", "results")
    .action(async (name: string, options: { student: boolean; out: string }) => {
      const { lessonSlides } = await import("../notebooks/index.js");
      const log = (line: string) => {
        console.log(line);
      };
      const failures = await lessonSlides(name, { ...options, log });
      for (const failure of failures) (options.student ? console.log : console.error)(failure);
      if (failures.length > 0 && !options.student) process.exitCode = 1;
    });
}
