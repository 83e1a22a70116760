import { Command } from "commander";
import { beforeSetUp } from "./before-set-up";
import { parityCommand } from "./parity";
import { runCommand } from "./run-command";

// One file a command; each imports what is heavy in its action, so that `--help` answers at once.
const program = new Command("workbook").description(
  "The Parallel Training Workbook. `npm start` opens the notebooks; this command does everything else.",
);

for (const command of [
  ...beforeSetUp(),
  parityCommand(),
  // (add yours here)
]) {
  program.addCommand(command);
}

void runCommand(program, process.argv);
