import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { beforeAll, expect, it, vi } from "vitest";
import { gradeClass, makeCourse, returnLesson } from "../../lib/course";
import type { Cell } from "../../lib/notebooks/notebook";
import { workbookRoot } from "../../lib/tensorflow/installation";
import { temporaryFolder } from "../temporary";
import { filledIn, handIn, idleSandbox, lessonOne } from "./class";

// Every start of nbgrader takes seconds, and many on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const { lesson } = lessonOne;
const gif = { "image/gif": "R0lGODlhAQABAAAAACw=" };

/** Text cells whose image was left out. */
const leftOut = {
  gif: { source: "![pasted](attachment:image.gif)", attachments: { "image.gif": gif } },
  large: { source: "![](attachment:x)", attachments: { x: { "image/png": "A".repeat(3_000_000) } } },
};
/** Text cells whose images were never there, or are named in every way that Markdown has. */
const neverThere = [
  { source: "![](attachment:x.svg)", attachments: { "x.svg": { "image/svg+xml": "<svg/>" } } },
  { source: "![](attachment:image.png)" },
  { source: "![pasted][x] and ![x]\n\n[x]: attachment:gone.png 'title'" },
  { source: "![](<attachment:a b%ZZ%00../../x.png>)", attachments: { ["__proto__"]: gif } },
  { source: '<img src="attachment:gone.png">' },
  { source: "|a|\n|-|\n|![](attachment:gone.png)|" },
  { source: "![](attachment:x.png)", attachments: null },
];
const classOf = { gif: [leftOut.gif], large: [leftOut.large], odd: neverThere, honest: [] };
const students = Object.keys(classOf);
let course: string;

beforeAll(async () => {
  course = join(temporaryFolder("return"), "course");
  await makeCourse(course, { exchange: join(course, "exchange") });
  for (const [student, cells] of Object.entries(classOf)) {
    const notebook = filledIn(lessonOne, {});
    for (const [at, cell] of cells.entries())
      notebook.cells.push({ cell_type: "markdown", id: `x${at}`, metadata: {}, ...cell } as Cell);
    handIn(course, student, lessonOne, notebook);
  }
  await gradeClass(lesson, { course, sandbox: idleSandbox() });
});

it("returns feedback to everybody, whatever image a student's text names", async () => {
  const returned = await returnLesson(course, lesson);
  expect({ ...returned, students: [...returned.students].sort() }).toEqual({
    students: [...students].sort(),
    withoutExchange: [],
    problems: [],
  });
  expect(readdirSync(join(course, "exchange", "parallel-training", "feedback"))).toHaveLength(students.length);
  const page = readFileSync(join(course, "feedback", "gif", lesson, "one-device.html"), "utf8");
  expect(page).toMatch(/not shown: the image attachment:image\.gif; only pasted PNG and JPEG/);
});

it("returns to everybody it can when a few students' cannot be made or returned, and names those", async () => {
  const autograded = (student: string): string => join(course, "autograded", student, lesson);
  writeFileSync(join(autograded("gif"), "one-device.ipynb"), "no notebook any more");
  rmSync(autograded("large"), { recursive: true });
  mkdirSync(autograded("large"));
  writeFileSync(join(autograded("odd"), "submission_secret.txt"), Buffer.from([0xff, 0xfe, 0]));
  const command = ["course", "return", lesson, "--course", course];
  const { exitCode, stdout, stderr } = await execa(join(workbookRoot, "workbook"), command, { reject: false });
  expect(stdout).toBe(`Feedback on ${lesson} is returned to 1 student.`);
  const problems = stderr.split("\n").map((line) => /^(\S+): no feedback is returned: ./.exec(line)?.[1]);
  expect([exitCode, ...problems.sort()]).toEqual([1, "gif", "large", "odd"]);
});
