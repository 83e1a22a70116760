import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { holdFolder, type Hold } from "../../system/hold";
import { makeOwnFolder } from "../../system/own-folder";
import { hasEnded, isWaiting, type JobState } from "../../slurm/job-state";
import { neverStarts } from "../../slurm/reasons";
import { checkJob } from "../../jobs/submit-job";
import { deviceSeconds, inHours, roomFor, worstCase } from "./budget";
import {
  cancelTrial,
  closeTrial,
  findTrial,
  noteTrial,
  prepareTrial,
  secondsOfTrial,
  stateOfTrial,
  submitTrial,
  type ClassTrial,
} from "./class-jobs";
import { makeStudentFolder } from "./errands";
import {
  attemptFolderOf,
  isDone,
  journalFolder,
  openAttemptOf,
  writeClassJournal,
  type ClassAttempt,
  type ClassStudent,
} from "./journal";
import { balance, classPlan, type ClassPlan, type ClassRequest } from "./plan";

/** How a class's jobs are run. */
export interface ClassOptions {
  /** Most jobs that are submitted and not ended. Default 4. */
  atOnce?: number;
  /** Seconds between two looks at Slurm at first; they grow to ten. Default 1. */
  everySeconds?: number;
  /** Ends the runner when it is aborted; its jobs go on, and the next call finds them. */
  signal?: AbortSignal;
  /** Takes a line for each event. Default: none. */
  print?: (line: string) => void;
}

/** How a call ended. */
export interface ClassEnd {
  plan: ClassPlan;
  /** `complete`: every student's job is done. */
  ended: "complete" | "failed jobs" | "no budget left" | "interrupted";
}

/**
 * Runs a task for every student of a class, as far as the budget is sure to go. Whatever ends it, a second call goes on: jobs
 * that run are found again, and none is submitted twice.
 * @throws one line when it cannot run here, another process runs it, or Slurm does not answer for ten minutes.
 */
export async function runClass(request: ClassRequest, options: ClassOptions = {}): Promise<ClassEnd> {
  return withRunner(request, options, async (runner) => {
    const ended = await runner.run();
    return { plan: runner.plan, ended };
  });
}

/** Ends all jobs of a class that wait or run, and books what they took. @returns how many there were. */
export async function cancelClass(request: ClassRequest, options: ClassOptions = {}): Promise<number> {
  return withRunner(request, options, (runner) => runner.cancelAll());
}

async function withRunner<T>(
  request: ClassRequest,
  options: ClassOptions,
  use: (runner: ClassRunner) => Promise<T>,
): Promise<T> {
  const first = await classPlan(request); // what is wrong is said before anything is written
  const data = await checkJob(first.journal.job);
  // Students find their own folder in it.
  await makeOwnFolder(first.out, first.accounts.size > 0 ? 0o755 : undefined);
  await makeOwnFolder(journalFolder(first.out), 0o700);
  const hold = await holdFolder(journalFolder(first.out), {
    what: "This class's task",
    look: "look at it by `./workbook course run TASK --status`",
    resume: "the same command again",
  });
  try {
    // What another runner has done meanwhile counts.
    const runner = new ClassRunner(await classPlan(request), hold, data, options);
    await runner.recover();
    return await use(runner);
  } finally {
    await hold.release();
  }
}

class ClassRunner {
  private answered = Date.now();

  constructor(
    readonly plan: ClassPlan,
    private readonly hold: Hold,
    private readonly data: string,
    private readonly options: ClassOptions,
  ) {}

