import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { join } from "node:path";
import { siteSettings } from "../jobs/site";
import { workbookRoot } from "../system/workbook";
import { lastMessage, listen } from "../training/supervisor";
import { eventOf, type ProgramEvent } from "./events";
import type { FrameworkEnvironment } from "./environment";
import type { Helper } from "./launch";
import { siteCommand } from "./site-python";

/** The folder of the contenders' programs. */
export const programsFolder = join(workbookRoot, "lib", "frameworks", "programs");

// Python writes no cache beside the code, and says at once what it says.
const always = { PYTHONDONTWRITEBYTECODE: "1", PYTHONUNBUFFERED: "1", TF_CPP_MIN_LOG_LEVEL: "2" };

interface Programs {
  environment: FrameworkEnvironment;
  program: string;
  /** The folder of its plan and its data. */
  folder: string;
  /** Its environment variables, besides this process's. */
  variables: Record<string, string>;
  helpers: readonly Helper[];
  /** Resolves with one line when the programs have to end: another process of the training is lost, or a signal came. */
  hasToEnd: Promise<string>;
  /** Hears what the program reports. After its last event, the program goes on until this resolves. */
  on(event: ProgramEvent): Promise<void>;
}

/**
 * Runs a contender's program and the processes that it needs beside it, and hands on what it reports.
 * @throws one line when it ends with an error (its last line), or has to.
 */
export async function runPrograms({
  environment,
  program,
  folder,
  variables,
  helpers,
  hasToEnd,
  on,
}: Programs): Promise<void> {
  const start = (file: string, words: readonly string[], more: Record<string, string>): ChildProcess => {
    const python = [environment.python, join(programsFolder, file), ...words];
    const [first, ...rest] = environment.name === "site" ? siteCommand(siteSettings(), python, [folder]) : python;
    const started = spawn(first, rest, {
      env: { ...process.env, ...always, ...more },
      // The programs end when their standard input does, however this process ends.
      stdio: ["pipe", "inherit", "pipe", "pipe"],
    });
    started.stderr?.on("data", (chunk: Buffer) => process.stderr.write(chunk));
    return started;
  };
  const besides = helpers.map((helper) => start(helper.program, helper.arguments, helper.environment));
  const child = start(program, [], variables);
  const all = [child, ...besides];
  const stop = (): void => {
    for (const each of all) if (each.exitCode === null && each.signalCode === null) each.kill("SIGKILL");
  };
  try {
    const failure = await Promise.race([outcomeOf(child, { program, on }), hasToEnd]);
    if (failure !== undefined) throw new Error(failure);
  } finally {
    stop();
  }
}

/**
 * How long a program that failed waits for news of another one, in milliseconds: the others' errors are about a broken connection, and
 * the first one's says why.
 */
const LATER = 1000;

/** Waits for the program's end. @returns undefined, or why it failed. */
async function outcomeOf(
  child: ChildProcess,
  { program, on }: Pick<Programs, "program" | "on">,
): Promise<string | undefined> {
  const heard = listen(child);
  const ended = new Promise<string | undefined>((resolve) => {
    child.once("error", (error) => {
      resolve(`cannot start ${child.spawnfile}: ${error.message}`);
    });
    child.once("exit", (code, signal) => {
      if (code === 0) return resolve(undefined);
      if (signal !== null) return resolve(`${program} was ended by ${signal}`);
      const last = lastMessage(heard.lastWords) ?? `status ${code}`;
      setTimeout(resolve, LATER, `${program} ended with an error: ${last}`);
    });
  });
  let hasEnded = false;
  for await (const line of createInterface(child.stdio[3] as Readable)) {
    const event = eventOf(line);
    hasEnded ||= event.event === "end";
    await on(event);
    if (hasEnded) child.stdin?.on("error", () => undefined).write("\n"); // it may leave, unless it is gone already
  }
  const failure = await ended;
  return failure ?? (hasEnded ? undefined : `${program} ended before its training did`);
}
