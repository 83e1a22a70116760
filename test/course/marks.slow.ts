import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { leftOut, markFile, markTable, readGradebook, type GradedLesson, type Platform } from "../../lib/course/marks";
import { rosterOf } from "../../lib/course/roster";
import { jupyterEnvironment, notebookPython } from "../../lib/notebooks/environment";
import { temporaryFolder } from "../temporary";

const roster = rosterOf(
  [
    "student,name,email,id,login,section",
    'ada,"Lovelace, Ada",ada@example.org,7,alovelace,A',
    "noether,Emmy Noether,emmy@example.org,8,enoether,A",
    'injecting,"=cmd|""/C calc""!A0",evil@example.org,9,evil,"@SUM(1)"',
    "zuse,Konrad Zuse,zuse@example.org,10,kzuse,B",
    'oge,"Øgé ""Ø"" Ñandú",oge@example.org,11,oge,B',
  ].join("\n"),
  "class.csv",
);

const cells = (text: string): string[][] => parse(text, { bom: true });

describe("marks of a real gradebook", () => {
  const course = temporaryFolder("marks");
  let gradebook: GradedLesson[];
  beforeAll(async () => {
    const marks = [
      { student: "ada", lesson: "01-one-device", auto: 7.126, manual: 3 },
      { student: "noether", lesson: "01-one-device", auto: 8, manual: null },
      { student: "injecting", lesson: "01-one-device", auto: 2, manual: 0, penalty: 5 },
      { student: "oge", lesson: "01-one-device", auto: 1, manual: 1 },
      { student: "ada", lesson: "02-mirrored", auto: 6 },
      { student: "stranger", lesson: "02-mirrored", auto: 5, penalty: 1.5 },
    ];
    const program = join(__dirname, "make_gradebook.py");
    execFileSync(notebookPython(), [program, course], { input: JSON.stringify(marks), env: jupyterEnvironment() });
    const handIn = (student: string, timestamp: string): string => {
      const folder = join(course, "submitted", student, "01-one-device");
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "timestamp.txt"), timestamp);
      return join(folder, "timestamp.txt");
    };
    handIn("ada", "2026-11-22 10:00:00 UTC");
    handIn("oge", "2026-11-23 10:00:00 UTC");
    handIn("zuse", "yesterday");
    rmSync(handIn("injecting", ""));
    symlinkSync("/dev/zero", join(course, "submitted", "injecting", "01-one-device", "timestamp.txt"));
    gradebook = await readGradebook(course);
  });

  const fileFor = (platform: Platform, lessons: string[], names?: Map<string, string>) =>
    markFile(markTable(roster, gradebook, lessons), platform, names);

  it("names what is not final, and leaves it out", () => {
    const table = markTable(roster, gradebook, ["01-one-device"]);
    expect(leftOut(table)).toEqual([
      "01-one-device: left out, cells wait to be marked by hand: noether",
      "01-one-device: left out, handed in again since it was graded: oge",
      "01-one-device: left out, collected, not graded yet: zuse",
    ]);
    expect(leftOut(markTable(roster, gradebook, []))).toContain(
      "In the gradebook, but not in the roster, and left out: stranger",
    );
  });

  it("go to Moodle with what it knows students by; late penalties taken off, to no less than 0", () => {
    expect(cells(fileFor("moodle", ["01-one-device"]).text)).toEqual([
      ["Email address", "ID number", "Username", "Full name", "01-one-device"],
      ["ada@example.org", "7", "alovelace", "Lovelace, Ada", "10.13"],
      ["evil@example.org", "9", "evil", '\'=cmd|"/C calc"!A0', "0"],
    ]);
  });

  it("tell Moodle of a mark that is not there, and never 0", () => {
    const { text, withGaps } = fileFor("moodle", []);
    expect(cells(text).map((line) => line.slice(-2))).toEqual([
      ["01-one-device", "02-mirrored"],
      ["10.13", "6"],
      ["0", "-"],
    ]);
    expect(withGaps).toEqual(["injecting"]);
  });

  it("go to Canvas with its five columns, its own assignment's name, and the points possible", () => {
    const names = new Map([["01-one-device", "Lesson 1 (4711)"]]);
    expect(cells(fileFor("canvas", ["01-one-device"], names).text)).toEqual([
      ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Lesson 1 (4711)"],
      ["Points Possible", "", "", "", "", "12"],
      ["Lovelace, Ada", "7", "", "alovelace", "A", "10.13"],
      [expect.stringMatching(/^[^=+\-@]/), "9", "", "evil", "'@SUM(1)", "0"],
    ]);
  });

  it("go to Blackboard by user name", () => {
    const names = new Map([["02-mirrored", "Lesson 2 [Total Pts: 8 Score] |99"]]);
    expect(cells(fileFor("blackboard", ["02-mirrored"], names).text)).toEqual([
      ["Last Name", "First Name", "Username", "Student ID", "Lesson 2 [Total Pts: 8 Score] |99"],
      ["Lovelace", "Ada", "alovelace", "7", "6"],
    ]);
  });

  it("make a table of all, with how each stands", () => {
    const lines = cells(fileFor("csv", ["01-one-device"]).text);
    expect(lines.map((line) => [line[0], line[5], line[7], line[8]])).toEqual([
      ["student", "points", "penalty", "standing"],
      ["ada", "10.13", "0", "final"],
      ["noether", "8", "0", "manual"],
      ["injecting", "0", "5", "final"],
      ["zuse", "", "", "ungraded"],
      ["oge", "2", "0", "again"],
    ]);
    expect(lines[5][1]).toBe('Øgé "Ø" Ñandú');
  });

  it("are refused in one line where a lesson or a gradebook is not there", async () => {
    expect(() => markTable(roster, gradebook, ["3"])).toThrow(
      'The gradebook has no lesson "3"; its lessons: 01-one-device, 02-mirrored.',
    );
    await expect(readGradebook(join(course, "nowhere"))).rejects.toThrow(
      /^There is no gradebook .*: grade a lesson first/,
    );
    writeFileSync(join(course, "submitted", "gradebook.db"), "no database");
    await expect(readGradebook(join(course, "submitted"))).rejects.toThrow(
      /^nbgrader cannot read the gradebook [^\n]*\.$/,
    );
  });
});

it("a platform that cannot know a student is named, with the column", () => {
  const bare = rosterOf("student\nada\n", "class.csv");
  const mark = { student: "ada", score: 5, penalty: 0, final: 5, needsManualGrade: false, handedInAgain: false };
  const table = markTable(bare, [{ name: "1", most: 8, marks: [mark], ungraded: [] }], []);
  expect(() => markFile(table, "moodle")).toThrow(
    "Moodle knows students by email, id or login: add that column of ada to the roster.",
  );
  expect(() => markFile(table, "canvas")).toThrow("Canvas knows students by id, sis or login");
  expect(() => markFile(table, "blackboard")).toThrow("Blackboard knows students by login");
  const waiting = { ...mark, needsManualGrade: true };
  const none = markTable(bare, [{ name: "1", most: 8, marks: [waiting], ungraded: [] }], []);
  expect(() => markFile(none, "moodle")).toThrow("No mark is final yet: nothing was written.");
});
