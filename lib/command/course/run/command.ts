import { jobCommand } from "../../submit/command";
import { positive, whole, type FlagsOf } from "../../values";

/** `workbook course run TASK`: a task as a Slurm job for every student of a class, within a budget. */
export function classRunCommand() {
  return jobCommand("run")
    .description("have Slurm run a task for every student of a class, within a budget of device-hours")
    .argument("<task>", "one of `./workbook submit --help`")
    .argument("[arguments...]", "after --: more of the program's own arguments")
    .option("--students <roster>", "the class as CSV: student, account")
    .option("--budget <device-hours>", "for all jobs together; needed at the first call", positive)
    .option("--out <folder>", "the folder of all students' folders; default: results/class/TASK")
    .option("--at-once <number>", "most jobs at a time", whole(1), 4)
    .option("--own-account", "run all jobs in your own account, also as root")
    .option("--retry-failed", "also give students whose job failed another one")
    .option("--dry-run", "print the plan and its worst case, and submit nothing")
    .option("--status", "print a table of the jobs, and submit nothing")
    .option("--cancel", "end all jobs that wait or run")
    .addHelpText("after", help)
    .action(async (task, words, flags, command) => {
      if (!flags.status && flags.students === undefined) {
        command.error("name the class's roster by --students", { exitCode: 2 });
      }
      const { runForClass } = await import("./action.js");
      process.exitCode = await runForClass(task, words, flags);
    });
}

const help = `
A device-hour is a GPU for an hour or, on CPUs, a node's cores (whatever share of them the job has) for an hour. A job begins only
if its worst case, devices x time limit, fits into what is left; when it has ended, what it really took is booked. As root each
job runs in its student's own account. Ctrl-C ends this command and leaves the jobs alone: the same command goes on.

  ./workbook course run gpu --students class.csv --budget 40 --dry-run
  ./workbook course run gpu --students class.csv --budget 40
  ./workbook course run gpu --status`;

/** The flags of `course run`. */
export type ClassFlags = FlagsOf<typeof classRunCommand>;
