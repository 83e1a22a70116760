import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { printable } from "../system/printable";
import { releaseRoot } from "../system/releases";
import { quickNbgrader, runPython } from "../notebooks/environment";
import { lessonsNamed } from "../notebooks/lesson";
import { refuseClosed } from "../notebooks/opened-folder";
import { holdGrading, openCourse, studentsWith } from "./folder";
import { lessonRelease, releaseToHandOut } from "./lesson-release";
import { Bookkeeper, nbgraderEnvironment } from "./nbgrader";
import { Results } from "./results";

/**
 * Copies a lesson's student notebook to the exchange folder.
 * @param options `release`: of the workbook. Default: the one that the lesson was handed out from before, or else this one.
 * @returns the release.
 * @throws nbgrader's error in one line.
 */
export async function releaseLesson(
  course: string,
  lesson: string,
  { again = false, release }: { again?: boolean; release?: string } = {},
): Promise<string> {
  await check(course, lesson);
  const from = release ?? releaseToHandOut(course, lesson, again);
  const notebooks = join(releaseRoot(from), "notebooks");
  refuseClosed(join(notebooks, lesson));
  const flags = [`--CourseDirectory.release_directory=${notebooks}`, ...(again ? ["--force"] : [])];
  await nbgrader(course, "release_assignment", [lesson, ...flags]).catch((error: Error) => {
    if (!error.message.includes("Destination already exists")) throw error;
    throw new Error(`${lesson} is handed out already; --again replaces what students fetch from now on.`);
  });
  return from;
}

/** Collects new submissions. @returns whose they are, and lines that say what was left out or refused. */
export async function collectLesson(course: string, lesson: string): Promise<{ students: string[]; lines: string[] }> {
  await check(course, lesson);
  const said = await nbgrader(course, "collect", [lesson, "--update"]);
  const students = said.flatMap((line) => /^Collected: (.*)$/.exec(line)?.slice(1) ?? []);
  return { students, lines: said.filter((line) => !line.startsWith("Collected: ")) };
}

interface Returned {
  /** Students whose feedback was returned. */
  students: string[];
  /** Students who did not hand in through the exchange folder: their feedback is in the course's folder only. */
  withoutExchange: string[];
  /** Students whose feedback could not be made or returned, and why. */
  problems: { student: string; problem: string }[];
  /** Students whose written answers still wait to be marked, so that their feedback does not have all points. */
  unmarked: string[];
}

/**
 * Makes the feedback of all graded students anew, with marks given by hand, and returns it through the exchange folder wherever
 * possible.
 * @throws one line when nobody is graded, or with nbgrader's error.
 */
export async function returnLesson(course: string, lesson: string): Promise<Returned> {
  await check(course, lesson);
  const graded = await studentsWith(course, lesson, "autograded");
  if (graded.length === 0)
    throw new Error(`Nobody's ${lesson} is graded yet: run \`./workbook grade ${lesson}\` first.`);
  const { problems, unmarked } = await makeFeedback(course, lesson, graded);
  const hasNoProblem = (student: string): boolean => problems.every((problem) => problem.student !== student);
  const made = graded.filter(hasNoProblem);
  const through = await Promise.all(made.map((student) => cameThroughExchange(course, student, lesson)));
  const withoutExchange = made.filter((_, index) => !through[index]);
  const toReturn = made.filter((_, index) => through[index]);
  if (toReturn.length > 0) {
    const others = graded.filter((student) => !toReturn.includes(student));
    const exclude = others.length > 0 ? [`--CourseDirectory.student_id_exclude=${others.join(",")}`] : [];
    for (const line of await nbgrader(course, "release_feedback", [lesson, ...exclude])) {
      const [, student, problem] = /^Not returned: (.+?): (.*)$/.exec(line) ?? [];
      if (student !== undefined) problems.push({ student, problem });
    }
  }
  return { students: toReturn.filter(hasNoProblem), withoutExchange, problems, unmarked };
}

/** @returns the students whose feedback could not be made, and those whose written answers wait to be marked. */
async function makeFeedback(
  course: string,
  lesson: string,
  students: readonly string[],
): Promise<Pick<Returned, "problems" | "unmarked">> {
  const hold = await holdGrading(course, `\`./workbook course return ${lesson}\``);
  try {
    const results = new Results(course, lesson, hold.write);
    const root = releaseRoot(lessonRelease(course, lesson));
    const bookkeeper = new Bookkeeper(course, lesson, { root, handedOver: results.handedOver });
    const bookings = await Promise.all(students.map((student) => bookkeeper.book(student, false)));
    await bookkeeper.end();
    return {
      problems: bookings.flatMap((booking) =>
        "error" in booking ? [{ student: booking.student, problem: printable(booking.error) }] : [],
      ),
      unmarked: bookings.flatMap((booking) => ("written" in booking && booking.written ? [booking.student] : [])),
    };
  } finally {
    await hold.release();
  }
}

/** Whether feedback can be returned: students find it by the secret that nbgrader adds to a submission. */
async function cameThroughExchange(course: string, student: string, lesson: string): Promise<boolean> {
  const folder = join(course, "feedback", student, lesson);
  const stamps = ["timestamp.txt", "submission_secret.txt"].map((name) => readFile(join(folder, name), "utf8"));
  const texts = await Promise.all(stamps).catch(() => [""]);
  return texts.every((text) => text !== "");
}

async function check(course: string, lesson: string): Promise<void> {
  await openCourse(course);
  await lessonsNamed([lesson]);
}

/** Runs one of nbgrader's commands. @returns its warnings. @throws its error in one line. */
async function nbgrader(course: string, command: string, args: readonly string[]): Promise<string[]> {
  const log = ["--Application.log_level=WARN", "--Application.log_format=%(levelname)s %(message)s"];
  const words = [quickNbgrader, command, ...args, ...log];
  const { exitCode, stderr } = await runPython(words, { cwd: course, env: nbgraderEnvironment(course) });
  const all = stderr.trim().split("\n").map(printable);
  const lines = all.filter((line) => /^(WARNING|ERROR|CRITICAL) /.test(line));
  const messages = lines.map((line) => line.replace(/^\w+ /, ""));
  if (exitCode === 0) return messages;
  const error = lines.find((line) => !line.startsWith("WARNING"))?.replace(/^\w+ /, "");
  throw new Error(error ?? all.at(-1) ?? `nbgrader ${command} failed without a word.`);
}
