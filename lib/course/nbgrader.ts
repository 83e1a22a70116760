import { spawn, type ChildProcessByStdio } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { z } from "zod";
import { jupyterEnvironment, jupyterFolder, notebookPython } from "../notebooks/environment";
import { lastLines } from "../system/execute";
import { places } from "./folder";

export const bookedSchema = z.object({
  /** Points, including those given by hand. */
  score: z.number(),
  most: z.number(),
  /** Whether a person must still read written answers. */
  written: z.boolean(),
  /** Seconds after the due date. */
  late: z.number(),
});

/** A submission's entry in nbgrader's gradebook. */
export type Booked = z.infer<typeof bookedSchema>;

const answerSchema = z.union([
  z.object({ student: z.string(), error: z.string() }),
  bookedSchema.extend({ student: z.string() }),
]);

/** What nbgrader has booked for a student, or its error. */
export type Booking = z.infer<typeof answerSchema>;

/** Seconds that nbgrader may take for one submission, and to start. It highlights code, and some text would take it hours. */
const usualPatience = 120;

/** The process prints this line once it can book. */
const ready = "ready";

/** nbgrader took too long for a submission. */
export class TooSlow extends Error {}

interface Request {
  student: string;
  book: boolean;
  resolve: (booking: Booking) => void;
  reject: (error: Error) => void;
}

/**
 * Books one submission after another in one process of nbgrader, which takes two seconds to start. If a submission ends the
 * process, a new one books the others.
 */
export class Bookkeeper {
  private readonly waiting: Request[] = [];
  private process: ChildProcessByStdio<Writable, Readable, Readable> | undefined;
  private deadline: NodeJS.Timeout | undefined;
  /** Whether the process can book. If it ends after that, a submission is the cause. */
  private isReady = false;
  private ended: Promise<void> = Promise.resolve();

  /**
   * Starts the process.
   * @param from `root`: the folder of the release that the lesson was handed out from, whose points are booked; `handedOver`
   * as `Results.handedOver`.
   */
  constructor(
    private readonly course: string,
    private readonly lesson: string,
    private readonly from: { root: string; handedOver: string },
    private readonly patience = usualPatience,
  ) {
    this.start();
  }

  /**
   * Books a submission and makes its feedback.
   * @param book false: only make its feedback anew.
   * @throws one line if nbgrader cannot start or this submission ended it; {@link TooSlow} if it takes too long.
   */
  async book(student: string, book = true): Promise<Booking> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ student, book, resolve, reject });
      if (this.waiting.length === 1) this.next();
    });
  }

  /** Ends the process once it has answered all requests. */
  async end(): Promise<void> {
    this.process?.stdin.end();
    await this.ended;
  }

  private start(): void {
    const script = join(jupyterFolder, "grading", "book.py");
    const { root, handedOver } = this.from;
    const process = spawn(notebookPython(), [script, this.course, this.lesson, join(root, "solutions"), handedOver], {
      cwd: this.course,
      env: nbgraderEnvironment(this.course),
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.process = process;
    this.isReady = false;
    let errors = "";
    process.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors = (errors + text).slice(-10_000);
    });
    process.stdin.on("error", () => undefined); // the process's end is reported below
    createInterface({ input: process.stdout }).on("line", (line) => {
      if (this.process === process) this.answered(line);
    });
    this.ended = new Promise((resolve) => {
      const end = (line: string): void => {
        const which = this.isReady ? "this one" : "all";
        if (this.process === process) this.lost(new Error(`nbgrader ended: ${line}`), which);
        resolve();
      };
      process
        .once("error", ({ message }) => end(message))
        .once("close", () => end(lastLines(errors, 1) || "without a word"));
    });
  }

  private next(): void {
    clearTimeout(this.deadline);
    const request = this.waiting.at(0);
    if (request === undefined) return;
    if (this.process === undefined) this.start();
    this.process?.stdin.write(`${JSON.stringify({ student: request.student, book: request.book })}\n`);
    this.watch();
  }

  /** Limits the time for what the process does now. Its start is no submission's fault. */
  private watch(): void {
    clearTimeout(this.deadline);
    if (this.waiting.length === 0) return;
    const [seconds, error, which] = this.isReady
      ? ([this.patience, new TooSlow(`nbgrader took more than ${this.patience} s over it`), "this one"] as const)
      : ([usualPatience, new Error(`nbgrader did not start within ${usualPatience} s`), "all"] as const);
    this.deadline = setTimeout(() => {
      this.process?.kill("SIGKILL");
      this.lost(error, which);
    }, seconds * 1000);
  }

  private answered(line: string): void {
    if (!this.isReady && line === ready) {
      this.isReady = true;
      this.watch();
      return;
    }
    const request = this.waiting.shift();
    const answer = parse(line);
    if (answer) request?.resolve(answer);
    else request?.reject(new Error(`nbgrader answered what is no answer: ${line.slice(0, 200)}`));
    this.next();
  }

  /** Gives the process up, and rejects the request that it was working on, or all of them if every process would end so. */
  private lost(error: Error, which: "this one" | "all"): void {
    this.process = undefined;
    for (const { reject } of this.waiting.splice(0, which === "all" ? Infinity : 1)) reject(error);
    this.next();
  }
}

/** Environment variables for nbgrader, so that its own files stay in the course's folder. */
export function nbgraderEnvironment(course: string): NodeJS.ProcessEnv {
  const own = join(places.grading(course), "jupyter");
  return { ...jupyterEnvironment(), JUPYTER_DATA_DIR: own, JUPYTER_RUNTIME_DIR: join(own, "runtime") };
}

function parse(line: string): Booking | undefined {
  try {
    return answerSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
