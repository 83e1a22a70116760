import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  Examiner,
  findHandedIn,
  gradeSubmission,
  readLesson,
  whyNoSandbox,
  withoutSubmission,
  type FoundSubmission,
  type Lesson,
  type Patience,
  type Result,
  type RunInSandbox,
} from "../autograde";
import { handedInBy, holdGrading, openCourse, places, studentsWith } from "./folder";
import { Bookkeeper, TooSlow, type Booked } from "./nbgrader";
import { Results } from "./results";
import { sharedRuns } from "./shared-runs";

/** How to grade. */
export interface GradeOptions {
  /** The course's folder. */
  course: string;
  /** The one student whose submission is graded. Default: all. */
  student?: string;
  /** Whether to grade again what was graded before. */
  again?: boolean;
  /** How many submissions are graded at a time. Default: 2. */
  atOnce?: number;
  /** What runs notebooks. Default: the sandbox. */
  sandbox?: RunInSandbox;
  /** What looking at one submission, and booking it, may take at most. Default: many times what an honest one takes. */
  patience?: Partial<Patience>;
  /** Ends it: what is graded by then is kept. */
  signal?: AbortSignal;
  /** Receives each submission as soon as it is graded and booked, or could not be. */
  graded?: (graded: GradedStudent) => void;
}

/** How grading a submission ended. */
export type GradedStudent =
  | { student: string; result: Result; booked: Booked; before: boolean }
  /** It was not graded, for a reason that lies with this machine. */
  | { student: string; problem: string };

/** What came of a class. */
export interface GradedClass {
  students: GradedStudent[];
  /** Runs that several students handed in, in lines. */
  shared: string[];
}

/**
 * Grades what was handed in for a lesson, a few submissions at a time, and has nbgrader book it. It may be ended at any moment:
 * what was graded is kept and not graded again, unless the submission or the exam changes.
 * @throws one line when nothing can be graded: no such lesson or course, no sandbox, another one grades.
 */
export async function gradeClass(name: string, options: GradeOptions): Promise<GradedClass> {
  const { course, student } = options;
  await openCourse(course);
  const lesson = await readLesson(name);
  const students = await chosen(course, name, student);
  const why = options.sandbox ? undefined : whyNoSandbox();
  if (why !== undefined) throw new Error(why);
  const hold = await holdGrading(course, "`./workbook grade`");
  try {
    const results = new Results(course, name, hold.write);
    const grader = new ClassGrader(lesson, results, options);
    const graded = await grader.all(students, hold.lost);
    return { students: graded, shared: sharedRuns(await kept(results, course, name)) };
  } finally {
    await hold.release();
  }
}

async function chosen(course: string, lesson: string, student?: string): Promise<string[]> {
  if (student !== undefined) {
    await handedInBy(course, lesson, student);
    return [student];
  }
  const students = await studentsWith(course, lesson);
  if (students.length > 0) return students;
  throw new Error(
    `Nobody has handed in ${lesson}: there is no ${join(places.submitted(course), "STUDENT", lesson)}. ` +
      `\`./workbook course collect ${lesson}\` takes submissions from the exchange folder.`,
  );
}

async function kept(results: Results, course: string, lesson: string): Promise<Result[]> {
  const all = await Promise.all((await studentsWith(course, lesson)).map((student) => results.read(student)));
  return all.flatMap((result) => result ?? []);
}

class ClassGrader {
  private started: Bookkeeper | undefined;

  constructor(
    private readonly lesson: Lesson,
    private readonly results: Results,
    private readonly options: GradeOptions,
  ) {}

