import { Command, Option } from "@commander-js/extra-typings";

/** `workbook experiment`: makes the runs of a design, one after another. */
export function experimentCommand() {
  const command = new Command("experiment")
    .enablePositionalOptions()
    .description("make the runs of an experiment, through Slurm or on this machine, and follow their progress")
    .addHelpText("after", help);
  for (const each of [runCommand(), statusCommand(), stopCommand(), resumeCommand(), reportCommand()])
    command.addCommand(each);
  return command;
}

const help = `
DESIGN is a file that lists factors and their levels (see chapters/05-experiments/programs/quick.yaml), or the name of a lesson's
design. Runs share the network, so they are made one at a time, in random order. The results are kept in
results/experiments/NAME/. Nothing is lost if the runner ends: \`resume\` makes the missing runs.

  ./workbook experiment run quick
  ./workbook experiment status quick
  ./workbook experiment stop quick --now
  ./workbook experiment resume quick
  ./workbook experiment report quick`;

const design = ["<design>", "a design's file, or the name of a lesson's design, such as quick"] as const;

function runCommand() {
  return new Command("run")
    .description("begin an experiment")
    .argument(...design)
    .addOption(
      new Option(
        "--on <place>",
        "slurm, or local for processes on this machine; default: Slurm if this machine has it",
      ).choices(["slurm", "local"]),
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
    .option("--failed", "also try runs again that had failed at every try")
    .action(async (which, { failed }) => {
      const { runDesign } = await import("./action.js");
      process.exitCode = await runDesign(which, { how: "resume", retryFailed: failed });
    });
}

function statusCommand() {
  return new Command("status")
    .description("show which runs are done, running or failed, and how long the rest will take")
    .argument(...design)
    .option("--runs", "also list every run, in the order of the experiment")
    .action(async (which, { runs }) => {
      const { experimentStatus } = await import("./action.js");
      console.log(await experimentStatus(which, runs === true));
    });
}

function stopCommand() {
  return new Command("stop")
    .description("end an experiment's runner after the current run; `resume` continues later")
    .argument(...design)
    .option("--now", "also end the current run; it starts again later")
    .action(async (which, { now }) => {
      const { stopRunner } = await import("./action.js");
      console.log(await stopRunner(which, now === true));
    });
}

function reportCommand() {
  return new Command("report")
    .description("write one HTML file with design, environment, tables, figures and models; it needs no network")
    .argument(...design)
    .option("--output <file>", "the file to write; default: results/experiments/NAME/report.html")
    .action(async (which, { output: file }) => {
      const { writeReport } = await import("../../report/index.js");
      console.log(await writeReport(which, file === undefined ? {} : { file }));
    });
}
