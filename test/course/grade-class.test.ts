import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { gradeClass, makeCourse, type GradedStudent } from "../../lib/course";
import { nbgraderEnvironment } from "../../lib/course/nbgrader";
import { quickNbgrader, runPython } from "../../lib/notebooks/environment";
import type { Notebook } from "../../lib/notebooks/notebook";
import { workbookRoot } from "../../lib/system/workbook";
import { filledIn, handIn, idleSandbox, lessonOne } from "./class";
import { full } from "../extent";
import { temporaryFolder } from "../temporary";

const { lesson } = lessonOne;
const course = temporaryFolder("course");
beforeAll(async () => expect(await makeCourse(course)).toBe(true));

/** Grades with a sandbox that runs nothing. @returns what came of it, and how many notebooks ran. */
async function grade(options: { student?: string; again?: boolean } = {}) {
  const ran: Notebook[] = [];
  const { students, shared } = await gradeClass(lesson, {
    course,
    sandbox: idleSandbox((one) => ran.push(one)),
    ...options,
  });
  return { students, shared, ran };
}

const marked = (one: GradedStudent) =>
  "problem" in one ? one.problem : [one.student, one.booked.score, one.booked.most, one.booked.written, one.before];

const run = (program: string, epochs: unknown[] = []) => JSON.stringify({ id: program, epochs });

