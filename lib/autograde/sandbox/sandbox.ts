import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from "node:child_process";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { lastLines } from "../../system/execute";
import { runningProcess, stillRuns, type ProcessIdentity } from "../../system/process";
import { runCells, sandboxArguments } from "./arguments";
import { bubblewrap } from "./bubblewrap";
import { handingOver } from "./handed-over";
import { patience, silentSeconds, type Limits } from "./limits";
import type { MemoryGroup } from "./memory-group";
import type { EndKind } from "./outcome";
import type { Report } from "./report";
import { excess, freeMemory, watchMilliseconds } from "./watch";

/** Why a sandbox ended: the grader's reason, if the grader ended it, and its last line on stderr. */
export interface Ended {
  because: { kind: EndKind; detail?: string } | undefined;
  lastWords: string;
}

/** The reason when this machine has no memory left, whoever took it. */
export const noMemoryLeft = "this machine has no memory left; grade fewer at once";

interface Start {
  questions: string;
  /** The folder of the release whose kernel and programs cells get. */
  root?: string;
  /** The user id of its processes, if root starts it. */
  user: number | undefined;
  /** The control group that counts its memory; undefined if there can be none. */
  group: MemoryGroup | undefined;
}

/** One sandbox, watched from its start to its end. */
export class Sandbox {
  private because: Ended["because"];
  private child: ChildProcess | undefined;
  /** Its first process. All others end with it. */
  private first: ProcessIdentity | undefined;
  private silence: NodeJS.Timeout | undefined;

  constructor(
    private readonly limits: Limits,
    private readonly report: Report,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** Sends the order, and waits until no process of the sandbox is left. */
  async run(order: string, { questions, root, user, group }: Start): Promise<Ended> {
    const { limits, signal } = this;
    const { args, data } = sandboxArguments({ limits, questions, root, user, command: runCells() });
    const command = [...(group?.enter ?? []), bubblewrap() ?? "bwrap", ...args];
    const child = handingOver(data, (descriptors) => start(command, descriptors));
    this.child = child;
    const { stdin: input, stdout: output, stderr: errors } = child;
    const total = setTimeout(() => this.end("time"), patience * limits.seconds * 1000);
    const watch = setInterval(() => this.look(group), watchMilliseconds);
    const abort = (): void => this.end("failed", "it was interrupted");
    signal?.addEventListener("abort", abort);
    if (signal?.aborted) abort();
    try {
      this.heard();
      input.on("error", () => undefined); // it may end before it has read everything
      input.end(order);
      let lastWords = "";
      errors.on("data", (chunk: Buffer) => {
        lastWords = (lastWords + chunk.toString()).slice(-2000);
      });
      this.readFirst(child.stdio[data.length + 3]);
      this.readReport(output);
      await new Promise<void>((resolve) => {
        child.on("error", (error) => {
          lastWords = error.message;
          resolve();
        });
        child.on("close", () => resolve());
      });
      await this.gone();
      return { because: this.because, lastWords: lastLines(lastWords, 1) };
    } finally {
      clearTimeout(total);
      clearTimeout(this.silence);
      clearInterval(watch);
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Kills all its processes. The first reason counts. */
  private end(kind: EndKind, detail?: string): void {
    this.because ??= { kind, detail };
    this.kill();
  }

  private runs(): boolean {
    return this.first !== undefined && stillRuns(this.first);
  }

  private kill(): void {
    this.child?.kill("SIGKILL");
    try {
      if (this.first !== undefined && this.runs()) process.kill(this.first.pid, "SIGKILL");
    } catch {
      // The process has ended by itself.
    }
  }

  /** Bubblewrap ends before the sandbox's last process, which is its first one. */
  private async gone(): Promise<void> {
    while (this.runs()) {
      this.kill();
      await sleep(5);
    }
  }

  private look(group: MemoryGroup | undefined): void {
    // Before a cell runs, the submission is not at fault, and /proc may still show the machine's own processes.
    const begun = this.report.running !== undefined || this.report.cells.length > 0;
    if (this.first === undefined || this.because || !begun) return;
    const kind = excess(this.first.pid, this.limits);
    if (kind) this.end(kind);
    else if (group?.overflowed()) this.end("memory");
    else if (freeMemory() < this.limits.machineBytes) this.end("failed", noMemoryLeft);
  }

  /** Restarts the time in which the running cell must report. */
  private heard(): void {
    clearTimeout(this.silence);
    const starting = this.report.cells.length === 0 ? 120 : 0;
    const seconds = patience * this.limits.cellSeconds + silentSeconds + starting;
    this.silence = setTimeout(() => this.end("time"), seconds * 1000);
  }

  private readFirst(info: ChildProcess["stdio"][number]): void {
    let text = "";
    info?.on("error", () => undefined);
    info?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const pid = /"child-pid":\s*(\d+)/.exec(text)?.[1];
      if (pid === undefined || this.first !== undefined) return;
      this.first = runningProcess(Number(pid));
    });
  }

  /** Reads no more than outputs and answers may hold; the program inside the sandbox already keeps to that. */
  private readReport(output: Readable): void {
    const most = 3 * this.limits.outputBytes;
    let bytes = 0;
    let parts: string[] = [];
    output.setEncoding("utf8");
    output.on("data", (chunk: string) => {
      if (this.because) return;
      bytes += chunk.length;
      if (bytes > most) {
        this.end("output");
        return;
      }
      const lines = chunk.split("\n");
      for (const rest of lines.slice(0, -1)) {
        this.takeLine(parts.join("") + rest);
        parts = [];
      }
      parts.push(lines.at(-1) ?? "");
    });
  }

  private takeLine(line: string): void {
    if (this.because) return;
    try {
      this.report.take(line);
      if (this.report.end) this.kill();
      else this.heard();
    } catch {
      this.end("kernel"); // a cell has written it
    }
  }
}

function start([program, ...args]: string[], descriptors: number[]): ChildProcessWithoutNullStreams {
  const child = spawn(program, args, {
    stdio: ["pipe", "pipe", "pipe", ...descriptors, "pipe"],
    env: {}, // the sandbox's processes can see the first one's environment
    cwd: "/",
  });
  return child as ChildProcessWithoutNullStreams; // stdin, stdout and stderr are pipes
}
