import { Command, Option } from "@commander-js/extra-typings";

/** `workbook experiment`: makes the runs of a design, one after another. */
export function experimentCommand() {
  const command = new Command("experiment")
    .enablePositionalOptions()
    .description("make the runs of an experiment, through Slurm or on this machine, and look at them")
    .addHelpText("after", help);
  for (const each of [runCommand(), statusCommand(), stopCommand(), resumeCommand(), reportCommand()])
    command.addCommand(each);
  return command;
}

const help = `
DESIGN is a file that names factors and their levels (chapters/05-experiments/quick.yaml shows one), or the name of
one of those there. Runs are made one at a time, since they share the network, in an order drawn by lot; what they
measure is kept in results/experiments/NAME/. Whatever ends the runner, nothing is lost: \`resume\` makes what is missing.

  ./workbook experiment run quick
  ./workbook experiment status quick
  ./workbook experiment stop quick --now
  ./workbook experiment resume quick
  ./workbook experiment report quick`;

const design = ["<design>", "a design's file, or the name of one in chapters/05-experiments"] as const;

function runCommand() {
  return new Command("run")
    .description("begin an experiment")
    .argument(...design)
    .addOption(
      new Option("--on <place>", "slurm, or local: processes of this machine; default: Slurm where it is").choices([
        "slurm",
        "local",
      ]),
    )
    .action(async (which, { on }) => {
      const { runDesign } = await import("./action.js");
      process.exitCode = await runDesign(which, { how: "begin", place: on });
    });
}

function resumeCommand() {
  return new Command("resume")
    .description("make the runs that are missing")
    .argument(...design)
    .option("--failed", "also give runs that were given up as failed new tries")
    .action(async (which, { failed }) => {
      const { runDesign } = await import("./action.js");
      process.exitCode = await runDesign(which, { how: "resume", retryFailed: failed });
    });
}

function statusCommand() {
  return new Command("status")
    .description("show what is done, running, failed, and how long the rest will take")
    .argument(...design)
    .option("--runs", "also list every run, in the order in which they are made")
    .action(async (which, { runs }) => {
      const { experimentStatus } = await import("./action.js");
      console.log(await experimentStatus(which, runs === true));
    });
}

function stopCommand() {
  return new Command("stop")
    .description("end an experiment's runner after the run that goes on; `resume` goes on later")
    .argument(...design)
    .option("--now", "end that run, too; it is made anew later")
    .action(async (which, { now }) => {
      const { stopRunner } = await import("./action.js");
      console.log(await stopRunner(which, now === true));
    });
}

function reportCommand() {
  return new Command("report")
    .description("write design, environment, tables, figures and models as one HTML file that needs no network")
    .argument(...design)
    .option("--output <file>", "where to write it; default: results/experiments/NAME/report.html")
    .action(async (which, { output: file }) => {
      const { writeReport } = await import("../../report/index.js");
      console.log(await writeReport(which, file === undefined ? {} : { file }));
    });
}
