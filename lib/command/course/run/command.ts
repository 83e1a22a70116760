import { jobCommand } from "../../submit/command";
import { positive, whole, type FlagsOf } from "../../values";

/** `workbook course run TASK`: a task as a Slurm job for every student of a class, within a budget. */
export function classRunCommand() {
  return jobCommand("run")
    .description("have Slurm run a task for every student of a class, within a budget of device-hours")
    .argument("<task>", "one of the tasks that `./workbook submit --help` lists")
    .argument("[arguments...]", "more arguments for the program, after --")
    .option("--students <roster>", "the class as CSV: student, account")
    .option("--budget <device-hours>", "for all jobs together; required the first time", positive)
    .option("--out <folder>", "the folder for all students' folders; default: results/class/TASK")
    .option("--at-once <number>", "how many jobs may run or wait at a time", whole(1), 4)
    .option("--own-account", "run all jobs in your own account, even as root")
    .option("--retry-failed", "also submit a new job for each student whose job failed")
    .option("--dry-run", "print the plan and its worst case, and submit nothing")
    .option("--status", "print a table of the jobs, and submit nothing")
    .option("--cancel", "end all jobs that are waiting or running")
    .addHelpText("after", help)
    .action(async (task, words, flags, command) => {
      if (!flags.status && flags.students === undefined) {
        command.error("name the class's roster with --students");
      }
      const { runForClass } = await import("./action.js");
      process.exitCode = await runForClass(task, words, flags);
    });
}

const help = `
A device-hour is one GPU for an hour. On CPUs it is one node for an hour, however many of its cores the job has. A job starts
only if its worst case, devices x time limit, fits into the rest of the budget. When it ends, only the time that it took is
charged. As root, each job runs in its student's own account. Ctrl-C ends this command and leaves the jobs alone; run again,
the command continues.

  ./workbook course run gpu --students class.csv --budget 40 --dry-run
  ./workbook course run gpu --students class.csv --budget 40
  ./workbook course run gpu --status`;

/** The flags of `course run`. */
export type ClassFlags = FlagsOf<typeof classRunCommand>;
