import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { holdFolder } from "../../system/hold";
import { makeOwnFolder } from "../../system/own-folder";
import { hasEnded, isWaiting, type JobState } from "../../slurm/job-state";
import { neverStarts } from "../../slurm/reasons";
import { AttemptJournal, unfinishedAttempt } from "../../jobs/attempts";
import { checkJob } from "../../jobs/submit-job";
import { deviceSeconds, inHours, roomFor, worstCase } from "./budget";
import {
  cancelAttempt,
  closeAttempt,
  findAttempt,
  noteAttempt,
  prepareAttempt,
  secondsOfAttempt,
  stateOfAttempt,
  submitAttempt,
  type AttemptSpec,
} from "./class-jobs";
import { makeStudentFolder } from "./errands";
import {
  attemptFolderOf,
  isDone,
  journalFile,
  journalFolder,
  type ClassAttempt,
  type ClassJournal,
  type ClassStudent,
} from "./journal";
import { balance, classPlan, type ClassPlan, type ClassRequest } from "./plan";

export interface ClassOptions {
  /** The most jobs that wait or run at a time. Default 4. */
  atOnce?: number;
  /** Seconds between the first looks at Slurm; they grow to ten. Default 1. */
  everySeconds?: number;
  /** Ends the runner. Its jobs go on, and the next call finds them. */
  signal?: AbortSignal;
  /** Receives a line for each event. */
  print?: (line: string) => void;
}

export interface ClassEnd {
  plan: ClassPlan;
  /** `complete`: every student's job is done. */
  ended: "complete" | "failed jobs" | "no budget left" | "interrupted";
}

/**
 * Runs a task for every student of a class, as long as the budget covers each new job's worst case. However it ends, the next
 * call goes on: it finds running jobs again and submits none twice.
 * @throws one line if it cannot run here, another process runs it, or Slurm does not answer for ten minutes.
 */
export async function runClass(request: ClassRequest, options: ClassOptions = {}): Promise<ClassEnd> {
  return withRunner(request, options, async (runner) => {
    const ended = await runner.run();
    return { plan: runner.plan, ended };
  });
}

/** Cancels all waiting and running jobs of a class, and books the time they took. @returns their number. */
export async function cancelClass(request: ClassRequest, options: ClassOptions = {}): Promise<number> {
  return withRunner(request, options, (runner) => runner.cancelAll());
}

async function withRunner<T>(
  request: ClassRequest,
  options: ClassOptions,
  use: (runner: ClassRunner) => Promise<T>,
): Promise<T> {
  const first = await classPlan(request); // throws before anything is written
  const data = await checkJob(first.journal.job);
  // Students must be able to reach their own folders in it.
  await makeOwnFolder(first.out, first.accounts.size > 0 ? 0o755 : undefined);
  await makeOwnFolder(journalFolder(first.out), 0o700);
  const hold = await holdFolder(journalFolder(first.out), {
    what: "This class's task",
    look: "look at it by `./workbook course run TASK --status`",
    resume: "the same command again",
  });
  try {
    // Another runner may have changed the journal before this one got the hold.
    const plan = await classPlan(request);
    const held = new AttemptJournal(hold, journalFile(plan.out), plan.journal);
    const runner = new ClassRunner(plan, held, data, options);
    await runner.recover();
    return await use(runner);
  } finally {
    await hold.release();
  }
}

/** An attempt that has not ended. */
interface StudentAttempt {
  student: ClassStudent;
  attempt: ClassAttempt;
}

class ClassRunner {
  private answered = Date.now();

  constructor(
    readonly plan: ClassPlan,
    private readonly held: AttemptJournal<ClassJournal>,
    private readonly data: string,
    private readonly options: ClassOptions,
  ) {}

  async run(): Promise<ClassEnd["ended"]> {
    const { signal, atOnce = 4, everySeconds = 1 } = this.options;
    const { journal } = this.plan;
    let seconds = everySeconds;
    while (!this.stopped()) {
      for (const open of this.open()) await this.look(open);
      for (const student of this.plan.wanted()) {
        if (this.stopped() || this.open().length >= atOnce || !this.hasRoom()) break;
        await this.begin(student);
        seconds = everySeconds;
      }
      const waiting = this.plan.wanted().length > 0;
      if (this.open().length === 0 && !(waiting && this.hasRoom())) {
        if (waiting) return "no budget left";
        return journal.students.every(isDone) ? "complete" : "failed jobs";
      }
      await sleep(1000 * seconds, undefined, { signal }).catch(() => undefined);
      seconds = Math.min(10, 1.05 * seconds);
    }
    if (this.held.hold.lost.aborted) throw this.held.hold.takenOver();
    return "interrupted";
  }

  /** Finds the jobs of attempts whose submitter was killed before it noted their job id. */
  async recover(): Promise<void> {
    await this.held.save();
    for (const open of this.open()) {
      if (open.attempt.job !== undefined) continue;
      const id = await findAttempt(this.specOf(open), open.attempt.startedAt);
      if (id === undefined) await this.close(open, "lost", "it was never submitted", 0);
      else await this.submitted(open, id);
    }
  }

