import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { gradeClass, makeCourse, returnLesson } from "../../lib/course";
import { Bookkeeper } from "../../lib/course/nbgrader";
import { Results } from "../../lib/course/results";
import { childrenOf } from "../../lib/hub/processes";
import type { Cell, Notebook } from "../../lib/notebooks/notebook";
import { workbookRoot } from "../../lib/system/workbook";
import { code, markdown } from "../notebooks/cells";
import { temporaryFolder } from "../temporary";
import { workbook } from "../workbook";
import { filledIn, handIn, idleSandbox, lessonOne } from "./class";

// Every start of nbgrader takes seconds, and many on a busy machine.
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
/** What returning says before anything is graded. */
let tooEarly: unknown;

beforeAll(async () => {
  course = join(temporaryFolder("return"), "course");
  await makeCourse(course, { exchange: join(course, "exchange") });
  for (const [student, cells] of Object.entries(classOf)) {
    const written: Record<string, string> = student === "honest" ? { "conclusion-memory": "Memory grows." } : {};
    const notebook = filledIn(lessonOne, written);
    for (const [at, cell] of cells.entries()) notebook.cells.push({ ...markdown("", `x${at}`), ...cell } as Cell);
    handIn(course, student, lessonOne, notebook);
  }
  const mailed = handIn(course, "by-mail", lessonOne, filledIn(lessonOne, {}));
  for (const name of ["timestamp.txt", "submission_secret.txt"]) rmSync(join(mailed, name));
  tooEarly = await returnLesson(course, lesson).catch((error: Error) => error.message);
  await gradeClass(lesson, { course, sandbox: idleSandbox() });
});

it("returns nothing before it is graded", () => {
  expect(tooEarly).toContain("is graded yet: run `./workbook grade");
});

it("returns feedback to everybody who handed in there, whatever image a text names, and names the others", async () => {
  const returned = await returnLesson(course, lesson);
  const { unmarked, ...others } = returned;
  expect(unmarked).toEqual(["honest"]); // who wrote something that nobody has marked
  expect({ ...others, students: [...returned.students].sort() }).toEqual({
    students: [...students].sort(),
    withoutExchange: ["by-mail"],
    problems: [],
  });
  const exchanged = join(course, "exchange", "parallel-training", "feedback");
  const pages = readdirSync(exchanged);
  expect(pages).toHaveLength(students.length);
  expect(readFileSync(join(exchanged, pages[0]), "utf8")).toContain("one-device");
  const page = readFileSync(join(course, "feedback", "gif", lesson, "one-device.html"), "utf8");
  expect(page).toMatch(/not shown: the image attachment:image\.gif; only PNG and JPEG/);
  const contents = page.split('<div id="toc">')[1].split("</ol>")[0];
  expect(contents).toMatch(/<a href="#test-last-batch">Exercise 2: [^<]+<\/a> \(Score: /);
  expect(contents).toMatch(/<a href="#conclusion-memory">Written answer: [^<]+<\/a>/);
  expect(contents).not.toContain("Test cell");
});

it("a process of nbgrader's that ends over one submission costs no other", async () => {
  const results = new Results(course, lesson, () => Promise.resolve());
  const keeper = new Bookkeeper(course, lesson, { root: workbookRoot, handedOver: results.handedOver });
  // Its own code is coloured for hours.
  const file = join(course, "autograded", "gif", lesson, "one-device.ipynb");
  const text = readFileSync(file, "utf8");
  const notebook = JSON.parse(text) as Notebook;
  notebook.cells.push(code(".".repeat(200_000), "dots"));
  writeFileSync(file, JSON.stringify(notebook));
  const booked = Promise.allSettled(["gif", "odd", "honest"].map((student) => keeper.book(student, false)));
  const pid = await busyBookkeeper();
  process.kill(pid, "SIGKILL");
  const outcomes = await booked;
  await keeper.end();
  writeFileSync(file, text);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
});

/** The process that books, once it has worked longer than it takes to start. */
async function busyBookkeeper(): Promise<number> {
  for (;;) {
    await sleep(200);
    for (const { pid } of childrenOf(process.pid)) {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      const [user] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ").slice(11);
      if (command.includes("book.py") && Number(user) > 1000) return pid; // hundredths of a second
    }
  }
}

it("returns to everybody it can when a few students' cannot be made or returned, and names those", async () => {
  const autograded = (student: string): string => join(course, "autograded", student, lesson);
  writeFileSync(join(autograded("gif"), "one-device.ipynb"), "no notebook any more");
  rmSync(autograded("large"), { recursive: true });
  mkdirSync(autograded("large"));
  writeFileSync(join(autograded("odd"), "submission_secret.txt"), Buffer.from([0xff, 0xfe, 0]));
  const { exitCode, stdout, stderr } = await workbook(["course", "return", lesson, "--course", course]);
  expect(stdout.split("\n")).toEqual([
    `Feedback on ${lesson} is returned to 1 student.`,
    expect.stringMatching(/^These students did not hand in through .*: by-mail$/),
    "Written answers of these students still wait to be marked. Mark them, and return the feedback once more: honest",
  ]);
  const problems = stderr.split("\n").map((line) => /^(\S+): no feedback was returned: ./.exec(line)?.[1]);
  expect([exitCode, ...problems.sort()]).toEqual([1, "gif", "large", "odd"]);
});
