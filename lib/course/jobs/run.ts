import { setTimeout as sleep } from "node:timers/promises";
import { holdFolder } from "../../system/hold";
import { makeOwnFolder } from "../../system/own-folder";
import { hasEnded, isWaiting, type JobState } from "../../slurm/job-state";
import { jobNumber } from "../../slurm/job-id";
import { heldBack, neverStarts } from "../../slurm/reasons";
import { AttemptJournal } from "../../jobs/attempts";
import { siteSettings } from "../../jobs/site";
import { checkJob } from "../../jobs/submit-job";
import { deviceSeconds, isLarger, roomFor, sizeOf, worstCase } from "./budget";
import { cancelAttempt, closeAttempt, secondsOfAttempt, stateOfAttempt } from "./class-jobs";
import { isDone, journalFile, journalFolder, type ClassAttempt, type ClassJournal } from "./journal";
import { balance, classPlan, type ClassPlan, type ClassRequest } from "./class-plan";
import { StudentAttempts, type StudentAttempt } from "./student-attempts";

interface ClassOptions {
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
  /** The attempts whose jobs have been seen to begin. */
  private readonly started = new Set<ClassAttempt>();
  /** Whether the site itself makes jobs wait. */
  private readonly delayed = siteSettings().sbatch.some((option) => /^--(begin|dependency|hold)\b/.test(option));

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
        if (this.stopped() || !this.hasPlace(atOnce) || !this.hasRoom()) break;
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

  /**
   * Whether one more job may be submitted. A student can make the job wait for ever, in ways that nobody can tell from waiting for
   * others. So a job that one of the class has overtaken has no place any more, and where all have waited for a minute, one more
   * may try to overtake them.
   */
  private hasPlace(atOnce: number): boolean {
    const waits = (attempt: ClassAttempt): boolean => !this.started.has(attempt);
    const overtaken = (waiting: ClassAttempt): boolean =>
      [...this.started].some(({ startedAt }) => startedAt > waiting.startedAt);
    const open = this.attempts.unfinished().map(({ attempt }) => attempt);
    const counted = open.filter((attempt) => !waits(attempt) || !overtaken(attempt));
    const minuteAgo = Date.now() - 60_000;
    const stuck = counted.every((each) => waits(each) && Date.parse(each.startedAt) < minuteAgo);
    return counted.length < atOnce + (stuck ? 1 : 0);
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
    if (!isWaiting(state) && state.state !== "CANCELLED") this.started.add(open.attempt);
    const obstacle = hasEnded(state) ? undefined : this.obstacle(open, state);
    if (obstacle !== undefined) {
      open.attempt.message = `Job ${jobNumber(id)} was cancelled: ${obstacle} (${state.reason})`;
      await cancelAttempt(spec, id);
    }
    if (hasEnded(state)) await this.ended(open, id, state, outcome);
  }

  /** Why a job would keep its place and its worst case for ever, or take more than its worst case. */
  private obstacle({ student: { account } }: StudentAttempt, state: JobState): string | undefined {
    const { job } = this.plan.journal;
    const never = isWaiting(state) ? neverStarts(state.reason) : undefined;
    if (never !== undefined || account === undefined) return never;
    const waits = isWaiting(state);
    const larger = isLarger(job, state.allocation, waits) ? "made larger" : undefined;
    const how = larger ?? (waits && !this.delayed ? heldBack(state) : undefined);
    return how === undefined ? undefined : `the account ${account} had it ${how}`;
  }

  private async ended(open: StudentAttempt, id: string, state: JobState, outcome?: "cancelled"): Promise<void> {
    const spec = this.attempts.specOf(open);
    const seconds = open.attempt.found && spec.account ? undefined : await secondsOfAttempt(spec, id);
    const size = sizeOf(this.plan.journal.job, state.allocation);
    const took = seconds === undefined ? open.attempt.worst : deviceSeconds(size, seconds);
    const { done, message: how } = await closeAttempt(spec, id, state);
    const message = open.attempt.message ?? how;
    const unknown = seconds === undefined ? " (nobody knows how long it ran: its worst case is booked)" : "";
    await this.attempts.close(open, done ? "done" : (outcome ?? "failed"), message + unknown, took);
  }
}
