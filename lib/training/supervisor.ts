import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { workbookRoot } from "../system/workbook";
import { signalStatus } from "./interruption";
import { oomKills } from "./oom-kills";
import { outOfMemoryReason, saysOutOfMemory, suggestBatchSize, type MemoryModel } from "./out-of-memory";
import { readRun, writeRun, type Outcome, type RunRecord } from "../runs/record";
import type { FromTraining } from "./open-record";

/** The environment variable that tells a program that {@link supervise} started it. */
export const SUPERVISED = "WORKBOOK_SUPERVISED";

const passedOn = ["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR2"] as const;

/** Node's flags for a program that trains: it ends with its parent, and its errors are one line. */
export const childFlags = ["--require", join(workbookRoot, "dist", "lib", "training", "child.js")];

/** How a process ended. */
export interface Ending {
  exitCode?: number;
  signal?: NodeJS.Signals;
  /** The end of what it wrote to standard error. */
  lastWords: string;
  /** Processes that the kernel killed for memory in the meantime, if it counts them. */
  oomKills: number;
}

/**
 * Runs a Node program that trains in a child process. If the kernel kills the child for memory, or it crashes, this process
 * completes the run record. Signals are passed on, and the child writes to the same output.
 * @returns the exit status: the program's; 1 when memory ran out; 128 + the signal when one ended the run.
 */
export async function supervise(script: string, args: readonly string[]): Promise<number> {
  const { execa } = await import("execa");
  const killsBefore = oomKills();
  const child = execa(process.execPath, [...childFlags, script, ...args], {
    ...{ stdin: "inherit", stdout: "inherit", stderr: ["inherit", "pipe"], ipc: true, buffer: false, reject: false },
    env: { [SUPERVISED]: "1" },
    forceKillAfterDelay: false, // a step and a checkpoint may take longer than execa's five seconds
  });
  const heard = listen(child);
  const signals = passSignalsOn(child);
  const { exitCode, signal } = await child;
  signals.stop();
  const ending = { exitCode, signal, lastWords: heard.lastWords, oomKills: oomKills() - killsBefore };
  const run = heard.file === undefined ? undefined : await completeRecord(heard.file, ending, heard.memory);
  if (run?.outcome === "out-of-memory") return 1;
  if (run?.outcome === "interrupted") return signalStatus(signals.last ?? ending.signal ?? "SIGINT");
  return ending.exitCode ?? signalStatus(ending.signal ?? "SIGKILL");
}

/** Collects the messages of a training process and, if its standard error is piped, the end of that. */
export function listen(child: ChildProcess): Partial<FromTraining> & Pick<Ending, "lastWords"> {
  const heard: ReturnType<typeof listen> = { lastWords: "" };
  child.on("message", (message: unknown) => {
    const { file, memory } = message as FromTraining;
    heard.file = file;
    heard.memory = memory;
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    heard.lastWords = (heard.lastWords + chunk.toString()).slice(-4000);
  });
  return heard;
}

function passSignalsOn(child: ChildProcess): { last?: NodeJS.Signals; stop: () => void } {
  const pass = (signal: NodeJS.Signals): void => {
    passing.last = signal;
    child.kill(signal);
  };
  const passing: ReturnType<typeof passSignalsOn> = {
    stop: () => {
      for (const signal of passedOn) process.off(signal, pass);
    },
  };
  for (const signal of passedOn) process.on(signal, pass);
  return passing;
}

/**
 * Says in the record how the process ended, if the process could not say it itself.
 * @param say Is told so in one line. Default: it is printed to standard error.
 * @returns the record.
 */
export async function completeRecord(
  file: string,
  ending: Ending,
  memory?: MemoryModel,
  say: (line: string) => void = console.error,
): Promise<RunRecord> {
  const run = await readRun(file);
  if (run.outcome !== "running") return run;
  const { outcome, reason } = judge(ending);
  Object.assign(run, { outcome, reason, endedAt: new Date().toISOString() });
  if (outcome === "out-of-memory") {
    const { globalBatchSize, replicas } = run.configuration;
    const suggested = suggestBatchSize(globalBatchSize, replicas, memory);
    if (suggested !== undefined) run.suggestedBatchSize = suggested;
    run.reason = outOfMemoryReason(globalBatchSize, suggested);
  }
  await writeRun(file, run);
  say(`workbook: ${run.reason ?? outcome}`);
  return run;
}

/** The last line of an output that says something: TensorFlow ends a failed check with a stack trace of bare addresses. */
export function lastMessage(output: string): string | undefined {
  const lines = output.split("\n").filter((line) => line.trim() !== "" && !/^\s*@ +0x|^\*\*\* .* \*\*\*$/.test(line));
  return lines.at(-1)?.trim();
}

/** The outcome of a run whose process left its record unfinished. */
function judge({ exitCode, signal, lastWords, oomKills }: Ending): { outcome: Outcome; reason: string } {
  if ((signal === "SIGKILL" && oomKills > 0) || saysOutOfMemory(lastWords)) {
    return { outcome: "out-of-memory", reason: "Out of memory." };
  }
  if (signal === "SIGABRT" || signal === "SIGSEGV" || signal === "SIGBUS" || signal === undefined) {
    const words = lastMessage(lastWords);
    const how = signal ?? `exit status ${exitCode ?? "unknown"}`;
    return { outcome: "failed", reason: `The training process ended with ${how}${words ? `: ${words}` : "."}` };
  }
  return { outcome: "interrupted", reason: `The training process was ended by ${signal}.` };
}
