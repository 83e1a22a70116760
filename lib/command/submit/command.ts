import { Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { jobSchema } from "../../jobs/job";
import { presetNames } from "../../training/presets";
import { whole, type FlagsOf } from "../values";
import { textTable } from "../../system/text-table";

/** A command that submits jobs, with the options common to such commands. */
export const jobCommand = (name: string) =>
  new Command(name)
    .addOption(new Option("--preset <name>", "the sizes; default: full").choices(presetNames))
    .option("--nodes <number>", "nodes of a job", whole(1))
    .option("--gpus-per-node <number>", "GPUs of each node; 0: train on its CPU", whole(0))
    .option("--cpus-per-node <number>", "cores of each node", whole(1))
    .option("--memory <GiB>", "memory of each node", whole(1))
    .option("--time <time>", "the longest that a job may take: minutes, or H:MM:SS", slurmTimeText)
    .option("--exclude <nodes>", "nodes to avoid, in Slurm's notation: node[3-5],node9", nodeNames);

/** How often a job restarts by itself, where --requeue has no value. */
const usualRestarts = 3;

/** `workbook submit TASK`: has Slurm run a lesson's task, and follows it. */
export function submitCommand() {
  return jobCommand("submit")
    .description("have Slurm run a lesson's task: check it, submit it, follow it, and collect its run record")
    .argument("[task]", "the task to run, see below")
    .argument("[arguments...]", "more arguments for the program, after --; they override the task's")
    .option("--framework <name>", "the framework that trains, of the task frameworks: pytorch-ddp, keras-horovod, ...")
    .option(
      "--requeue [times]",
      `restart from the last checkpoint without being asked; default: ${usualRestarts} times`,
      whole(1),
    )
    .option(
      "--checkpoint-every <steps>",
      "keep checkpoints also after so many steps; auto: as often as is best for the site's failures",
      stepsOrAuto,
    )
    .option("--dry-run", "print the job's script, and submit nothing")
    .option("--no-follow", "submit the job, and do not wait for it")
    .option("--attach <job>", "follow a job that was submitted before: its number or folder")
    .option("--cancel <job>", "end a job that was submitted before; its record and checkpoints stay")
    .option("--resume <job>", "submit a job that ended early again, to continue from its checkpoint")
    .addHelpText(
      "after",
      () => `\nThe tasks, each with the preset's sizes (see --dry-run):\n${taskLines()}\n\n${nodesHelp}`,
    )
    .action(async (task, words, flags, command) => {
      const chosen = [task, flags.attach, flags.cancel, flags.resume].filter((each) => each !== undefined);
      if (chosen.length !== 1) {
        command.error("name one task, or one job with --attach, --cancel or --resume; see --help");
      }
      if (words.length > 0 && !words[0].startsWith("-"))
        command.error(`submit has no use for "${words[0]}": the program's arguments are flags after --`);
      const { runSubmit } = await import("./action.js");
      const { requeue, ...request } = flags;
      const restarts = requeue === true ? usualRestarts : requeue;
      process.exitCode = await runSubmit({ ...request, restarts, task, arguments: words });
    });
}

/** How to reach every cell of lesson 4's study. */
const nodesHelp = `The tasks many-nodes and many-nodes-accumulate train resnet50 with 64 images a node. Another network, or the study's
other batches (32 and 100), go after --:
  ./workbook submit many-nodes --nodes 2 -- --model efficientnetb0 --local-batch-size 32`;

/** The flags of `submit`. */
export type SubmitFlags = FlagsOf<typeof submitCommand>;

function taskLines(): string {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- help text is synchronous, and seldom needed
  const { tasks } = require("../../jobs/tasks") as typeof import("../../jobs/tasks");
  return textTable(tasks().map(({ name, what }) => [`  ${name}`, what])).join("\n");
}

/** Parses a flag's value: a time in Slurm's format. */
function slurmTimeText(text: string): string {
  if (/^(\d+-)?\d+(:[0-5]?\d){0,2}$/.test(text) && !/^\d+:\d+$/.test(text)) return text;
  throw new InvalidArgumentError(
    "Write minutes (90), hours (1:30:00) or days (2-12:00:00); Slurm would take 1:30 for 90 seconds.",
  );
}

/** Parses a flag's value: a number of steps, or `auto`. */
function stepsOrAuto(text: string): number | "auto" {
  if (text === "auto") return text;
  try {
    return whole(1)(text);
  } catch {
    throw new InvalidArgumentError(`Give a whole number from 1 to ${Number.MAX_SAFE_INTEGER}, or auto.`);
  }
}

/** Parses a flag's value: names of nodes in Slurm's notation. */
function nodeNames(text: string): string {
  if (text !== "" && jobSchema.shape.exclude.safeParse(text).success) return text;
  throw new InvalidArgumentError("Write names of nodes as Slurm does: node[3-5],node9.");
}