  async cancelAll(): Promise<number> {
    const open = this.open();
    // An error with one job must not keep the others from being cancelled; the look at that job reports it.
    for (const attempt of open) await this.cancel(attempt).catch(() => undefined);
    while (this.open().length > 0) {
      for (const attempt of this.open()) await this.look(attempt, "cancelled");
      await sleep(500);
    }
    return open.length;
  }

  private async cancel(open: StudentAttempt): Promise<void> {
    if (open.attempt.job !== undefined) await cancelAttempt(this.specOf(open), open.attempt.job);
  }

  private stopped(): boolean {
    return this.options.signal?.aborted === true || this.held.hold.lost.aborted;
  }

  private open(): StudentAttempt[] {
    return this.plan.journal.students.flatMap((student) => {
      const attempt = unfinishedAttempt(student);
      return attempt ? [{ student, attempt }] : [];
    });
  }

  private hasRoom(): boolean {
    return roomFor(worstCase(this.plan.journal.job), balance(this.plan.journal)) > 0;
  }

  /** Begins a job. The journal notes it first, with its worst case, so that the budget counts it whatever happens. */
  private async begin(student: ClassStudent): Promise<void> {
    const { id, job } = this.plan.journal;
    const number = student.attempts.length + 1;
    // Random, so that nobody can give another job this name in advance.
    const name = `${job.name}-${student.student}-${number}-${id}${randomBytes(4).toString("hex")}`;
    const startedAt = new Date().toISOString();
    const attempt = await this.held.begin(student, { number, name, startedAt, worst: worstCase(job) });
    const open = { student, attempt };
    const spec = this.specOf(open);
    const refused = (error: unknown): Promise<void> => this.close(open, "failed", (error as Error).message, 0);
    try {
      await makeStudentFolder(join(this.plan.out, student.student), spec.account);
      await prepareAttempt(spec, job.dataset === "synthetic" ? undefined : this.data);
    } catch (error) {
      return refused(error);
    }
    let submitted: string | undefined;
    try {
      submitted = await submitAttempt(spec);
    } catch (error) {
      // The job may exist even though Slurm's answer did not arrive.
      submitted = await findAttempt(spec, attempt.startedAt).catch(() => {
        throw error;
      });
      if (submitted === undefined) return refused(error);
    }
    await this.submitted(open, submitted);
  }

  private async submitted(open: StudentAttempt, id: string): Promise<void> {
    open.attempt.job = id;
    await this.held.save();
    this.print(open, `job ${id} is submitted`);
    // Only the student uses this note, so its failure ends nothing.
    await noteAttempt(this.specOf(open), id).catch((error: Error) => {
      this.print(open, error.message);
    });
  }

  private async look(open: StudentAttempt, outcome?: "cancelled"): Promise<void> {
    const id = open.attempt.job;
    if (id === undefined) return;
    const spec = this.specOf(open);
    const state = await stateOfAttempt(spec, id);
    if (!state) {
      if (Date.now() - this.answered < 600_000) return;
      throw new Error("Slurm has not answered for ten minutes: the same command goes on once it does.");
    }
    this.answered = Date.now();
    const obstacle = isWaiting(state) ? neverStarts(state.reason) : undefined;
    if (obstacle !== undefined) await cancelAttempt(spec, id);
    if (hasEnded(state)) await this.ended(open, id, state, outcome);
  }

  private async ended(open: StudentAttempt, id: string, state: JobState, outcome?: "cancelled"): Promise<void> {
    const spec = this.specOf(open);
    const seconds = await secondsOfAttempt(spec, id);
    const took = seconds === undefined ? open.attempt.worst : deviceSeconds(this.plan.journal.job, seconds);
    const { done, message } = await closeAttempt(spec, id, state);
    const unknown = seconds === undefined ? " (nobody knows how long it ran: its worst case is booked)" : "";
    await this.close(open, done ? "done" : (outcome ?? "failed"), message + unknown, took);
  }

  private async close(
    open: StudentAttempt,
    outcome: NonNullable<ClassAttempt["outcome"]>,
    message: string,
    took: number,
  ): Promise<void> {
    await this.held.close(open.attempt, { outcome, message, took });
    if (outcome !== "lost") this.print(open, `${outcome}, ${inHours(took)} device-hours: ${message}`);
  }

  private specOf({ student, attempt }: StudentAttempt): AttemptSpec {
    const { out, journal, accounts } = this.plan;
    const account = student.account === undefined ? undefined : accounts.get(student.student);
    if (student.account !== undefined && !account) {
      throw new Error(
        `The job of ${student.student} runs in the account ${student.account}, which is not in the roster any more.`,
      );
    }
    const folder = attemptFolderOf(out, journal, student.student, attempt.number);
    return {
      folder,
      job: { ...journal.job, name: attempt.name, title: `${journal.job.title}; for ${student.student}` },
      account,
    };
  }

  private print({ student: { student } }: StudentAttempt, what: string): void {
    this.options.print?.(`${student}: ${what}  (${inHours(balance(this.plan.journal).left)} device-hours left)`);
  }
}
