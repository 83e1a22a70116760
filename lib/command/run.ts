import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { supervise } from "../training/supervisor";

/** `workbook run`: runs a chapter's program in a process of its own, and completes its run record however it ends. */
export function runCommandOfPrograms() {
  return new Command("run")
    .description("run a program that trains, so that its run record is completed however it ends")
    .argument("<program>", "a chapter's program (01-one-device/train), or a JavaScript file")
    .argument("[arguments...]", "the program's own; --help lists them")
    .passThroughOptions()
    .helpOption("-h", "show this help") // --help is the program's
    .allowUnknownOption()
    .action(async (program, programArguments, _options, command) => {
      const file = programFile(program);
      if (file === undefined) {
        return command.error(`there is no program ${program}: name one of chapters/, or a file.`, { exitCode: 2 });
      }
      process.exitCode = await supervise(file, programArguments);
    });
}

function programFile(program: string): string | undefined {
  const chapters = join(__dirname, "..", "..", "chapters");
  // A chapter's program may be named by its source, or without an extension.
  const name = program.replace(/^chapters\//, "").replace(/\.m?[jt]s$/, "");
  return [join(chapters, `${name}.mjs`), join(chapters, `${name}.js`), resolve(program)].find((file) =>
    existsSync(file),
  );
}
