import { Command } from "commander";
import { beforeSetUp } from "./before-set-up";
import { clusterCommand } from "./cluster";
import { courseCommand } from "./course";
import { experimentCommand } from "./experiment";
import { gradeCommand } from "./grade";
import { hubCommand } from "./hub";
import { lessonCommand, notebooksCommand } from "./lesson";
import { profileCommand } from "./profile";
import { runCommandOfPrograms } from "./run";
import { runCommand } from "./run-command";
import { slidesCommand } from "./slides";
import { startCommand } from "./start";
import { submitCommand } from "./submit";
import { trainCommand } from "./train";

// One file a command; each imports what is heavy in its action, so that `--help` answers at once.
const program = new Command("workbook")
  .enablePositionalOptions()
  .description("The Parallel Training Workbook. `npm start` opens the notebooks; this command does everything else.");

for (const command of [
  startCommand(),
  ...beforeSetUp(),
  clusterCommand(),
  courseCommand(),
  experimentCommand(),
  gradeCommand(),
  hubCommand(),
  lessonCommand(),
  notebooksCommand(),
  profileCommand(),
  runCommandOfPrograms(),
  slidesCommand(),
  submitCommand(),
  trainCommand(),
]) {
  program.addCommand(command);
}

void runCommand(program, process.argv);
