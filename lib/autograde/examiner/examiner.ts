import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import type { Notebook } from "../../notebooks/notebook";
import { workbookRoot } from "../../system/workbook";
import type { Result } from "../result";
import type { SandboxOutcome } from "../sandbox";
import { answerSchema, type Answer, type Question } from "./messages";
import type { FoundSubmission } from "./work";

/** What the work on one submission may take, outside of the sandbox. An honest one takes a second, and megabytes. */
export interface Patience {
  /** How long each of its steps may take: reading, marking, showing. */
  seconds: number;
  memoryBytes: number;
}

const usualPatience: Patience = { seconds: 120, memoryBytes: 2 ** 30 };

/** A submission takes more time or memory to look at than any honest one. */
export class TooMuchWork extends Error {}

/**
 * Reads, marks and shows one submission after another, in a process that is ended where one takes too much: whoever asks goes on
 * watching sandboxes meanwhile. All its methods throw {@link TooMuchWork}, or one line where the process fails for another reason.
 */
export class Examiner {
  private program: ChildProcess | undefined;
  private readonly patience: Patience;

  /**
   * Starts nothing yet.
   * @param lesson its name
   */
  constructor(
    private readonly lesson: string,
    patience: Partial<Patience> = {},
  ) {
    this.patience = { ...usualPatience, ...patience };
  }

  /** Reads a submission. @returns the notebook that the sandbox is to run, or why there is none to grade. */
  async prepare(submission: FoundSubmission): Promise<{ notebook: Notebook } | { failure: string }> {
    const answer = await this.ask({ prepare: submission });
    if ("failure" in answer) return answer;
    if (!("toRun" in answer)) throw unexpected(answer);
    return { notebook: JSON.parse(answer.toRun) as Notebook }; // as the program made it
  }

  /**
   * Marks the submission that was prepared.
   * @param outcome what came of its notebook in the sandbox.
   * @returns the result and the notebook for nbgrader, as JSON; or why the run says nothing about the submission.
   */
  async mark(outcome: SandboxOutcome | undefined): Promise<{ result: Result; notebook: string } | { machine: string }> {
    const answer = await this.ask({ mark: outcome ?? null });
    if ("result" in answer || "machine" in answer) return answer;
    throw unexpected(answer);
  }

  /** The notebook that was prepared, with what its cells showed in the sandbox, for others to read. */
  async show(outcome: SandboxOutcome): Promise<Notebook> {
    const answer = await this.ask({ show: outcome });
    if (!("shown" in answer)) throw unexpected(answer);
    return JSON.parse(answer.shown) as Notebook; // as the program made it
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
        program.once("message", (said) => resolve(answerSchema.parse(said)));
        program.once("error", reject);
        program.once("exit", (code, signal) => {
          // Node.js ends in one of these two ways when its memory is used up.
          const full = signal === "SIGABRT" || code === 134;
          const more = `it took more than ${memoryBytes / 2 ** 20} MiB of memory to look at what it holds`;
          reject(full ? new TooMuchWork(more) : new Error(`The examiner's process ended (${signal ?? code}).`));
        });
        program.send(question);
      });
    } catch (error) {
      this.end(); // the next question finds a new one
      throw error;
    } finally {
      clearTimeout(deadline);
      program.removeAllListeners();
    }
  }

  private start(): ChildProcess {
    // A test runs this file's source, but a process can only start from what is compiled.
    const program = join(workbookRoot, "dist", "lib", "autograde", "examiner", "program.js");
    const memory = `--max-old-space-size=${this.patience.memoryBytes / 2 ** 20}`;
    return fork(program, [this.lesson], { execArgv: [memory], serialization: "advanced", stdio: "ignore" });
  }
}

const unexpected = (answer: Answer): Error =>
  new Error("error" in answer ? answer.error : "The examiner said what was not asked.");
