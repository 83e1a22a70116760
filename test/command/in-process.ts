import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { vi } from "vitest";
import { parseAndReport } from "../../lib/command/entry";

/** Runs a command as its program does, but in this process: what it printed, and the exit status. */
export async function inProcess(command: CommandUnknownOpts, ...words: string[]) {
  let printed = "";
  const print = (text: unknown) => {
    printed += String(text);
    return true;
  };
  const spies = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, "write").mockImplementation(print));
  const errors = vi.spyOn(console, "error").mockImplementation((text) => void print(`${String(text)}\n`));
  const before = process.exitCode;
  process.exitCode = undefined;
  try {
    await parseAndReport(new Command("program").addCommand(command), ["node", "program", command.name(), ...words]);
    return { status: Number(process.exitCode ?? 0), printed };
  } finally {
    process.exitCode = before;
    [...spies, errors].forEach((spy) => spy.mockRestore());
  }
}