describe("grading a class", { shuffle: false }, () => {
  it("says in one line what is missing", async () => {
    await expect(gradeClass(lesson, { course: join(course, "none") })).rejects.toThrow(
      /There is no course in .*course init/,
    );
    await expect(gradeClass("07-none", { course })).rejects.toThrow(
      'There is no lesson "07-none": choose one of 00-typescript',
    );
    await expect(grade()).rejects.toThrow(`Nobody has handed in ${lesson}`);
  });

  it("books everybody, whatever they handed in, and keeps it", async () => {
    const nobody = handIn(course, "nobody", lessonOne, {});
    writeFileSync(join(nobody, "one-device.ipynb"), "no notebook");
    handIn(course, "ada", lessonOne, filledIn(lessonOne, { "conclusion-10-3": "Because <script>y()</script>" }));
    const blank = handIn(course, "b c", lessonOne, filledIn(lessonOne, {}));
    rmSync(join(blank, "timestamp.txt"));
    handIn(course, "x [*] y", lessonOne, {});
    await expect(grade({ student: "zoe" })).rejects.toThrow(`zoe has not handed in ${lesson}`);

    const { students, ran } = await grade();
    expect(students.map(marked)).toEqual([
      ["ada", 0, 60, true, false],
      ["b c", 0, 60, false, false],
      ["nobody", 0, 60, false, false],
      "nbgrader cannot use the folder's name: rename it to letters, digits and . _ @ + -",
    ]);
    rmSync(join(course, "submitted", "x [*] y"), { recursive: true });
    expect(ran).toHaveLength(2);
    expect(students[2]).toMatchObject({
      result: { reasons: [expect.stringContaining("is no notebook: its text is not valid JSON")] },
    });

    const again = await grade();
    expect(again.ran).toHaveLength(0);
    expect(again.students.map(marked)[0]).toEqual(["ada", 0, 60, true, true]);
    expect((await grade({ student: "ada", again: true })).ran).toHaveLength(1);
  });

  it("writes feedback without scripts and without hidden tests", () => {
    const feedback = readFileSync(join(course, "feedback", "ada", lesson, "one-device.html"), "utf8");
    expect(feedback).toContain("it ran &lt;script&gt;y()&lt;/script&gt;");
    expect(feedback).not.toMatch(/<script>[xy]\(\)|<i>ran/);
    expect(feedback).not.toContain("HIDDEN");
    const failed = readFileSync(join(course, "feedback", "nobody", lesson, "one-device.html"), "utf8");
    expect(failed).toContain("How this was graded");
  });

  it.runIf(full)("grades anew what was handed in anew, and tells of runs that students share", async () => {
    const records = mkdtempSync(join(course, "records-"));
    writeFileSync(join(records, "baseline.json"), run("2026-10-31-ab12"));
    handIn(course, "ada", lessonOne, filledIn(lessonOne, {}), records);
    handIn(course, "cy", lessonOne, filledIn(lessonOne, {}), records);
    const { students, ran, shared } = await grade();
    expect(ran).toHaveLength(2);
    expect(students.map(marked)).toContainEqual(["ada", 0, 60, false, false]);
    expect(shared).toEqual(["The same run in the submissions of ada, cy: 2026-10-31-ab12"]);
  });

  it.runIf(full)("goes on when it was killed", async () => {
    for (const student of ["k1", "k2", "k3", "k4"]) handIn(course, student, lessonOne, filledIn(lessonOne, {}));
    // Two at a time: the first two end at once, and the others never.
    const program = `
      const { gradeClass } = require(${JSON.stringify(join(workbookRoot, "dist", "lib", "course"))});
      let begun = 0;
      const sandbox = async () => {
        if (++begun > 2) await new Promise((never) => setInterval(() => never, 1000));
        return { cells: [], end: { kind: "finished", message: "" }, seconds: 0 };
      };
      gradeClass(${JSON.stringify(lesson)}, { course: ${JSON.stringify(course)}, sandbox });`;
    const grader = spawn(process.execPath, ["-e", program], { stdio: "ignore" });
    const kept = () =>
      readdirSync(join(course, "grading", "booked", lesson)).filter((name) => /^k\d/.test(name)).length;
    while (kept() < 2 && grader.exitCode === null) await sleep(100);
    await expect(grade()).rejects.toThrow(/This course's grading is being/);
    grader.kill("SIGKILL");
    await new Promise((resolve) => grader.once("exit", resolve));
    const { students, ran } = await grade();
    expect(ran).toHaveLength(2);
    expect(students.filter(({ student }) => student.startsWith("k"))).toHaveLength(4);
    expect(students.map(marked).flat()).not.toContain("interrupted");
  });

  it.runIf(full)("blames the machine, after a second try, where the lesson's own imports fail", async () => {
    let runs = 0;
    const idle = idleSandbox();
    const failing =
      (how: "always" | "once"): typeof idle =>
      async (given, options) => {
        const outcome = await idle(given, options);
        const error = { output_type: "error" as const, ename: "Error", evalue: "no such module", traceback: [] };
        if (++runs === 1 || how === "always")
          outcome.cells[0] = { ...outcome.cells[0], status: "error", outputs: JSON.stringify([error]) };
        return outcome;
      };
    const only = { course, again: true, student: "k1" };
    const { students } = await gradeClass(lesson, { ...only, sandbox: failing("always") });
    const problem = "The lesson's own first cell failed: no such module";
    expect([students, runs]).toEqual([[{ student: "k1", problem }], 2]);
    runs = 0;
    const mended = await gradeClass(lesson, { ...only, sandbox: failing("once") });
    expect([mended.students[0], runs]).toEqual([expect.objectContaining({ student: "k1", before: false }), 2]);
  });

  it("keeps what was booked when grading failed for this machine's own reasons", async () => {
    const broken = async () => Promise.reject(new Error("no sandbox today"));
    const { students } = await gradeClass(lesson, { course, again: true, student: "ada", sandbox: broken });
    expect(students).toEqual([{ student: "ada", problem: "no sandbox today" }]);
    expect(existsSync(join(course, "autograded", "ada", lesson, "one-device.ipynb"))).toBe(true);
  });

  it("nbgrader's own autograde refuses, and leaves everything as it is", async () => {
    const options = { cwd: course, env: nbgraderEnvironment(course) };
    const { exitCode, stderr } = await runPython([quickNbgrader, "autograde", lesson, "--force"], options);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("Submissions are graded in a sandbox, by `./workbook grade LESSON`");
    expect(stderr).not.toContain("Traceback");
    expect(existsSync(join(course, "autograded", "ada", lesson, "one-device.ipynb"))).toBe(true);
  });
});
