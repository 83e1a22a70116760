import { spawn, type ChildProcessByStdio } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { z } from "zod";
import { jupyterEnvironment, jupyterFolder, notebookPython } from "../notebooks/environment";
import { lastLines } from "../system/execute";
import { places } from "./folder";

export const bookedSchema = z.object({
  /** Points with those given by hand, and the most there are. */
  score: z.number(),
  most: z.number(),
  /** Whether a person must still look at written answers. */
  written: z.boolean(),
  /** Seconds after the due date. */
  late: z.number(),
});

/** What nbgrader has in its gradebook for a submission. */
export type Booked = z.infer<typeof bookedSchema>;

const answerSchema = z.union([
  z.object({ student: z.string(), error: z.string() }),
  bookedSchema.extend({ student: z.string() }),
]);

/** What nbgrader has booked for a student, or why it could not. */
export type Booking = z.infer<typeof answerSchema>;

/** How long nbgrader may take over one submission, in seconds: it colours the code, and some text takes it hours. */
const usualPatience = 120;

/** What the process says once it can book. */
const ready = "ready";

/** nbgrader took too long over a submission. */
export class TooSlow extends Error {}

interface Request {
  student: string;
  book: boolean;
  resolve: (booking: Booking) => void;
  reject: (error: Error) => void;
}

/**
 * One process of nbgrader that books one submission after another: it takes two seconds to start. Where a submission stops it,
 * another one books the others.
 */
export class Bookkeeper {
  private readonly waiting: Request[] = [];
  private process: ChildProcessByStdio<Writable, Readable, Readable> | undefined;
  private deadline: NodeJS.Timeout | undefined;
  /** Whether the process has started: what ends it then is a submission. */
  private isReady = false;
  private ended: Promise<void> = Promise.resolve();

  /** Starts it. @param handedOver as `Results.handedOver`. */
  constructor(
    private readonly course: string,
    private readonly lesson: string,
    private readonly handedOver: string,
    private readonly patience = usualPatience,
  ) {
    this.start();
  }

  /**
   * Books a submission and makes its feedback.
   * @param book false: only make its feedback anew.
   * @throws one line when nbgrader cannot start or has ended over this submission; {@link TooSlow} where it takes too long.
   */
  async book(student: string, book = true): Promise<Booking> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ student, book, resolve, reject });
      if (this.waiting.length === 1) this.next();
    });
  }

  /** Ends it, once everything that was asked is answered. */
  async end(): Promise<void> {
    this.process?.stdin.end();
    await this.ended;
  }

  private start(): void {
    const script = join(jupyterFolder, "grading", "book.py");
    const process = spawn(notebookPython(), [script, this.course, this.lesson, this.handedOver], {
      cwd: this.course,
      env: nbgraderEnvironment(this.course),
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.process = process;
    this.isReady = false;
    let said = "";
    process.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-10_000);
    });
    process.stdin.on("error", () => undefined); // the process's end says why
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
        .once("close", () => end(lastLines(said, 1) || "without a word"));
    });
  }

  private next(): void {
    clearTimeout(this.deadline);
    const asked = this.waiting.at(0);
    if (asked === undefined) return;
    if (this.process === undefined) this.start();
    this.process?.stdin.write(`${JSON.stringify({ student: asked.student, book: asked.book })}\n`);
    this.deadline = setTimeout(() => {
      this.process?.kill("SIGKILL");
      this.lost(new TooSlow(`nbgrader took more than ${this.patience} s over it`), "this one");
    }, this.patience * 1000);
  }

  private answered(line: string): void {
    if (!this.isReady && line === ready) {
      this.isReady = true;
      return;
    }
    const asked = this.waiting.shift();
    const answer = parse(line);
    if (answer) asked?.resolve(answer);
    else asked?.reject(new Error(`nbgrader answered what is no answer: ${line.slice(0, 200)}`));
    this.next();
  }

  /** The process has ended or is given up, over the request it works on, or as it would over every one. */
  private lost(error: Error, which: "this one" | "all"): void {
    this.process = undefined;
    for (const { reject } of this.waiting.splice(0, which === "all" ? Infinity : 1)) reject(error);
    this.next();
  }
}

/** Environment variables for nbgrader in a course: what it keeps for itself stays in the course's folder. */
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