  async run(): Promise<ClassEnd["ended"]> {
    const { signal, atOnce = 4, everySeconds = 1 } = this.options;
    const { journal } = this.plan;
    let seconds = everySeconds;
    while (!this.stopped()) {
      for (const student of journal.students) await this.look(student);
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
    if (this.hold.lost.aborted) throw this.hold.takenOver();
    return "interrupted";
  }

  /** Finds the jobs of tries whose submitter was killed before it noted their number. */
  async recover(): Promise<void> {
    await this.save();
    for (const student of this.open()) {
      const attempt = openAttemptOf(student);
      if (!attempt || attempt.job !== undefined) continue;
      const trial = this.trialOf(student, attempt);
      const id = await findTrial(trial, attempt.startedAt);
      if (id === undefined) await this.close(student, attempt, "lost", "it was never submitted", 0);
      else await this.submitted(student, attempt, id);
    }
  }

  async cancelAll(): Promise<number> {
    const open = this.open();
    // What keeps one student's job from being cancelled keeps no other's, and the look at it says what it is.
    for (const student of open) await this.cancel(student).catch(() => undefined);
    while (this.open().length > 0) {
      for (const student of open) await this.look(student, "cancelled");
      await sleep(500);
    }
    return open.length;
  }

  private async cancel(student: ClassStudent): Promise<void> {
    const attempt = openAttemptOf(student);
    if (attempt?.job !== undefined) await cancelTrial(this.trialOf(student, attempt), attempt.job);
  }

  private stopped(): boolean {
    return this.options.signal?.aborted === true || this.hold.lost.aborted;
  }

  private open(): ClassStudent[] {
    return this.plan.journal.students.filter(openAttemptOf);
  }

  private hasRoom(): boolean {
    return roomFor(worstCase(this.plan.journal.job), balance(this.plan.journal)) > 0;
  }

  /** The journal says first that it begins, with its worst case: whatever comes then, the budget knows of it. */
  private async begin(student: ClassStudent): Promise<void> {
    const { id, job } = this.plan.journal;
    const number = student.attempts.length + 1;
    // Nobody can give a job this name before ours has it.
    const name = `${job.name}-${student.student}-${number}-${id}${randomBytes(4).toString("hex")}`;
    const attempt: ClassAttempt = { number, name, startedAt: new Date().toISOString(), worst: worstCase(job) };
    student.attempts.push(attempt);
    await this.save();
    const trial = this.trialOf(student, attempt);
    const refused = (error: unknown): Promise<void> =>
      this.close(student, attempt, "failed", (error as Error).message, 0);
    try {
      await makeStudentFolder(join(this.plan.out, student.student), trial.account);
      await prepareTrial(trial, job.dataset === "synthetic" ? undefined : this.data);
    } catch (error) {
      return refused(error);
    }
    let submitted: string | undefined;
    try {
      submitted = await submitTrial(trial);
    } catch (error) {
      // Where Slurm's answer did not come, the job may be there all the same.
      submitted = await findTrial(trial, attempt.startedAt).catch(() => {
        throw error;
      });
      if (submitted === undefined) return refused(error);
    }
    await this.submitted(student, attempt, submitted);
  }

  private async submitted(student: ClassStudent, attempt: ClassAttempt, id: string): Promise<void> {
    attempt.job = id;
    await this.save();
    this.print(student, `job ${id} is submitted`);
    // Only for the student's own use.
    await noteTrial(this.trialOf(student, attempt), id).catch((error: Error) => {
      this.print(student, error.message);
    });
  }

  private async look(student: ClassStudent, outcome?: "cancelled"): Promise<void> {
    const attempt = openAttemptOf(student);
    if (attempt?.job === undefined) return;
    const trial = this.trialOf(student, attempt);
    const state = await stateOfTrial(trial, attempt.job);
    if (!state) {
      if (Date.now() - this.answered < 600_000) return;
      throw new Error("Slurm has not answered for ten minutes: the same command goes on once it does.");
    }
    this.answered = Date.now();
    const never = isWaiting(state) ? neverStarts(state.reason) : undefined;
    if (never !== undefined) await cancelTrial(trial, attempt.job);
    if (hasEnded(state)) await this.ended(student, attempt, attempt.job, state, outcome);
  }

  private async ended(
    student: ClassStudent,
    attempt: ClassAttempt,
    id: string,
    state: JobState,
    outcome?: "cancelled",
  ): Promise<void> {
    const trial = this.trialOf(student, attempt);
    const seconds = await secondsOfTrial(trial, id);
    const took = seconds === undefined ? attempt.worst : deviceSeconds(this.plan.journal.job, seconds);
    const { done, message } = await closeTrial(trial, id, state);
    const unknown = seconds === undefined ? " (nobody knows how long it ran: its worst case is booked)" : "";
    await this.close(student, attempt, done ? "done" : (outcome ?? "failed"), message + unknown, took);
  }

  private async close(
    student: ClassStudent,
    attempt: ClassAttempt,
    outcome: NonNullable<ClassAttempt["outcome"]>,
    message: string,
    took: number,
  ): Promise<void> {
    Object.assign(attempt, { outcome, message, took, endedAt: new Date().toISOString() });
    await this.save();
    if (outcome !== "lost") this.print(student, `${outcome}, ${inHours(took)} device-hours: ${message}`);
  }

  private trialOf(student: ClassStudent, attempt: ClassAttempt): ClassTrial {
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

  private save(): Promise<void> {
    return writeClassJournal(this.hold, this.plan.out, this.plan.journal);
  }

  private print({ student }: ClassStudent, what: string): void {
    this.options.print?.(`${student}: ${what}  (${inHours(balance(this.plan.journal).left)} device-hours left)`);
  }
}
