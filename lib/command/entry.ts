import { CommanderError, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { didYouMean } from "../system/names";
import { printable } from "../system/printable";
import { onOneLine } from "../system/words";

/**
 * Parses the arguments and runs the command. Sets the process's exit status: 0 for success, 2 for wrong flags or values, 1
 * for any other error. Every error is one line; `WORKBOOK_DEBUG=1` adds its stack.
 */
export async function parseAndReport(program: CommandUnknownOpts, argv: string[]): Promise<void> {
  outliveReaders();
  reportOnOneLine(program);
  try {
    await program.parseAsync(argv);
  } catch (error) {
    process.exitCode = exitStatus(error) || process.exitCode;
  }
}

/**
 * Lets a command finish its work when the reader of its output goes away (`| head`): further output is dropped, and the exit
 * status is that of the work.
 */
function outliveReaders(): void {
  process.stderr.off("error", ignore).on("error", ignore);
  process.stdout.off("error", outputFailed).on("error", outputFailed);
}

const ignore = (): void => undefined;

function outputFailed({ code, message }: NodeJS.ErrnoException): void {
  if (code === "EPIPE") return;
  console.error(`workbook: The output cannot be written: ${message}.`);
  process.exitCode = 1;
}

function reportOnOneLine(command: CommandUnknownOpts): void {
  const { options } = command;
  command
    .exitOverride()
    .showSuggestionAfterError(false) // Commander's own take --wait for --fast, and leave out values
    .configureOutput({ outputError: (text, write) => write(`workbook: ${explained(text, command)}\n`) });
  for (const option of options.filter(({ required }) => required)) {
    command.on(`option:${option.name()}`, (value: string) => {
      if (!options.some(({ long }) => long === value)) return;
      command.error(`option '${option.flags}' argument missing: '${value}' after it is the next flag`);
    });
  }
  // Commander passes settings on only to commands created with `.command()`, and ours are added.
  command.commands.forEach(reportOnOneLine);
}

/** Commander's line, and what a misspelt flag, command or choice may stand for, or where all of them are. */
function explained(text: string, command: CommandUnknownOpts): string {
  const line = onOneLine(text.replace(/^error: /, ""));
  const [, value, choices] = /'([^']*)' is invalid.* Allowed choices are (.*)\.$/.exec(line) ?? [];
  if (choices !== undefined) return line + didYouMean(value, choices.split(", "));
  const excess = command.args.slice(command.registeredArguments.length)[0];
  if (line.startsWith("too many arguments"))
    return `${command.name()} has no use for "${excess}": write a value right after its flag, and in quotes if it has spaces; see --help`;
  const [, kind, word] = /^unknown (option|command) '([^'=]*)/.exec(line) ?? [];
  const flags = command.options.flatMap(({ long }) => long ?? []);
  const near = kind && didYouMean(word, kind === "option" ? flags : command.commands.map((each) => each.name()));
  return line + (near || (/^(unknown|missing|required)/.test(line) ? "; see --help" : ""));
}

function exitStatus(error: unknown): number {
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? 0 : 2; // help that was asked for, and the version, end with 0
  }
  const message = error instanceof Error ? error.message : String(error);
  console.error(`workbook: ${printable(onOneLine(message))}`); // it may quote what somebody else wrote
  if (process.env.WORKBOOK_DEBUG) console.error(error);
  return 1;
}
