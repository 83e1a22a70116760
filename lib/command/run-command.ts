import { CommanderError, type Command } from "commander";

/**
 * Parses the arguments and runs the chosen command. Sets the process's exit status: 0 done, 2 wrong flags or
 * values, 1 anything else that went wrong. Every error is one line; `WORKBOOK_DEBUG=1` adds where it came from.
 */
export async function runCommand(program: Command, argv: string[]): Promise<void> {
  reportOnOneLine(program);
  try {
    await program.parseAsync(argv);
  } catch (error) {
    process.exitCode = exitStatus(error);
  }
}

function reportOnOneLine(command: Command): void {
  command.exitOverride().configureOutput({
    outputError: (text, write) => {
      write(`workbook: ${oneLine(text.replace(/^error: /, ""))}\n`);
    },
  });
  // Settings are inherited only by commands made in place, and ours come from files of their own.
  command.commands.forEach(reportOnOneLine);
}

function exitStatus(error: unknown): number {
  if (error instanceof CommanderError) {
    const asked = error.code === "commander.helpDisplayed" || error.code === "commander.version";
    return asked ? 0 : 2;
  }
  const message = error instanceof Error ? error.message : String(error);
  console.error(`workbook: ${oneLine(message)}`);
  if (process.env.WORKBOOK_DEBUG) console.error(error);
  return 1;
}

const oneLine = (text: string): string => text.trim().replace(/\s*\n\s*/g, " ");
