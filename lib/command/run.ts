import { statSync } from "node:fs";
import { resolve } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { chapterProgram } from "../jobs/run-program";
import { compileProgram } from "../jobs/own-program";
import { supervise } from "../training/supervisor";

/** `workbook run`: runs a chapter's program in a process of its own, and completes its run record however it ends. */
export function runCommandOfPrograms() {
  return new Command("run")
    .description("run a training program, and complete its run record however the program ends")
    .argument(
      "<program>",
      "a chapter's program (01-one-device/train), or a file of your own in JavaScript or TypeScript",
    )
    .argument("[arguments...]", "the program's own arguments; its --help lists them")
    .passThroughOptions()
    .helpOption("-h", "show this help") // --help is the program's
    .allowUnknownOption()
    .action(async (program, programArguments, _options, command) => {
      if (program === "--help") command.help();
      const file = programFile(program);
      if (file === undefined) {
        return command.error(`there is no program ${program}. Name one in chapters/, or a file.`);
      }
      if (!/\.([cm]?js|m?ts)$/.test(file)) {
        return command.error(`${program} is no program: name a file that ends in .js, .mjs, .cjs, .ts or .mts.`);
      }
      if (!/\.m?ts$/.test(file)) {
        process.exitCode = await supervise(file, programArguments);
        return;
      }
      const compiled = await compileProgram(file).catch((error: Error) => command.error(error.message));
      try {
        process.exitCode = await supervise(compiled.file, programArguments);
      } finally {
        await compiled.dispose();
      }
    });
}

function programFile(program: string): string | undefined {
  // A chapter's program may be named by its source, or without an extension.
  const named = /^(?:chapters\/)?([\w-]+)\/(?:programs\/)?([\w-]+)(?:\.m?[jt]s)?$/;
  const [, chapter, name] = named.exec(program) ?? [];
  return (
    chapterProgram(chapter, name) ??
    (statSync(program, { throwIfNoEntry: false })?.isFile() ? resolve(program) : undefined)
  );
}
