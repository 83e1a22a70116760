/** A program with its arguments, ready for execa or `spawn`. `env` is what it has beyond the caller's environment. */
export interface CommandLine {
  file: string;
  args: string[];
  env: Record<string, string>;
}

/**
 * Runs a program to its end, which must come within half a minute, and returns what it printed.
 * @throws one line: its last words, or how it ended where it had none
 */
export async function execute({ file, args, env }: CommandLine, input = ""): Promise<string> {
  const { execa } = await import("execa");
  const { failed, stdout, stderr, shortMessage } = await execa(file, args, {
    env,
    input,
    timeout: 30_000,
    reject: false,
  });
  if (!failed) return stdout;
  throw new Error(lastLines(stderr || stdout, 2) || shortMessage);
}

/** The last lines that say something, on one line. */
export const lastLines = (text: string, lines: number): string =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(-lines)
    .join(" | ");
