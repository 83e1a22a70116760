import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import {
  collectLesson,
  gradeClass,
  makeCourse,
  releaseLesson,
  returnLesson,
  type GradedClass,
  type GradedStudent,
  type GradeOptions,
} from "../../lib/course";
import { filledIn, handIn, idleSandbox, lessonOne } from "./class";

// Every start of nbgrader takes seconds, and many on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const { lesson } = lessonOne;
const me = userInfo().username;
let folder: string;
let course: string;
let inbound: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "exchange-"));
  course = join(folder, "course");
  inbound = join(folder, "exchange", "parallel-training", "inbound");
  await makeCourse(course, { exchange: join(folder, "exchange") });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What `nbgrader submit` leaves in the exchange folder. */
function submit(name: string, make: (folder: string) => void): string {
  const entry = join(inbound, name);
  mkdirSync(entry, { recursive: true });
  make(entry);
  return entry;
}

const sound = (entry: string): void => {
  writeFileSync(join(entry, "one-device.ipynb"), JSON.stringify(filledIn(lessonOne, {})));
  writeFileSync(join(entry, "timestamp.txt"), "2026-10-31 13:37:00.000000 UTC");
  writeFileSync(join(entry, "submission_secret.txt"), "5ecret");
};

it("hands a lesson out, once, in a course that only its owner can read", async () => {
  await expect(collectLesson(course, lesson)).rejects.toThrow("Nothing was released yet");
  await releaseLesson(course, lesson);
  expect(existsSync(join(folder, "exchange", "parallel-training", "outbound", lesson, "one-device.ipynb"))).toBe(true);
  await expect(releaseLesson(course, lesson)).rejects.toThrow(/is handed out already; --again/);
  await expect(releaseLesson(course, "07-none")).rejects.toThrow("There is no lesson 07-none");
  expect(existsSync(join(course, "nbgrader_config.py"))).toBe(true);
  expect(execFileSync("stat", ["-c", "%a", course], { encoding: "utf8" }).trim()).toBe("700");
});

it("collects what is a student's own, without following links, and refuses the rest in a line", async () => {
  const secret = join(folder, "secret");
  writeFileSync(secret, "the gradebook");
  submit(`${me}+${lesson}+2026-10-31 13:37:00.000000 UTC+x`, (entry) => {
    sound(entry);
    symlinkSync(secret, join(entry, "link.json"));
    symlinkSync(folder, join(entry, "linked-folder"));
    execFileSync("mkfifo", [join(entry, "pipe")]);
    mkdirSync(join(entry, "results"));
    writeFileSync(join(entry, "results", "one.json"), "{}");
  });
  submit(`zoe+${lesson}+2026-10-31 13:37:00.000000 UTC+x`, sound);
  submit(`${me}+${lesson}+no time`, sound);
  symlinkSync(folder, join(inbound, `${me}+${lesson}+2026-11-30 13:37:00.000000 UTC+y`));
  const said = await collectLesson(course, lesson);
  expect(said.filter((line) => line.startsWith("Not collected")).sort()).toEqual([
    expect.stringContaining(`'${me}+${lesson}+2026-11-30 13:37:00.000000 UTC+y' is no submission's folder`),
    expect.stringContaining("no time' is not named as a submission is"),
    expect.stringContaining(`+x' belongs to ${me}, not to 'zoe'`),
  ]);
  expect(said.filter((line) => line.startsWith("Left out"))).toHaveLength(3);
  expect(readdirSync(join(course, "submitted"))).toEqual([me]);
  const collected = join(course, "submitted", me, lesson);
  expect(readdirSync(collected).sort()).toEqual([
    "one-device.ipynb",
    "results",
    "submission_secret.txt",
    "timestamp.txt",
  ]);
});

it.skipIf(process.getuid?.() !== 0)(
  "does not take another user's file by a second name of it (as root only)",
  async () => {
    const entry = submit(`${me}+${lesson}+2026-12-01 13:37:00.000000 UTC+z`, sound);
    writeFileSync(join(folder, "another's"), "x");
    chownSync(join(folder, "another's"), 12_345, 12_345);
    chmodSync(join(folder, "another's"), 0o600);
    execFileSync("ln", [join(folder, "another's"), join(entry, "hard.json")]);
    const said = await collectLesson(course, lesson);
    expect(said).toContainEqual(expect.stringContaining("'hard.json' (another user's file)"));
    expect(existsSync(join(course, "submitted", me, lesson, "hard.json"))).toBe(false);
  },
);

const unprintable = /[\p{Cc}\p{Cf}]/u;

it("prints nothing that a terminal obeys, whatever a folder is called", async () => {
  const entry = submit(`\x1b]0;pwned\x07\x1b[2J\u202e+${lesson}+2026-10-31 13:37:00 UTC+x`, sound);
  const said = await collectLesson(course, lesson);
  rmSync(entry, { recursive: true });
  expect(said.filter((line) => line.includes("\\x1b]0;pwned"))).toHaveLength(1);
  expect(said.filter((line) => unprintable.test(line))).toEqual([]);
  const odd = join(folder, "odd");
  await makeCourse(odd, { exchange: join(folder, "exchange\x1b[2J") });
  const problem = await collectLesson(odd, lesson).catch((error: Error) => error.message);
  expect(problem).toContain("Nothing was released yet");
  expect(problem).not.toMatch(unprintable);
});

it("prints nothing that a terminal obeys of why something is not graded", async () => {
  const result = { student: "ada", lesson, digest: "", marks: [], written: [], runs: [], seconds: 0 };
  const graded: GradedStudent[] = [
    { student: "zoe", problem: "nbgrader ended: \x1b[2J\u202e" },
    {
      student: "ada",
      result: { ...result, reasons: ["the kernel said \x1b]0;pwned\x07"] },
      booked: { score: 0, most: 0, written: false, late: 0 },
      before: false,
    },
  ];
  vi.doMock("../../lib/course", async (original) => ({
    ...(await original<object>()),
    gradeClass: async (_: string, options: GradeOptions): Promise<GradedClass> => {
      for (const one of graded) options.graded?.(one);
      return { students: graded, shared: ["\x1b[1mada and zoe share a run"] };
    },
  }));
  const printed = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const { gradeSubmissions } = await import("../../lib/command/grade/action");
  expect(await gradeSubmissions(lesson, { course })).toBe(1);
  const lines = printed.mock.calls.flat() as string[];
  printed.mockRestore();
  vi.doUnmock("../../lib/course");
  expect(lines).toHaveLength(4);
  expect(lines.filter((line) => unprintable.test(line))).toEqual([]);
});

it("returns feedback to those who handed in through the exchange folder, and names the others", async () => {
  await expect(returnLesson(course, lesson)).rejects.toThrow("is graded yet: run `./workbook grade");
  const other = handIn(course, "by-mail", lessonOne, filledIn(lessonOne, {}));
  rmSync(join(other, "timestamp.txt"));
  rmSync(join(other, "submission_secret.txt"));
  await gradeClass(lesson, { course, sandbox: idleSandbox() });
  const returned = await returnLesson(course, lesson);
  expect(returned).toEqual({ students: [me], withoutExchange: ["by-mail"], problems: [] });
  const feedback = join(folder, "exchange", "parallel-training", "feedback");
  const pages = readdirSync(feedback);
  expect(pages).toHaveLength(1);
  expect(readFileSync(join(feedback, pages[0]), "utf8")).toContain("one-device");
});
