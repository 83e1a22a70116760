import { Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { presetNames } from "../../training/presets";
import { whole, type FlagsOf } from "../values";
import { textTable } from "../../system/text-table";

/** A command that submits jobs, with the options common to such commands. */
export const jobCommand = (name: string) =>
  new Command(name)
    .addOption(new Option("--preset <name>", "sizes; default: full").choices(presetNames))
    .option("--nodes <number>", "nodes of a job", whole(1))
    .option("--gpus-per-node <number>", "GPUs of each node; 0: train on its CPU", whole(0))
    .option("--cpus-per-node <number>", "cores of each node", whole(1))
    .option("--memory <GiB>", "memory of each node", whole(1))
    .option("--time <time>", "most that a job may take: minutes, or H:MM:SS", slurmTimeText)
    .option("--exclude <nodes>", "nodes not to use, as Slurm lists them: node[3-5],node9");

/** How often a job restarts by itself, where --requeue has no value. */
const usualRestarts = 3;

/** `workbook submit TASK`: has Slurm run a lesson's task, and follows it. */
export function submitCommand() {
  return jobCommand("submit")
    .description("have Slurm run a lesson's task: check, submit, follow, and collect its run record")
    .argument("[task]", "what to run, see below")
    .argument("[arguments...]", "after --: more of the program's own arguments, which go before the task's")
    .option(
      "--requeue [times]",
      `start again from the last checkpoint, by itself; default: ${usualRestarts} times`,
      whole(1),
    )
    .option("--dry-run", "print the job's script, and submit nothing")
    .option("--no-follow", "submit, and do not wait")
    .option("--attach <job>", "follow a job that was submitted before: its number or folder")
    .option("--cancel <job>", "end a job that was submitted before; its record and checkpoints stay")
    .option("--resume <job>", "submit a job anew that ended early, to go on from its checkpoint")
    .addHelpText("after", () => `\nTasks, each at the preset's size (see --dry-run):\n${taskLines()}`)
    .action(async (task, words, flags, command) => {
      const chosen = [task, flags.attach, flags.cancel, flags.resume].filter((each) => each !== undefined);
      if (chosen.length !== 1) {
        command.error("name one task, or one job by --attach, --cancel or --resume; see --help", { exitCode: 2 });
      }
      const { runSubmit } = await import("./action.js");
      const { requeue, ...request } = flags;
      const restarts = requeue === true ? usualRestarts : requeue;
      process.exitCode = await runSubmit({ ...request, restarts, task, arguments: words });
    });
}

/** The flags of `submit`. */
export type SubmitFlags = FlagsOf<typeof submitCommand>;

function taskLines(): string {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- help text is synchronous, and seldom needed
  const { tasks } = require("../../jobs/tasks") as typeof import("../../jobs/tasks");
  return textTable(tasks.map(({ name, what }) => [`  ${name}`, what])).join("\n");
}

/** Parses a flag's value: a time in Slurm's format. */
function slurmTimeText(text: string): string {
  if (/^(\d+-)?\d+(:\d+){0,2}$/.test(text)) return text;
  throw new InvalidArgumentError("Write minutes (90), hours (1:30:00) or days (2-12:00:00).");
}
