import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { join } from "node:path";
import { siteSettings } from "../../../lib/jobs/site";
import { workbookRoot } from "../../../lib/system/workbook";
import { lastMessage, listen } from "../../../lib/training/supervisor";
import { eventOf, type ProgramEvent } from "./events";
import type { FrameworkEnvironment } from "../../../lib/frameworks/environment";
import type { Helper } from "./launch";
import { siteCommand } from "../../../lib/frameworks/site-python";

/** The folder of the contenders' programs. */
const programsFolder = join(workbookRoot, "chapters", "07-frameworks", "programs");

// Python writes no cache beside the code, and says at once what it says.
const always = { PYTHONDONTWRITEBYTECODE: "1", PYTHONUNBUFFERED: "1", TF_CPP_MIN_LOG_LEVEL: "2" };

interface Programs {
  environment: FrameworkEnvironment;
  program: string;
  gpu: boolean;
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
  gpu,
  folder,
  variables,
  helpers,
  hasToEnd,
  on,
}: Programs): Promise<void> {
  const site = environment.name === "site" ? siteSettings() : undefined;
  // A job's modules may have set PYTHONPATH and the like; they are for the site's Python alone.
  const names = Object.keys(process.env).filter((name) => site !== undefined || !name.startsWith("PYTHON"));
  const inherited = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  const start = (file: string, words: readonly string[], more: Record<string, string>): ChildProcess => {
    const python = [environment.python, join(programsFolder, file), ...words];
    const [first, ...rest] = site ? siteCommand(site, python, { folders: [folder], gpu, pipes: true }) : python;
    const started = spawn(first, rest, {
      env: { ...inherited, ...always, ...more },
      // The programs end when their standard input does, however this process ends.
      stdio: ["pipe", "inherit", "pipe", "pipe"],
    });
    started.stderr?.on("data", (chunk: Buffer) => process.stderr.write(chunk));
    return started;
  };
  const besides = helpers.map((helper) => start(helper.program, helper.arguments, helper.environment));
  const child = start(program, [], variables);
  const stop = async (): Promise<void> => {
    const left = [child, ...besides].filter(runs);
    // A container may outlive the command that runs it, which passes only gentle signals on.
    if (site && site.frameworks.container !== "") await endGently(left);
    for (const each of left) if (runs(each)) each.kill("SIGKILL");
  };
  try {
    const failure = await Promise.race([outcomeOf(child, { program, on }), hasToEnd]);
    if (failure !== undefined) throw new Error(failure);
  } finally {
    await stop();
  }
}

const runs = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid !== undefined && exitCode === null && signalCode === null;

/** How long programs may take to end after a gentle signal, in milliseconds. */
const PATIENCE = 5000;

async function endGently(programs: readonly ChildProcess[]): Promise<void> {
  const ended = programs.map((each) => new Promise((resolve) => each.once("exit", resolve)));
  for (const each of programs) each.kill("SIGTERM");
  await Promise.race([Promise.all(ended), setTimeout(PATIENCE, undefined, { ref: false })]);
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
      void setTimeout(LATER).then(() => resolve(`${program} ended with an error: ${last}`));
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
