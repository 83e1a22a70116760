import { expect, it } from "vitest";
import { readRoster, rosterOf } from "../../lib/course/roster";

const read = (...lines: string[]) => rosterOf(lines.join("\r\n"), "class.csv");

it("a roster is read whatever the order of its columns, with a byte order mark and empty lines", () => {
  const students = rosterOf('\uFEFFName,Student,Remark\r\n"Lovelace, Ada",ada,x\r\n\r\n,bob\r\n,,\r\n', "class.csv");
  expect(students.map(({ student, name, email }) => [student, name, email])).toEqual([
    ["ada", "Lovelace, Ada", ""],
    ["bob", "", ""],
  ]);
});

it.each([
  [["name", "Ada"], 'line 1: it has no column "student"'],
  [["student"], "it has no students"],
  [["student,student", "a,b"], 'line 1: the column "student" is there twice'],
  [["student", "ada", "../bob"], "line 3: student: it must be one word"],
  [["student,email", "ada,ada"], "line 2: email: it is no e-mail address"],
  [["student,email", "ada,=1+1@example.org"], "line 2: email: it must not begin with = + - @"],
  [["student,id", "ada,@SUM(1)"], "line 2: id: it must not begin with = + - @"],
  [["student,account", "ada,a b"], "line 2: account: it is no account's name"],
  [["student", "ada", "ADA"], 'line 3: the student "ADA" is that of line 2, too'],
  [["student,email", "ada,a@b.org", "bob,A@b.org"], 'line 3: the email "A@b.org" is that of line 2, too'],
  [["student", "ada,bob"], "line 2: it has 2 cells, and the first line 1"],
  [["student,name", 'ada,"Ada'], "is no CSV file: Quote Not Closed"],
  [["student,name", "ada,Øg\uFFFD"], "save it anew as CSV UTF-8"],
  [["student", "ada\u001b[2J\u202e"], "line 2: student: it must be one word"],
  [["student,x", `ada,"${"\u001b]0;t\u0007"}`], "is no CSV file: Quote Not Closed"],
])("%j is refused in one line: %s", (lines, message) => {
  expect(() => read(...lines)).toThrow(message);
  expect(() => read(...lines)).toThrow(/^The roster class\.csv\P{Cc}*\.$/u);
});

it("a roster that is not there is named", async () => {
  await expect(readRoster("/nowhere.csv")).rejects.toThrow(
    "The roster /nowhere.csv: there is no such file, so check the path.",
  );
});
