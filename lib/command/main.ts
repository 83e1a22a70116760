import { Command } from "@commander-js/extra-typings";
import { clusterCommand } from "./cluster";
import { courseCommand } from "./course/command";
import { parseAndReport } from "./entry";
import { experimentCommand } from "./experiment/command";
import { gradeCommand } from "./grade/command";
import { hubCommand } from "./hub";
import { lessonCommand } from "./lesson";
import { notebooksCommand } from "./notebooks";
import { planCommand } from "./plan/command";
import { profileCommand } from "./profile/command";
import { runCommandOfPrograms } from "./run";
import { slidesCommand } from "./slides";
import { startCommand } from "./start";
import { submitCommand } from "./submit/command";
import { trainCommand } from "./train/command";
import { verifyCommand } from "./verify/command";

/** The root script runs these commands itself, because they work before anything is installed; here they are for `--help`. */
const beforeSetUp = [
  new Command("setup").description(
    "set up what is missing, and stop; --download DIR and --from DIR serve machines without a network",
  ),
  new Command("doctor").description(
    "show what the workbook needs, what this machine has, and how to get what is missing",
  ),
];

// A command imports what loads slowly only when it runs, so that `--help` answers at once.
const program = new Command("workbook")
  .enablePositionalOptions()
  .option("-V, --version", "show the versions of the workbook and of what it runs on") // the root script answers it
  .description("The Parallel Training Workbook. `npm start` opens the notebooks; this command does everything else.");

for (const command of [
  startCommand(),
  ...beforeSetUp,
  clusterCommand(),
  courseCommand(),
  experimentCommand(),
  gradeCommand(),
  hubCommand(),
  lessonCommand(),
  notebooksCommand(),
  planCommand(),
  profileCommand(),
  runCommandOfPrograms(),
  slidesCommand(),
  submitCommand(),
  trainCommand(),
  verifyCommand(),
]) {
  program.addCommand(command);
}

void parseAndReport(program, process.argv);
