import { filledLines } from "./words";

/** A program with its arguments, ready for execa or `spawn`. `env` is added to the caller's environment. */
export interface CommandLine {
  file: string;
  args: string[];
  env: Record<string, string>;
}

/**
 * Runs a program, which must end within half a minute, and returns its output.
 * @throws one line: the last lines that it printed, or how it ended where it printed none
 */
export async function execute({ file, args, env }: CommandLine, input = ""): Promise<string> {
  const { execa } = await import("execa");
  const options = { env, input, timeout: 30_000, reject: false } as const;
  const { failed, stdout, stderr, shortMessage } = await execa(file, args, options);
  if (!failed) return stdout;
  throw new Error(lastLines(stderr || stdout, 2) || shortMessage);
}

/** The last lines that are not blank, joined into one line. */
export const lastLines = (text: string, lines: number): string => filledLines(text).slice(-lines).join(" | ");
