import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from "node:child_process";
import type { Readable } from "node:stream";
import type { Notebook } from "../../notebooks/notebook";
import { giveBackUser, takeUser } from "./account";
import { runCells, sandboxArguments } from "./arguments";
import { bubblewrap, whyNoSandbox } from "./bubblewrap";
import { handingOver } from "./handed-over";
import { patience, silentSeconds, usualLimits, type Limits } from "./limits";
import { cellsOf, orderOf, type GivenFile } from "./order";
import { endOf, type EndKind, type SandboxOutcome } from "./outcome";
import { Report } from "./report";
import { excess, outOfMemory, watchMilliseconds } from "./watch";

/** What is to be run. */
export interface SandboxRun {
  /** Its code cells run in order; errors do not end the run. */
  notebook: Notebook;
  /** The student's own files. */
  files: readonly GivenFile[];
  /** The text of a JSON file, which cells find at `$WORKBOOK_QUESTIONS`. */
  questions: string;
}

/** How a run is limited, and ended from outside. */
export interface SandboxOptions {
  limits?: Partial<Limits>;
  signal?: AbortSignal;
}

/**
 * Runs a notebook's cells on the course kernel in a sandbox: without a network, without sight of anything but the installation's
 * programs, within limits, and with nothing that outlives it. What comes out is what the notebook says: it is not to be trusted.
 * @returns however it ended, a submission's doing or not, the cells that ran and why the run ended
 * @throws one line where there can be no sandbox
 */
export async function runInSandbox(
  run: SandboxRun,
  { limits: given, signal }: SandboxOptions = {},
): Promise<SandboxOutcome> {
  const reason = whyNoSandbox();
  if (reason !== undefined) throw new Error(reason);
  const limits: Limits = { ...usualLimits, ...given };
  const cells = cellsOf(run.notebook);
  const order = await orderOf(cells, run.files, limits);
  const user = process.getuid?.() === 0 ? takeUser() : undefined;
  const started = performance.now();
  try {
    const report = new Report(cells.map(({ cell }) => cell));
    const ended = await new Sandbox(limits, report, signal).run(order, { questions: run.questions, user });
    return { ...outcome(report, ended, limits), seconds: (performance.now() - started) / 1000 };
  } finally {
    if (user !== undefined) giveBackUser(user);
  }
}

/** Why a sandbox ended: the grader ended it, or what it wrote last on stderr. */
interface Ended {
  because: { kind: EndKind; detail?: string } | undefined;
  lastWords: string;
}

function outcome(report: Report, { because, lastWords }: Ended, limits: Limits): Omit<SandboxOutcome, "seconds"> {
  const begun = report.running !== undefined || report.cells.length > 0;
  const last = report.cells.at(-1);
  const cell = report.running ?? (last?.status === "ok" || last?.status === "error" ? undefined : last?.cell);
  const said = report.end ?? { kind: "failed", detail: lastWords };
  // Once a cell runs, whatever makes the program beside it fail is that cell's doing.
  const { kind, detail } = because ?? (said.kind === "failed" && begun ? { ...said, kind: "kernel" } : said);
  const cells = report.cells;
  if (report.running !== undefined) cells.push({ cell: report.running, status: "died", outputs: [], cut: false });
  return { cells, end: endOf(kind, limits, { cell: kind === "finished" ? undefined : cell, detail }) };
}

function start(args: string[], descriptors: number[]): ChildProcessWithoutNullStreams {
  const child = spawn(bubblewrap() ?? "bwrap", args, {
    stdio: ["pipe", "pipe", "pipe", ...descriptors, "pipe"],
    env: {}, // also that of its first process, which can be seen inside
    cwd: "/",
  });
  return child as ChildProcessWithoutNullStreams; // stdin, stdout and stderr are pipes
}

/** One sandbox, watched from its start to its end. */
class Sandbox {
  private because: Ended["because"];
  private child: ChildProcess | undefined;
  /** Process id of its first process; what it started ends with that. */
  private first: number | undefined;
  private silence: NodeJS.Timeout | undefined;

  constructor(
    private readonly limits: Limits,
    private readonly report: Report,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async run(order: string, { questions, user }: { questions: string; user: number | undefined }): Promise<Ended> {
    const { limits, signal } = this;
    const { args, data } = sandboxArguments({ limits, questions, user, command: runCells() });
    const child = handingOver(data, (descriptors) => start(args, descriptors));
    this.child = child;
    const { stdin: input, stdout: output, stderr: errors } = child;
    const total = setTimeout(
      () => {
        this.end("time");
      },
      patience * limits.seconds * 1000,
    );
    const watch = setInterval(() => {
      this.look();
    }, watchMilliseconds);
    const abort = () => {
      this.end("failed", "it was interrupted");
    };
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
        child.on("close", () => {
          resolve();
        });
      });
      return { because: this.because, lastWords: lastWords.trim().split("\n").at(-1) ?? "" };
    } finally {
      clearTimeout(total);
      clearTimeout(this.silence);
      clearInterval(watch);
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Ends all of its processes at once; the first reason is the one that counts. */
  private end(kind: EndKind, detail?: string): void {
    this.because ??= { kind, detail };
    for (const pid of [this.first, this.child?.pid]) {
      try {
        if (pid !== undefined) process.kill(pid, "SIGKILL");
      } catch {
        // has ended
      }
    }
  }

  private look(): void {
    if (this.first === undefined || this.because) return;
    const kind = excess(this.first, this.limits);
    if (kind) this.end(kind);
    else if (outOfMemory()) this.end("failed", "this machine has no memory left; grade fewer at once");
  }

  /** Something was heard: now the cell that runs has its time, and the time to report. */
  private heard(): void {
    clearTimeout(this.silence);
    const starting = this.report.cells.length === 0 ? 120 : 0;
    const seconds = patience * this.limits.cellSeconds + silentSeconds + starting;
    this.silence = setTimeout(() => {
      this.end("time");
    }, seconds * 1000);
  }

  private readFirst(info: ChildProcess["stdio"][number]): void {
    let text = "";
    info?.on("error", () => undefined);
    info?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const pid = /"child-pid":\s*(\d+)/.exec(text)?.[1];
      if (pid !== undefined) this.first ??= Number(pid);
    });
  }

  /** Reads at most what a submission's outputs and answers may be; the program inside sees to it that they are no more. */
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
      this.heard();
    } catch {
      this.end("kernel"); // a cell has written it
    }
  }
}
