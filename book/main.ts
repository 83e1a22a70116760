import { Command } from "@commander-js/extra-typings";
import { parseAndReport } from "../lib/command/entry";
import { refuseUnwritable } from "../lib/system/atomic";

/** `workbook book`: builds the course's website. */
function bookCommand() {
  return new Command("book")
    .description("build the lessons and the documents as a website of static files, with a search")
    .argument("[lessons...]", "the lessons in it, all of them by default")
    .option("--out <folder>", "folder of the website", "results/book")
    .option("--runs <folder>", "folder of the lessons' runs, which the next build uses again", "results/book-runs")
    .option("--no-run", "run no lesson: show each with the outputs of its last run in that folder, or without outputs")
    .action(async (names, { out, runs, run }) => {
      const { buildBook } = await import("./index.js");
      const only = names.length > 0 ? names : undefined;
      for (const folder of [out, runs]) refuseUnwritable("The folder", folder, { isFolder: true });
      const problems = await buildBook({ only, out, runs, run, log: console.log });
      for (const problem of problems) console.error(problem);
      if (problems.length > 0) process.exitCode = 1;
      else console.log(`Links and files are checked. Serve ${out} by any web server, or open ${out}/index.html.`);
    });
}

/** `workbook pictures`: makes the README's pictures. */
function picturesCommand() {
  return new Command("pictures")
    .description("make the pictures in the README from a lesson that runs on made-up images")
    .option("--out <folder>", "folder of the pictures", "docs/pictures")
    .action(async ({ out }) => {
      refuseUnwritable("The folder", out, { isFolder: true });
      const { makePictures } = await import("./index.js");
      await makePictures({ folder: out, log: console.log });
    });
}

void parseAndReport(new Command("workbook").addCommand(bookCommand()).addCommand(picturesCommand()), process.argv);
