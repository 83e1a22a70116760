import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  collectLesson,
  makeCourse,
  releaseLesson,
  type GradedClass,
  type GradedStudent,
  type GradeOptions,
} from "../../lib/course";
import { lessonOne } from "./class";
import { ExchangeCourse } from "./exchange-course";

// Every start of nbgrader takes seconds, and many on a busy machine.
const { lesson } = lessonOne;
let exchange: ExchangeCourse;
let course: string;
beforeAll(async () => {
  exchange = await ExchangeCourse.open("exchange", { released: false });
  ({ course } = exchange);
});

describe("the exchange folder", { shuffle: false }, () => {
  it("hands a lesson out, once, in a course that only its owner can read", async () => {
    await expect(collectLesson(course, lesson)).rejects.toThrow("Nothing was released yet");
    await releaseLesson(course, lesson);
    expect(existsSync(join(exchange.inbound, "..", "outbound", lesson, "one-device.ipynb"))).toBe(true);
    await expect(releaseLesson(course, lesson)).rejects.toThrow(/is handed out already; --again/);
    await expect(releaseLesson(course, "07-none")).rejects.toThrow('There is no lesson "07-none"');
    expect(existsSync(join(course, "nbgrader_config.py"))).toBe(true);
    expect(execFileSync("stat", ["-c", "%a", course], { encoding: "utf8" }).trim()).toBe("700");
  });

  it("collects what is a student's own, without following links, and refuses the rest in a line", async () => {
    const { folder, student: me } = exchange;
    const secret = join(folder, "secret");
    writeFileSync(secret, "the gradebook");
    const entry = exchange.submitAs(`${me}+${lesson}+2026-10-31 13:37:00.000000 UTC+x`);
    symlinkSync(secret, join(entry, "link.json"));
    symlinkSync(folder, join(entry, "linked-folder"));
    execFileSync("mkfifo", [join(entry, "pipe")]);
    mkdirSync(join(entry, "results"));
    writeFileSync(join(entry, "results", "one.json"), "{}");
    exchange.submitAs(`zoe+${lesson}+2026-10-31 13:37:00.000000 UTC+x`);
    exchange.submitAs(`${me}+${lesson}+no time`);
    symlinkSync(folder, join(exchange.inbound, `${me}+${lesson}+2026-11-30 13:37:00.000000 UTC+y`));
    const { lines: said } = await collectLesson(course, lesson);
    expect(said.filter((line) => line.startsWith("Not collected")).sort()).toEqual([
      expect.stringContaining(`'${me}+${lesson}+2026-11-30 13:37:00.000000 UTC+y' is no submission's folder`),
      expect.stringContaining("no time' is not named as a submission is"),
      expect.stringContaining(`+x' belongs to ${me}, not to 'zoe'`),
    ]);
    expect(said.filter((line) => line.startsWith("Left out"))).toHaveLength(3);
    expect(readdirSync(join(course, "submitted"))).toEqual([me]);
    expect(readdirSync(exchange.collected()).sort()).toEqual([
      "one-device.ipynb",
      "results",
      "submission_secret.txt",
      "timestamp.txt",
    ]);
  });

  it.skipIf(process.getuid?.() !== 0)(
    "does not take another user's file by a second name of it (as root only)",
    async () => {
      const { folder, student } = exchange;
      const entry = exchange.submitAs(`${student}+${lesson}+2026-12-01 13:37:00.000000 UTC+z`);
      writeFileSync(join(folder, "another's"), "x");
      chownSync(join(folder, "another's"), 12_345, 12_345);
      chmodSync(join(folder, "another's"), 0o600);
      execFileSync("ln", [join(folder, "another's"), join(entry, "hard.json")]);
      const { lines: said } = await collectLesson(course, lesson);
      expect(said).toContainEqual(expect.stringContaining("'hard.json' (another user's file)"));
      expect(existsSync(exchange.collected("hard.json"))).toBe(false);
    },
  );

  const unprintable = /[\p{Cc}\p{Cf}]/u;

  it("prints nothing that a terminal obeys, whatever a folder is called", async () => {
    const entry = exchange.submitAs(`\x1b]0;pwned\x07\x1b[2J\u202e+${lesson}+2026-10-31 13:37:00 UTC+x`);
    const { lines: said } = await collectLesson(course, lesson);
    rmSync(entry, { recursive: true });
    expect(said.filter((line) => line.includes("\\x1b]0;pwned"))).toHaveLength(1);
    expect(said.filter((line) => unprintable.test(line))).toEqual([]);
    const odd = join(exchange.folder, "odd");
    await makeCourse(odd, { exchange: join(exchange.folder, "exchange\x1b[2J") });
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
});
