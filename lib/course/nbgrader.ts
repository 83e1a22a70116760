import { spawn, type ChildProcessByStdio } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { z } from "zod";
import { jupyterEnvironment, jupyterFolder, notebookPython } from "../notebooks/environment";
import { places } from "./folder";

const answerSchema = z.union([
  z.object({ student: z.string(), error: z.string() }),
  z.object({ student: z.string(), score: z.number(), most: z.number(), written: z.boolean(), late: z.number() }),
]);

/** What nbgrader has booked for a student, or why it could not. */
export type Booking = z.infer<typeof answerSchema>;

/** One process of nbgrader that books one submission after another: it takes two seconds to start. */
export class Bookkeeper {
  private readonly waiting: { resolve: (booking: Booking) => void; reject: (error: Error) => void }[] = [];
  private readonly process: ChildProcessByStdio<Writable, Readable, Readable>;
  private readonly ended: Promise<void>;
  /** Why it has ended. */
  private why: Error | undefined;

  /** Starts it. @param handedOver as `Results.handedOver`. */
  constructor(course: string, lesson: string, handedOver: string) {
    const script = join(jupyterFolder, "grading", "book.py");
    this.process = spawn(notebookPython(), [script, course, lesson, handedOver], {
      cwd: course,
      env: nbgraderEnvironment(course),
      stdio: ["pipe", "pipe", "pipe"],
    });
    let said = "";
    this.process.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-10_000);
    });
    this.process.stdin.on("error", () => undefined); // its end says why
    createInterface({ input: this.process.stdout }).on("line", (line) => this.answered(line));
    this.ended = new Promise((resolve) => {
      const end = (line: string): void => {
        this.why ??= new Error(`nbgrader ended: ${line}`);
        for (const { reject } of this.waiting.splice(0)) reject(this.why);
        resolve();
      };
      this.process.once("error", ({ message }) => end(message)).once("close", () => end(lastLine(said)));
    });
  }

  /**
   * Books a submission and makes its feedback.
   * @param book false: only make its feedback anew.
   * @throws one line when nbgrader has ended.
   */
  async book(student: string, book = true): Promise<Booking> {
    if (this.why) throw this.why;
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.process.stdin.write(`${JSON.stringify({ student, book })}\n`);
    });
  }

  /** Waits for what was asked, and ends it. */
  async end(): Promise<void> {
    this.process.stdin.end();
    await this.ended;
  }

  private answered(line: string): void {
    const asked = this.waiting.shift();
    const answer = parse(line);
    if (answer) asked?.resolve(answer);
    else asked?.reject(new Error(`nbgrader answered what is no answer: ${line.slice(0, 200)}`));
  }
}

/** Variables for nbgrader in a course: what it keeps for itself stays in the course's folder. */
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

const lastLine = (text: string): string => text.trim().split("\n").at(-1) ?? "without a word";
