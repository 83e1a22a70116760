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
import { lessonRelease, noteRelease } from "./lesson-release";
import { Bookkeeper, TooSlow, type Booked } from "./nbgrader";
import { Results } from "./results";
import { sharedRuns } from "./shared-runs";

export interface GradeOptions {
  /** The course's folder. */
  course: string;
  /** Grade only this student's submission. Default: all. */
  student?: string;
  /** Grade by this release of the workbook, now and later. Default: the one that the lesson was handed out from. */
  release?: string;
  /** Whether to grade again even if nothing has changed. */
  again?: boolean;
  /** How many submissions are graded at a time. Default: 2. */
  atOnce?: number;
  /** Replaces the sandbox, for tests. */
  sandbox?: RunInSandbox;
  /** Limits of the work on one submission outside the sandbox. Default: many times what an honest one takes. */
  patience?: Partial<Patience>;
  /** Ends the grading; results so far are kept. */
  signal?: AbortSignal;
  /** Receives each submission's end. */
  graded?: (graded: GradedStudent) => void;
}

/** How grading one submission ended. */
export type GradedStudent =
  /** `before`: it had been graded and booked earlier. */
  | { student: string; result: Result; booked: Booked; before: boolean }
  /** It was not graded, because of this machine. */
  | { student: string; problem: string };

export interface GradedClass {
  students: GradedStudent[];
  /** Lines that name runs which several students handed in. */
  shared: string[];
}

/**
 * Grades the submissions of a lesson, a few at a time, and has nbgrader book the marks. It may be killed at any moment: results
 * are kept, and a submission is only graded again if it or the exam changes.
 * @throws one line if nothing can be graded: no such lesson or course, no sandbox, another process grades.
 */
export async function gradeClass(name: string, options: GradeOptions): Promise<GradedClass> {
  const { course, student } = options;
  await openCourse(course);
  const lesson = await readLesson(name, options.release ?? lessonRelease(course, name));
  const students = await studentsToGrade(course, name, student);
  const why = options.sandbox ? undefined : whyNoSandbox();
  if (why !== undefined) throw new Error(why);
  const hold = await holdGrading(course, "`./workbook grade`");
  try {
    if (options.release !== undefined) await noteRelease(course, name, options.release);
    const results = new Results(course, name, hold.write);
    const grader = new ClassGrader(lesson, results, options);
    const graded = await grader.all(students, hold.lost);
    return { students: graded, shared: sharedRuns(await keptResults(results, course, name)) };
  } finally {
    await hold.release();
  }
}

async function studentsToGrade(course: string, lesson: string, student?: string): Promise<string[]> {
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

async function keptResults(results: Results, course: string, lesson: string): Promise<Result[]> {
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
    const remaining = students.values(); // all workers take from it
    const worker = async (): Promise<void> => {
      const examiner = new Examiner(this.lesson.exam.lesson, this.options.patience, this.lesson.version);
      const end = (): void => examiner.end();
      ended.addEventListener("abort", end);
      try {
        for (const student of remaining) {
          if (ended.aborted) return;
          const outcome = await this.gradeStudent(student, examiner, ended);
          if (ended.aborted && "problem" in outcome) return;
          graded.push(outcome);
          this.options.graded?.(outcome);
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

  private async gradeStudent(student: string, examiner: Examiner, signal: AbortSignal): Promise<GradedStudent> {
    // Nbgrader takes names for patterns, and splits lists of names at commas.
    if (!/^[\p{L}\p{N}_@+][\p{L}\p{N}_@+. -]*$/u.test(student)) {
      return { student, problem: "nbgrader cannot use the folder's name: rename it to letters, digits and . _ @ + -" };
    }
    try {
      const found = await findHandedIn(this.lesson, student, places.submitted(this.options.course));
      const kept = this.options.again ? undefined : await this.results.read(student);
      const before = kept?.digest === found.digest ? kept : undefined;
      const booked = before && (await this.booked(before));
      if (before && booked) return { student, result: before, before: true, booked };
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

  /** Has nbgrader book a result. If nbgrader cannot show the submission, the marks are booked with the released notebook. */
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
    const { exam, root } = this.lesson;
    this.started ??= new Bookkeeper(
      course,
      exam.lesson,
      { root, handedOver: this.results.handedOver },
      patience?.seconds,
    );
    return this.started;
  }
}
