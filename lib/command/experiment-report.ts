import { Command } from "commander";

/** `workbook experiment report`: one HTML file of an experiment. */
export function reportCommand(): Command {
  return new Command("report")
    .description("write design, environment, tables, figures and models as one HTML file that needs no network")
    .argument("<design>", "a design's file, or quick, local or full")
    .option("--output <file>", "where to write it; default: results/experiments/NAME/report.html")
    .action(async (which: string, { output }: { output?: string }) => {
      const { writeReport } = await import("../report/index.js");
      console.log(await writeReport(which, output === undefined ? {} : { file: output }));
    });
}
