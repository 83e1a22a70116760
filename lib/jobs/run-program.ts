import { existsSync } from "node:fs";
import { join } from "node:path";
import { flagOf } from "./program-arguments";

/** A program's arguments by name: `{ batchSize: 32 }` is `--batch-size 32`; undefined leaves a flag out. */
export type ArgumentValues = Record<string, string | number | boolean | undefined>;

/** The folder that `chapters/` and `lib/` are compiled into. */
const compiled = join(__dirname, "..", "..");

/**
 * Runs a chapter's program in a process of its own, so that it has the memory to itself and cannot take the notebook
 * down, and prints its lines as they come.
 * @param program its folder and name in `chapters/`: `01-one-device/train`.
 * @param environment added to this process's own.
 * @throws one line when there is no such program, or when it ends with an error (its last line).
 */
export async function runProgram(
  program: string,
  values: ArgumentValues = {},
  environment: Record<string, string> = {},
): Promise<void> {
  const file = programFile(program);
  const { execa } = await import("execa");
  const running = execa(process.execPath, [file, ...flags(values)], {
    env: environment,
    stdin: "ignore",
    reject: false,
  });
  for await (const line of running) console.log(line);
  const { failed, exitCode, signal, stderr } = await running;
  if (!failed) return;
  const how = signal ? `was ended by ${signal}` : `ended with status ${exitCode}`;
  const last = stderr.trim().split("\n").at(-1);
  throw new Error(`The program ${program} ${how}${last ? `: ${last}` : "."}`);
}

/** Flags as a command line has them: `["--batch-size", "32"]`. */
export function flags(values: ArgumentValues): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [`--${flagOf(name)}`] : [`--${flagOf(name)}`, String(value)];
  });
}

function programFile(program: string): string {
  const file = join(compiled, "chapters", `${program}.mjs`);
  if (existsSync(file)) return file;
  throw new Error(
    `There is no program ${program}: look into chapters/ for their names, or build them by \`npm start\`.`,
  );
}
