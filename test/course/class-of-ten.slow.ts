import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { ANSWERS } from "../../lib/autograde/asked";
import type { RunInSandbox } from "../../lib/autograde";
import { runInSandbox, whyNoSandbox } from "../../lib/autograde/sandbox";
import { gradeClass, makeCourse, returnLesson, type GradeOptions } from "../../lib/course";
import type { Notebook } from "../../lib/notebooks/notebook";
import { hostileTexts } from "../autograde/shown/hostile-texts";
import { all } from "../extent";
import { code, markdown } from "../notebooks/cells";
import { temporaryFolder } from "../temporary";
import { filledIn, handIn, idleSandbox, lessonOne } from "./class";

const { lesson, notebook } = lessonOne;
/** Two honest ones are enough to see that the rest get theirs; WORKBOOK_TEST=all grades a class of ten. */
const honest = Array.from({ length: all ? 6 : 2 }, (_, at) => `honest-${at + 1}`);
let course: string;

beforeAll(async () => {
  course = join(temporaryFolder("class-of-ten"), "course");
  await makeCourse(course, { exchange: join(course, "exchange") });
  for (const student of honest) handIn(course, student, lessonOne, filledIn(lessonOne, {}));
});

const gif = { "image.gif": { "image/gif": "R0lGODlhAQABAAAAACw=" } };
const shows = `(globalThis as unknown as Record<symbol, (bundle: object, update: boolean) => void>)[Symbol.for("parallel-training.display")]`;
const forges = `const list = Array.from({ length: 150_000 }, (_, at) => at + 0.5);
for (let question = 0; question < 4; question++)
  ${shows}({ data: { "${ANSWERS}": { exercise: "test-steps-per-epoch", question, came: { value: { list } } } } }, false);
for (let at = 0; at < 5_000; at++) ${shows}({ data: { "text/html": "<script>1</script>" } }, false);`;
/** nbgrader takes minutes to colour it. */
const dots = ".".repeat(199_000);

/** A notebook with everything in it that grading has to withstand. */
function brokenNotebook(): Notebook {
  const broken = filledIn(lessonOne, "solved");
  broken.cells.splice(
    2,
    0,
    code(forges, "forges"),
    code("for (;;) { /* for ever */ }", "endless"),
    code("process.kill(process.ppid, 9); process.kill(process.pid, 9);", "kills"),
    { ...markdown("![pasted](attachment:image.gif) ![gone](attachment:none.png)", "gif"), attachments: gif },
    ...hostileTexts.map(([text], at) => ({
      ...markdown(text, `text-${at}`),
      cell_type: at % 2 === 0 ? ("markdown" as const) : ("raw" as const),
    })),
    ...Array.from({ length: 600 }, (_, at) => code("", `empty-${at}`)),
  );
  for (const each of broken.cells)
    if (each.cell_type === "markdown" && each.metadata.nbgrader) each.source = "<script>";
  return { ...broken, metadata: { title: "<script>", kernelspec: { name: "../../x" } } };
}

/** Files beside the notebook. */
function brokenFiles(folder: string): void {
  const results = join(folder, "results");
  mkdirSync(results);
  writeFileSync(join(results, "baseline.json"), "[".repeat(9_000_000) + "]".repeat(9_000_000));
  writeFileSync(join(results, "second.json"), Buffer.from([0xff, 0xfe, 0, 0x7b]));
  execFileSync("mkfifo", [join(results, "pipe.json")]);
  symlinkSync("/etc/passwd", join(results, "link.json"));
  symlinkSync(folder, join(results, "around"));
  writeFileSync(join(folder, "nbgrader_config.py"), "raise SystemExit('run')");
  writeFileSync(Buffer.from(`${folder}/\xff\x1b[2J\n.json`, "latin1"), "{}");
}

const slow = "a-text-for-minutes";

/** Students who hand in what is broken, and what of it is told. */
const broken: Record<string, { hand: (student: string) => void; told: RegExp }> = {
  everything: {
    hand: (student) => {
      const folder = handIn(course, student, lessonOne, brokenNotebook());
      brokenFiles(folder);
      writeFileSync(join(folder, "timestamp.txt"), "tomorrow");
      writeFileSync(join(folder, "submission_secret.txt"), Buffer.from([0xff, 0xfe]));
    },
    told: /Left out: 1 entry that is a pipe/,
  },
  [slow]: {
    hand: (student) => {
      const solved = filledIn(lessonOne, {});
      solved.cells.push(code(dots, "dots"));
      handIn(course, student, lessonOne, solved);
    },
    told: /cannot be shown here, and the marks hold: nbgrader took more than 60 s/,
  },
  "no-notebook": {
    hand: (student) => {
      const folder = handIn(course, student, lessonOne, {});
      writeFileSync(join(folder, `${notebook}.ipynb`), '{"cells": [');
      brokenFiles(folder);
    },
    told: /is no notebook/,
  },
  "a-folder": {
    hand: (student) => {
      const folder = handIn(course, student, lessonOne, {});
      rmSync(join(folder, `${notebook}.ipynb`));
      mkdirSync(join(folder, `${notebook}.ipynb`));
    },
    told: /is a folder, not a notebook/,
  },
};

it.skipIf(whyNoSandbox())(
  `some of a class hand in what is broken, and the others get their feedback${whyNoSandbox() ?? ""}`,
  async () => {
    const idle = idleSandbox();
    // The other notebooks run as anywhere; the test is about the one whose cells are broken.
    const sandbox: RunInSandbox = (run, options) =>
      run.notebook.cells.some(({ id }) => id === "forges")
        ? runInSandbox(run, { ...options, limits: { cellSeconds: 15, seconds: 120 } })
        : idle(run, options);
    const grade = (patience?: GradeOptions["patience"]) => gradeClass(lesson, { course, sandbox, patience });
    // Last, what takes longer than nbgrader is given: a busy machine would take as long over the others.
    const { [slow]: forMinutes, ...others } = broken;
    for (const [student, { hand }] of Object.entries(others)) hand(student);
    await grade();
    forMinutes.hand(slow);
    const { students } = await grade({ seconds: 60 });
    expect(students.map(({ student }) => student)).toEqual([...honest, ...Object.keys(broken)].sort());
    expect(students.filter((one) => "problem" in one)).toEqual([]);
    for (const [student, { told }] of Object.entries(broken)) {
      const feedback = readFileSync(join(course, "feedback", student, lesson, `${notebook}.html`), "utf8");
      expect(feedback, student).toMatch(told);
      expect(feedback, student).not.toContain("<script>1</script>");
    }

    const returned = await returnLesson(course, lesson);
    expect(returned.problems).toEqual([]);
    expect(returned.students.filter((student) => honest.includes(student))).toEqual(honest);
    const pages = readdirSync(join(course, "exchange", "parallel-training", "feedback"));
    expect(pages).toHaveLength(returned.students.length);
  },
);
