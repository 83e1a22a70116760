import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { supervise } from "../training/supervisor";

/** `workbook run`: runs a chapter's program in a process of its own, whose end its run record will tell in any case. */
export function runCommandOfPrograms() {
  return new Command("run")
    .description("run a program that trains, so that its run record is completed however it ends")
    .argument("<program>", "a chapter's program (01-one-device/train), or a JavaScript file")
    .argument("[arguments...]", "the program's own; --help lists them")
    .passThroughOptions()
    .helpOption("-h", "show this help") // --help is the program's
    .allowUnknownOption()
    .action(async (program, given, _options, command) => {
      const file = programFile(program);
      if (file === undefined) {
        return command.error(`there is no program ${program}: name one of chapters/, or a file.`, { exitCode: 2 });
      }
      process.exitCode = await supervise(file, given);
    });
}

function programFile(program: string): string | undefined {
  const chapters = join(__dirname, "..", "..", "chapters");
  // Chapters are named as their sources or without an ending.
  const name = program.replace(/^chapters\//, "").replace(/\.m?[jt]s$/, "");
  return [join(chapters, `${name}.mjs`), join(chapters, `${name}.js`), resolve(program)].find((file) =>
    existsSync(file),
  );
}
