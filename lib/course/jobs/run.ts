import { setTimeout as sleep } from "node:timers/promises";
import { holdFolder } from "../../system/hold";
import { makeOwnFolder } from "../../system/own-folder";
import { hasEnded, isWaiting, type JobState } from "../../slurm/job-state";
import { neverStarts } from "../../slurm/reasons";
import { AttemptJournal } from "../../jobs/attempts";
import { checkJob } from "../../jobs/submit-job";
import { deviceSeconds, roomFor, worstCase } from "./budget";
import { cancelAttempt, closeAttempt, secondsOfAttempt, stateOfAttempt } from "./class-jobs";
import { isDone, journalFile, journalFolder, type ClassJournal } from "./journal";
import { balance, classPlan, type ClassPlan, type ClassRequest } from "./plan";
import { StudentAttempts, type StudentAttempt } from "./student-attempts";

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
    await runner.attempts.recover();
    return await use(runner);
  } finally {
    await hold.release();
  }
}

class ClassRunner {
  readonly attempts: StudentAttempts;
  private answered = Date.now();

  constructor(
    readonly plan: ClassPlan,
    private readonly held: AttemptJournal<ClassJournal>,
    data: string,
    private readonly options: ClassOptions,
  ) {
    this.attempts = new StudentAttempts(plan, held, data, options.print);
  }

  async run(): Promise<ClassEnd["ended"]> {
    const { signal, atOnce = 4, everySeconds = 1 } = this.options;
    const { journal } = this.plan;
    let seconds = everySeconds;
    while (!this.stopped()) {
      for (const open of this.attempts.unfinished()) await this.look(open);
      for (const student of this.plan.wanted()) {
        if (this.stopped() || this.attempts.unfinished().length >= atOnce || !this.hasRoom()) break;
        await this.attempts.begin(student);
        seconds = everySeconds;
      }
      const waiting = this.plan.wanted().length > 0;
      if (this.attempts.unfinished().length === 0 && !(waiting && this.hasRoom())) {
        if (waiting) return "no budget left";
        return journal.students.every(isDone) ? "complete" : "failed jobs";
      }
      await sleep(1000 * seconds, undefined, { signal }).catch(() => undefined);
      seconds = Math.min(10, 1.05 * seconds);
    }
    if (this.held.hold.lost.aborted) throw this.held.hold.takenOver();
    return "interrupted";
  }

  async cancelAll(): Promise<number> {
    const open = this.attempts.unfinished();
    // An error with one job must not keep the others from being cancelled; the look at that job reports it.
    for (const attempt of open) await this.cancel(attempt).catch(() => undefined);
    while (this.attempts.unfinished().length > 0) {
      for (const attempt of this.attempts.unfinished()) await this.look(attempt, "cancelled");
      await sleep(500);
    }
    return open.length;
  }

  private async cancel(open: StudentAttempt): Promise<void> {
    if (open.attempt.job !== undefined) await cancelAttempt(this.attempts.specOf(open), open.attempt.job);
  }

  private stopped(): boolean {
    return this.options.signal?.aborted === true || this.held.hold.lost.aborted;
  }

  private hasRoom(): boolean {
    return roomFor(worstCase(this.plan.journal.job), balance(this.plan.journal)) > 0;
  }

  private async look(open: StudentAttempt, outcome?: "cancelled"): Promise<void> {
    const id = open.attempt.job;
    if (id === undefined) return;
    const spec = this.attempts.specOf(open);
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
    const spec = this.attempts.specOf(open);
    const seconds = await secondsOfAttempt(spec, id);
    const took = seconds === undefined ? open.attempt.worst : deviceSeconds(this.plan.journal.job, seconds);
    const { done, message } = await closeAttempt(spec, id, state);
    const unknown = seconds === undefined ? " (nobody knows how long it ran: its worst case is booked)" : "";
    await this.attempts.close(open, done ? "done" : (outcome ?? "failed"), message + unknown, took);
  }
}
