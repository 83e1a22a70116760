import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { unfinishedAttempt, type AttemptJournal } from "../../jobs/attempts";
import { inHours, worstCase } from "./budget";
import { jobNumber } from "../../slurm/job-id";
import { begunBy, cancelWaiting, noteAttempt, prepareAttempt, submitAttempt, type AttemptSpec } from "./class-jobs";
import { makeStudentFolder } from "./errands";
import { attemptFolderOf, type ClassAttempt, type ClassJournal, type ClassStudent } from "./journal";
import { balance, type ClassPlan } from "./class-plan";

/** An attempt that has not ended. */
export interface StudentAttempt {
  student: ClassStudent;
  attempt: ClassAttempt;
}

/** The attempts of a class at its task: submits their jobs, finds the jobs again, and notes in the journal how they end. */
export class StudentAttempts {
  constructor(
    private readonly plan: ClassPlan,
    private readonly held: AttemptJournal<ClassJournal>,
    /** The folder of the data that the jobs read. */
    private readonly data: string,
    private readonly printLine: ((line: string) => void) | undefined,
  ) {}

  /** The attempts that, as far as the journal knows, have not ended. */
  unfinished(): StudentAttempt[] {
    return this.plan.journal.students.flatMap((student) => {
      const attempt = unfinishedAttempt(student);
      return attempt ? [{ student, attempt }] : [];
    });
  }

  /** Finds the jobs of attempts whose submitter was killed before it noted their job id. */
  async recover(): Promise<void> {
    await this.held.save();
    for (const open of this.unfinished()) {
      if (open.attempt.job === undefined) await this.find(open, "lost", "it was never submitted");
    }
  }

  /**
   * Finds the job of an attempt whose id is not known, or closes the attempt. What a student does in the way is the student's
   * own loss: the job may begin, so its worst case is booked.
   */
  private async find(open: StudentAttempt, outcome: "lost" | "failed", why: string): Promise<void> {
    const spec = this.specOf(open);
    let id: string | undefined;
    let wrong = "";
    try {
      // The submitter may have been killed before it made the folder.
      await this.makeFolder(open);
      id = await begunBy(spec);
    } catch (error) {
      wrong = ` (${(error as Error).message})`;
    }
    // Only now: Slurm first lists what waits, and would also cancel a job that began in between. From now on such a job ends by itself.
    await cancelWaiting(spec);
    if (wrong !== "") return this.close(open, "failed", why + wrong, open.attempt.worst);
    if (id === undefined) return this.close(open, outcome, why, 0);
    open.attempt.found = true;
    await this.submitted(open, id);
  }

  /** Begins a job. The journal notes it first, with its worst case, so that the budget counts it whatever happens. */
  async begin(student: ClassStudent): Promise<void> {
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
      await this.makeFolder(open);
      await prepareAttempt(spec, job.dataset === "synthetic" ? undefined : this.data);
    } catch (error) {
      return refused(error);
    }
    let submitted: string;
    try {
      submitted = await submitAttempt(spec);
    } catch (error) {
      // The job may exist even though Slurm's answer did not arrive.
      return this.find(open, "failed", (error as Error).message);
    }
    await this.submitted(open, submitted);
  }

  private async makeFolder(open: StudentAttempt): Promise<void> {
    await makeStudentFolder(join(this.plan.out, open.student.student), this.specOf(open).account);
  }

  private async submitted(open: StudentAttempt, id: string): Promise<void> {
    open.attempt.job = id;
    await this.held.save();
    this.print(open, `job ${jobNumber(id)} is submitted`);
    // Only the student uses this note, so its failure ends nothing.
    await noteAttempt(this.specOf(open), id).catch((error: Error) => this.print(open, error.message));
  }

  /** Notes in the journal how an attempt ended. @param took The device-seconds that are booked for it. */
  async close(
    open: StudentAttempt,
    outcome: NonNullable<ClassAttempt["outcome"]>,
    message: string,
    took: number,
  ): Promise<void> {
    await this.held.close(open.attempt, { outcome, message, took });
    if (outcome !== "lost") this.print(open, `${outcome}, ${inHours(took)} device-hours: ${message}`);
  }

  /** What Slurm is asked to run for an attempt. @throws one line when its account is gone from the roster. */
  specOf({ student, attempt }: StudentAttempt): AttemptSpec {
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
    this.printLine?.(`${student}: ${what}  (${inHours(balance(this.plan.journal).left)} device-hours left)`);
  }
}
