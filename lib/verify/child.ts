import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { lastLines } from "../system/execute";
import { workbookRoot } from "../system/workbook";
import type { RunRecord } from "../runs/record";
import { oomKills } from "../training/oom-kills";
import type { MemoryModel } from "../training/out-of-memory";
import { childFlags, completeRecord, listen, SUPERVISED } from "../training/supervisor";

/** How a child process runs. */
export interface ChildOptions {
  environment?: Record<string, string>;
  /** The most bytes of addresses that it may use, as `ulimit -v` limits them. */
  addressBytes?: number;
  /**
   * A new file for its standard error. It is for the much that TensorFlow may tell: Node makes a pipe non-blocking, and what
   * TensorFlow writes while it is full is lost.
   */
  errorsTo?: string;
  /** Default 300. */
  timeoutSeconds?: number;
}

/** How a child process ended, and what it left. */
export interface Ended {
  failed: boolean;
  /** What it printed. */
  output: string;
  errors: string;
  /** Why it failed, in one line. */
  reason: string;
  /** Its run's record, where it trained. */
  run?: RunRecord;
  /** The estimated memory of its steps. */
  memory?: MemoryModel;
}

/** The job's own files, if `verify` itself runs in a job: the children's trainings are not the job's. */
const ofAJob = { WORKBOOK_RECORD: undefined, WORKBOOK_CHECKPOINT: undefined, TF_CONFIG: undefined };

/**
 * Runs one of the workbook's programs to its end, in a process of its own: TensorFlow's devices are chosen once in a process, and
 * a crash must not end the other checks. Its run's record is completed, however it ends.
 * @param script A JavaScript file.
 */
export async function runChild(
  script: string,
  args: readonly string[],
  { environment = {}, addressBytes, errorsTo, timeoutSeconds = 300 }: ChildOptions = {},
): Promise<Ended> {
  const { execa } = await import("execa");
  const killsBefore = oomKills();
  const words = [process.execPath, ...childFlags, script, ...args];
  const limit = addressBytes === undefined ? "" : `ulimit -v ${Math.round(addressBytes / 1024)}; `;
  const shell = `${limit}exec "$0" "$@"${errorsTo === undefined ? "" : ' 2>"$WORKBOOK_ERRORS"'}`;
  const running = execa("sh", ["-c", shell, ...words], {
    env: { ...ofAJob, ...environment, [SUPERVISED]: "1", WORKBOOK_ERRORS: errorsTo },
    ...{ stdin: "ignore", ipc: true, reject: false, timeout: 1000 * timeoutSeconds, maxBuffer: 1e9 },
  });
  const heard = listen(running);
  const { failed, timedOut, exitCode, signal, stdout, ...ended } = await running;
  const stderr = errorsTo === undefined ? ended.stderr : await readFile(errorsTo, "utf8");
  const ending = { exitCode, signal, lastWords: heard.lastWords, oomKills: oomKills() - killsBefore };
  const { file, memory } = heard;
  const run = file === undefined ? undefined : await completeRecord(file, ending, memory, () => undefined);
  const how = timedOut
    ? `it did not end within ${timeoutSeconds} s`
    : `it ended with ${signal ?? exitCode ?? "an error"}`;
  const reason = run?.reason ?? (lastLines(stderr, 1) || how);
  return { failed, output: stdout, errors: stderr, reason: reason.replace(/^workbook: /, ""), run, memory };
}

/** The script behind `./workbook`. */
export const workbookScript = join(workbookRoot, "workbook");
