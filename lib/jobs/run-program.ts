import { existsSync } from "node:fs";
import { join } from "node:path";
import { isGrading } from "../system/grading";
import { workbookRoot } from "../system/workbook";
import { oomKills } from "../training/oom-kills";
import { childFlags, completeRecord, lastMessage, listen, SUPERVISED, type Ending } from "../training/supervisor";
import { flagOf } from "./program-arguments";

/** A program's arguments by name: `{ batchSize: 32 }` is `--batch-size 32`; an undefined value leaves its flag out. */
export type ArgumentValues = Record<string, string | number | boolean | undefined>;

/**
 * Runs a chapter's program in a process of its own, so that it has the memory to itself and cannot end the notebook's kernel,
 * and prints its lines as they come. If the program runs out of memory, its record says so, and that is no error. While
 * nbgrader grades, no program is run.
 * @param program Its folder and name in `chapters/`: `01-one-device/train`.
 * @param environment Added to this process's environment.
 * @param print Receives the program's lines as they come.
 * @throws one line when there is no such program, or when it ends with an error (its last line).
 */
export async function runProgram(
  program: string,
  values: ArgumentValues = {},
  environment: Record<string, string> = {},
  print: (line: string) => void = console.log,
): Promise<void> {
  const file = programFile(program);
  if (isGrading()) {
    print(`Nothing is trained while grading: ${program} was not run.`);
    return;
  }
  await runFile(file, { name: program, values, environment, print });
}

/** What {@link runFile} needs besides the file. */
interface FileToRun {
  /** The program's name in messages. */
  name: string;
  values: ArgumentValues;
  /** Added to this process's environment. */
  environment: Record<string, string>;
  /** Default: prints them. */
  print?: (line: string) => void;
  /** The only processor core that it may use. Default: all of this process's. */
  core?: number;
}

/** Does the same as {@link runProgram} for a JavaScript file, also while nbgrader grades. */
export async function runFile(
  file: string,
  { name, values, environment, print = console.log, core }: FileToRun,
): Promise<void> {
  const { execa } = await import("execa");
  const killsBefore = oomKills();
  const command = [process.execPath, ...childFlags, file, ...flags(values)];
  const [first, ...words] = core === undefined ? command : ["taskset", "--cpu-list", String(core), ...command];
  const running = execa(first, words, {
    env: { [SUPERVISED]: "1", ...environment },
    stdin: "ignore",
    ipc: true,
    reject: false,
  });
  const heard = listen(running);
  for await (const line of running) print(line);
  const { failed, exitCode, signal } = await running;
  const ending = { exitCode, signal, lastWords: heard.lastWords, oomKills: oomKills() - killsBefore };
  const run = heard.file === undefined ? undefined : await completeRecord(heard.file, ending, heard.memory);
  // Out of memory is a finding, not a failure.
  if (failed && run?.outcome !== "out-of-memory") throw new Error(failure(name, ending, run?.reason));
}

/** Why a program ended early, in one line. */
export function failure(program: string, { exitCode, signal, lastWords }: Ending, reason?: string): string {
  const how = signal ? `was ended by ${signal}` : `ended with status ${exitCode ?? "unknown"}`;
  const why = reason ?? lastMessage(lastWords);
  return `The program ${program} ${how}${why ? `: ${why}` : "."}`;
}

/** An argument's value, if it is a number. */
export function numberAmong(values: ArgumentValues, name: string): number | undefined {
  const value = values[name];
  return typeof value === "number" ? value : undefined;
}

/** The arguments as words of a command line: `["--batch-size", "32"]`. */
export function flags(values: ArgumentValues): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [`--${flagOf(name)}`] : [`--${flagOf(name)}`, String(value)];
  });
}

/** The built file of a chapter's program, such as `train` of `01-one-device`; undefined where there is none. */
export function chapterProgram(chapter = "", name = ""): string | undefined {
  const file = join(workbookRoot, "dist", "chapters", chapter, "programs", `${name}.mjs`);
  return existsSync(file) ? file : undefined;
}

/** The file of a chapter's program, and never one elsewhere. @throws one line when there is no such program. */
export function programFile(program: string): string {
  const [, chapter, name] = /^([\w-]+)\/([\w-]+)$/.exec(program) ?? [];
  const file = chapterProgram(chapter, name);
  if (file !== undefined) return file;
  throw new Error(
    `There is no program ${program}: look into the folders chapters/*/programs for their names, or build them by \`npm start\`.`,
  );
}
