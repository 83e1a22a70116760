import { Command } from "@commander-js/extra-typings";
import { refuseUnwritable } from "../system/atomic";

/** `workbook book`: builds the course's website. */
export function bookCommand() {
  return new Command("book")
    .description("build the lessons and the documents as a website of static files, with a search")
    .argument("[lessons...]", "the lessons in it, all of them by default")
    .option("--out <folder>", "folder of the website", "results/book")
    .option("--runs <folder>", "folder of the lessons' runs, which the next build uses again", "results/book-runs")
    .action(async (names, { out, runs }) => {
      const { buildBook } = await import("../book/index.js");
      const only = names.length > 0 ? names : undefined;
      for (const folder of [out, runs]) refuseUnwritable("The folder", folder, { isFolder: true });
      const problems = await buildBook({ only, out, runs, log: console.log });
      for (const problem of problems) console.error(problem);
      if (problems.length > 0) process.exitCode = 1;
      else console.log(`Links and files are checked. Serve ${out} by any web server, or open ${out}/index.html.`);
    });
}
