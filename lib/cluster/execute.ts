import type { Entry } from "./enter";

/**
 * Runs a program to its end and returns what it printed.
 * @throws one line: the program, its status and its last words.
 */
export async function execute({ file, args, env }: Entry, input = ""): Promise<string> {
  const { execa } = await import("execa");
  const { failed, stdout, stderr, shortMessage } = await execa(file, args, { env, input, reject: false });
  if (!failed) return stdout;
  throw new Error(`${lastLines(stderr || stdout, 2) || shortMessage} (${shortMessage})`);
}

/** The last lines that say something, on one line. */
export const lastLines = (text: string, lines: number): string =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(-lines)
    .join(" | ");
