import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { publicLesson, readableLines, secretLines, withoutSpaces } from "../../book/public-lesson";
import { sourceOf as programSource } from "../../lib/cells";
import { lessons, notebooksIn, readNotebook, sourceOf, type Cell, type Notebook } from "../../lib/notebooks";
import { workbookRoot } from "../../lib/system/workbook";

const notebook = (...cells: Cell[]): Notebook => ({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 });
const printed = (text: string) => [{ output_type: "stream" as const, name: "stdout", text }];
const code = (id: string, source: string, text?: string, nbgrader?: object): Cell => {
  const metadata = nbgrader ? { nbgrader } : {};
  return { id, cell_type: "code", source, metadata, outputs: text === undefined ? [] : printed(text) };
};
const textsOf = ({ outputs = [] }: Cell) => outputs.map(({ text }) => text);

describe("a public lesson", () => {
  it("has the outputs of cells that students have as they were run", () => {
    const students = notebook(code("a", "show(1)"), code("b", "show(2)"));
    const executed = notebook(code("a", "show(1)", "one"), code("b", "show(2)", "two"));
    expect(publicLesson(students, executed).cells.map(textsOf)).toEqual([["one"], ["two"]]);
  });

  it("has the students' exercises, empty, and no output of an exercise or a check", () => {
    const [solution, grade] = [{ solution: true }, { grade: true }];
    const students = notebook(
      code("exercise", "// YOUR CODE HERE", undefined, solution),
      code("check", "check(f)", undefined, grade),
      { id: "written", cell_type: "markdown", source: "*Write your answer here.*", metadata: {} },
    );
    const executed = notebook(
      code("exercise", "return secret", "secret", solution),
      code("check", "check(f)", "hidden", grade),
      { id: "written", cell_type: "markdown", source: "The secret.", metadata: {} },
    );
    const { cells } = publicLesson(students, executed);
    expect(cells.map(textsOf)).toEqual([[], [], []]);
    expect(cells.map(sourceOf)).toEqual(["// YOUR CODE HERE", "check(f)", "*Write your answer here.*"]);
  });

  it("takes no output of a cell that differs, is graded on one side only, or has another's id", () => {
    const students = notebook(code("a", "f(x)"), code("b", "g(x)"), code("c", "h(x)"));
    const executed = notebook(
      code("a", "f(x); print(answer)", "secret"),
      code("b", "g(x)", "secret", { grade: true }),
      code("other", "h(x)", "secret"),
    );
    expect(JSON.stringify(publicLesson(students, executed))).not.toContain("secret");
  });

  it("has no notes of nbgrader's", () => {
    const students = notebook(code("a", "x", undefined, { grade: true, checksum: "123", points: 2 }));
    expect(publicLesson(students, students).cells[0].metadata).toEqual({});
  });
});

const read = async (folder: string, lesson: string): Promise<Notebook> =>
  readNotebook((await notebooksIn(join(workbookRoot, folder, lesson)))[0]);
const both = async (lesson: string) => Promise.all([read("solutions", lesson), read("notebooks", lesson)]);
const open = readableLines(await Promise.all((await lessons()).map((each) => read("notebooks", each))));

it("the secret lines of the lessons are those of answers, and none that students have", async () => {
  for (const lesson of await lessons()) {
    const [solutions, students] = await both(lesson);
    const secrets = secretLines(solutions, open);
    expect(secrets.length, lesson).toBeGreaterThan(5);
    const theirs = withoutSpaces(students.cells.map(sourceOf).join("\n"));
    for (const secret of secrets) expect(theirs).not.toContain(secret);
    // What is published of the notebook itself has none, whatever the run printed into the graded cells.
    const executed = {
      ...solutions,
      cells: solutions.cells.map((cell) => ({ ...cell, outputs: printed(sourceOf(cell)) })),
    };
    const text = withoutSpaces(JSON.stringify(publicLesson(students, executed)).replaceAll("\\n", "\n"));
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  }
});

it("what a lesson prints of programs that students can read is no secret", async () => {
  let programs = 0;
  for (const lesson of await lessons()) {
    const [solutions, students] = await both(lesson);
    const secrets = secretLines(solutions, open);
    const calls = students.cells
      .map(sourceOf)
      .join("\n")
      .matchAll(/sourceOf\("([^"]+)"(?:, "([^"]+)")?\)/g);
    for (const [call, file, name] of calls) {
      programs++;
      const text = withoutSpaces(await programSource(file, name));
      expect(secrets.filter((secret) => text.includes(secret)), `${lesson}: ${call}`).toEqual([]); // prettier-ignore
    }
  }
  expect(programs).toBeGreaterThan(9);
});

it("an answer that an open cell prints is a secret, in every lesson", async () => {
  for (const lesson of await lessons()) {
    const [solutions, students] = await both(lesson);
    const answers = solutions.cells.map(sourceOf).filter((source) => source.includes("BEGIN SOLUTION"));
    const first = students.cells.find(({ cell_type, metadata }) => cell_type === "code" && !metadata.nbgrader)!;
    const cells = solutions.cells.map((cell) =>
      cell.id === first.id ? { ...cell, outputs: printed(answers.join("\n")) } : cell,
    );
    const text = withoutSpaces(JSON.stringify(publicLesson(students, { ...solutions, cells })).replaceAll("\\n", "\n"));
    const found = secretLines(solutions, open).filter((secret) => text.includes(JSON.stringify(secret).slice(1, -1)));
    expect(found.length, lesson).toBeGreaterThan(answers.length);
  }
});
