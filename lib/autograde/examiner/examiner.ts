import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import type { Notebook } from "../../notebooks/notebook";
import { thisRelease } from "../../system/releases";
import { workbookRoot } from "../../system/workbook";
import type { Result } from "../result";
import type { SandboxOutcome } from "../sandbox";
import { answerSchema, type Answer, type Question } from "./messages";
import type { FoundSubmission } from "./work";

/** Limits of the work on one submission outside the sandbox. An honest one takes a second and some megabytes. */
export interface Patience {
  /** For each of its steps: reading, marking, showing. */
  seconds: number;
  memoryBytes: number;
}

const usualPatience: Patience = { seconds: 120, memoryBytes: 2 ** 30 };

/** The work on a submission exceeds the limits. */
export class TooMuchWork extends Error {}

/**
 * Reads, marks, and shows one submission after another in a process of its own, which is killed when it exceeds the limits.
 * Meanwhile the caller goes on watching sandboxes. All methods throw {@link TooMuchWork}, or one line if the process fails
 * otherwise.
 */
export class Examiner {
  private program: ChildProcess | undefined;
  private readonly patience: Patience;

  /**
   * The process starts with the first question.
   * @param release of the workbook that the lesson was handed out from.
   */
  constructor(
    private readonly lesson: string,
    patience: Partial<Patience> = {},
    private readonly release = thisRelease,
  ) {
    this.patience = { ...usualPatience, ...patience };
  }

  /** Reads a submission. @returns the notebook for the sandbox to run, or why there is none to grade. */
  async prepare(submission: FoundSubmission): Promise<{ notebook: Notebook } | { failure: string }> {
    const answer = await this.ask({ prepare: submission });
    if ("failure" in answer) return answer;
    if (!("toRun" in answer)) throw unexpected(answer);
    return { notebook: JSON.parse(answer.toRun) as Notebook }; // from our own program
  }

  /**
   * Marks the prepared submission.
   * @param outcome of its notebook in the sandbox.
   * @returns the result, and the notebook for nbgrader as JSON; or how the machine failed, if that ended the run.
   */
  async mark(outcome: SandboxOutcome | undefined): Promise<{ result: Result; notebook: string } | { machine: string }> {
    const answer = await this.ask({ mark: outcome ?? null });
    if ("result" in answer || "machine" in answer) return answer;
    throw unexpected(answer);
  }

  /** The prepared notebook with its outputs, made safe for others to read. */
  async show(outcome: SandboxOutcome): Promise<Notebook> {
    const answer = await this.ask({ show: outcome });
    if (!("shown" in answer)) throw unexpected(answer);
    return JSON.parse(answer.shown) as Notebook; // from our own program
  }

  /** Ends the process. */
  end(): void {
    this.program?.kill("SIGKILL");
    this.program = undefined;
  }

  private async ask(question: Question): Promise<Answer> {
    this.program ??= this.start();
    const program = this.program;
    const { seconds, memoryBytes } = this.patience;
    let deadline: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Answer>((resolve, reject) => {
        const late = new TooMuchWork(`it took more than ${seconds} s to look at what it holds`);
        deadline = setTimeout(() => reject(late), seconds * 1000);
        program.once("message", (message) => resolve(answerSchema.parse(message)));
        program.once("error", reject);
        program.once("exit", (code, signal) => {
          // Node.js ends in one of these two ways when it runs out of memory.
          const outOfMemory = signal === "SIGABRT" || code === 134;
          const reason = `it took more than ${memoryBytes / 2 ** 20} MiB of memory to look at what it holds`;
          reject(
            outOfMemory ? new TooMuchWork(reason) : new Error(`The examiner's process ended (${signal ?? code}).`),
          );
        });
        program.send(question);
      });
    } catch (error) {
      this.end(); // the next question starts a new process
      throw error;
    } finally {
      clearTimeout(deadline);
      program.removeAllListeners();
    }
  }

  private start(): ChildProcess {
    // Tests run this file's source, but a process can only start the compiled program.
    const program = join(workbookRoot, "dist", "lib", "autograde", "examiner", "program.js");
    const memory = `--max-old-space-size=${this.patience.memoryBytes / 2 ** 20}`;
    return fork(program, [this.lesson, this.release], {
      execArgv: [memory],
      serialization: "advanced",
      stdio: "ignore",
    });
  }
}

const unexpected = (answer: Answer): Error =>
  new Error("error" in answer ? answer.error : "The examiner said what was not asked.");