  async all(students: readonly string[], lost: AbortSignal): Promise<GradedStudent[]> {
    const ended = AbortSignal.any([lost, ...(this.options.signal ? [this.options.signal] : [])]);
    const graded: GradedStudent[] = [];
    const left = students.values();
    const worker = async (): Promise<void> => {
      const examiner = new Examiner(this.lesson.exam.lesson, this.options.patience);
      const end = (): void => examiner.end();
      ended.addEventListener("abort", end);
      try {
        for (const student of left) {
          if (ended.aborted) return;
          const one = await this.one(student, examiner, ended);
          if (ended.aborted && "problem" in one) return;
          graded.push(one);
          this.options.graded?.(one);
        }
      } finally {
        ended.removeEventListener("abort", end);
        end();
      }
    };
    try {
      await Promise.all(Array.from({ length: this.options.atOnce ?? 2 }, worker));
    } finally {
      await this.started?.end();
    }
    return graded.sort((a, b) => (a.student < b.student ? -1 : 1));
  }

  private async one(student: string, examiner: Examiner, signal: AbortSignal): Promise<GradedStudent> {
    // Nbgrader reads names as patterns, and splits lists of names at commas.
    if (!/^[\p{L}\p{N}_@+][\p{L}\p{N}_@+. -]*$/u.test(student)) {
      return { student, problem: "nbgrader cannot use the folder's name: rename it to letters, digits and . _ @ + -" };
    }
    try {
      const found = await findHandedIn(this.lesson, student, places.submitted(this.options.course));
      const kept = this.options.again ? undefined : await this.results.read(student);
      const before = kept?.digest === found.digest ? kept : undefined;
      const known = before && (await this.booked(before));
      if (before && known) return { student, result: before, before: true, booked: known };
      const result = before ?? (await this.grade(found, examiner, signal));
      return { student, before: false, ...(await this.book(found, result)) };
    } catch (error) {
      return { student, problem: (error as Error).message };
    }
  }

  private async grade(found: FoundSubmission, examiner: Examiner, signal: AbortSignal): Promise<Result> {
    this.bookkeeper(); // nbgrader starts while the sandbox works
    const { sandbox } = this.options;
    const { result, notebook } = await gradeSubmission(this.lesson, found, { examiner, sandbox, signal });
    await this.keep(found, result, notebook);
    return result;
  }

  private async keep({ submitted }: FoundSubmission, result: Result, notebook: string): Promise<void> {
    const { timestamp, secret } = submitted;
    await this.results.keep(result, notebook, { name: this.lesson.exam.notebook, timestamp, secret });
  }

  private async booked(result: Result): Promise<Booked | undefined> {
    const { course } = this.options;
    const { lesson, notebook } = this.lesson.exam;
    const files = [
      places.gradebook(course),
      join(course, "autograded", result.student, lesson, `${notebook}.ipynb`),
      join(course, "feedback", result.student, lesson, `${notebook}.html`),
    ];
    return files.every((file) => existsSync(file)) ? this.results.readBooked(result) : undefined;
  }

  /** Has nbgrader book a result. Where it cannot with what was handed in, which it shows, it books the marks without. */
  private async book(found: FoundSubmission, result: Result): Promise<{ result: Result; booked: Booked }> {
    let booking = await this.booking(result);
    if ("error" in booking && !booking.slow) booking = await this.booking(result);
    if (!("error" in booking)) return { result, booked: booking };
    const why = `What was handed in cannot be shown here, and the marks hold: ${booking.error}.`;
    const shown: Result = { ...result, written: [], reasons: [...result.reasons, why] };
    await this.keep(found, shown, withoutSubmission(this.lesson, shown));
    const without = await this.booking(shown);
    if (!("error" in without)) return { result: shown, booked: without };
    await this.results.forget(result.student); // the submission is not to blame
    throw new Error(`nbgrader could not book it: ${without.error}`);
  }

  private async booking(result: Result): Promise<Booked | { error: string; slow: boolean }> {
    try {
      const booking = await this.bookkeeper().book(result.student);
      if ("error" in booking) return { ...booking, slow: false };
      await this.results.keepBooked(result, booking);
      return booking;
    } catch (error) {
      return { error: (error as Error).message, slow: error instanceof TooSlow };
    }
  }

  private bookkeeper(): Bookkeeper {
    const { course, patience } = this.options;
    this.started ??= new Bookkeeper(course, this.lesson.exam.lesson, this.results.handedOver, patience?.seconds);
    return this.started;
  }
}
