import { describe, expect, it } from "vitest";
import { answered, assemble, toBook, toRun, writtenAnswers } from "../../lib/autograde/assemble";
import type { Exam } from "../../lib/autograde/exam";
import type { HandedInCell } from "../../lib/autograde/intake";
import { sourceOf } from "../../lib/notebooks/notebook";
import { code, graded, handedInAs, markdown, nbgrader, notebookWith } from "../notebooks/cells";
import { png } from "./shown/picture-files";

const release = notebookWith([
  markdown("# Title", "title"),
  graded("imports", "import x;", { locked: true, grade: false, solution: false }),
  graded("half", "throw", { locked: false, grade: false, solution: true }),
  graded("test-half", "half.score(2)", { locked: true, grade: true, solution: false, points: 2 }),
  code("show()", "figure", { tags: ["a"] }),
  markdown("*Write here.*", "said", nbgrader("said", { grade: true, solution: true, points: 4 })),
]);
const handedIn = release.cells.map((cell) => handedInAs(cell));
const changed = (id: string, change: Partial<HandedInCell>): HandedInCell[] =>
  handedIn.map((cell) => (cell.id === id ? { ...cell, ...change } : cell));
const show = ({ cells }: { cells: { id: string; source: string }[] }) =>
  cells.map(({ id, source }) => `${id}: ${source}`);
const released = show(assemble(handedIn, release));

describe("a notebook put together", () => {
  it("has the release's locked cells and tests, and the student's exercises", () => {
    expect(released).toEqual(release.cells.map((cell) => `${cell.id}: ${sourceOf(cell)}`));
    expect(show(assemble(changed("test-half", { source: "2" }), release))).toEqual(released);
    expect(show(assemble(changed("imports", { source: "evil" }), release))).toEqual(released);
    expect(show(assemble(changed("half", { source: "mine" }), release))[2]).toBe("half: mine");
    expect(show(assemble(changed("figure", { source: "mine" }), release))[4]).toBe("figure: mine");
  });

  it("gets missing cells back after those that they follow", () => {
    const without = handedIn.filter(({ id }) => !["imports", "half", "test-half", "said"].includes(id ?? ""));
    const { cells, notes } = assemble(without, release);
    expect(show({ cells })).toEqual(released);
    expect(notes).toEqual(["4 cells of the lesson were missing and were put back: imports, half, test-half, said."]);
    expect(assemble([], release).cells.map(({ id }) => id)).toEqual(["imports", "half", "test-half", "said"]);
  });

  it("keeps the student's order and own cells, each with an id of its own", () => {
    const own: HandedInCell = { type: "code", source: "let mine", id: "mine" };
    const { cells, notes } = assemble([own, ...[...handedIn].reverse(), { ...own, gradeId: "nobody's" }], release);
    const reversed = [...release.cells].reverse().map(({ id }) => id);
    expect(cells.map(({ id }) => id)).toEqual(["own-1", ...reversed, "own-8"]);
    expect(notes).toEqual([]);
  });

  it("knows cells by the format's ids where an editor dropped nbgrader's metadata", () => {
    const bare = changed("half", { source: "mine" }).map(({ gradeId: _, ...cell }) => cell);
    expect(show(assemble(bare, release))[2]).toBe("half: mine");
    expect(assemble(bare, release).notes).toEqual([]);
  });

  it("has the release's type of a cell, whatever was made of it", () => {
    expect(assemble(changed("half", { type: "markdown" }), release).cells[2].type).toBe("code");
  });

  it("tells which written answers a person must look at", () => {
    const written = (source: string) => writtenAnswers(assemble(changed("said", { source }), release));
    expect(written("Because.")).toEqual(["said"]);
    expect([written("*Write here.*"), written("  \n"), written("*Write here.*\n")]).toEqual([[], [], []]);
  });
});

const stub = (name: string) =>
  `// Exercise: ${name}\nfunction ${name}(x: number): number {\n  throw new Error("not implemented");\n}`;
const two = notebookWith([
  ...release.cells.slice(0, 2),
  graded("half", stub("half"), { solution: true }),
  graded("test-half", "checkHalf(half).score(2)", { grade: true, points: 2 }),
  graded("twice", stub("twice"), { solution: true }),
  graded("test-twice", "checkTwice(twice).score(2)", { grade: true, points: 2 }),
  markdown("Why?\n\nSay so.", "why"),
  release.cells[5],
]);
const right = {
  half: "function half(x: number) {\n  return x / 2;\n}",
  twice: "function twice(x: number) {\n  return 2 * x;\n}",
  said: "Because.",
};
const [title, imports, half, testHalf, twice, testTwice, why, said] = two.cells.map((cell) =>
  handedInAs(cell, right[cell.id as keyof typeof right]),
);
const solved = [title, imports, half, testHalf, twice, testTwice, why, said];
const untouched = {
  half: { ...half, id: "u", source: stub("half") },
  said: { ...said, id: "v", source: "*Write here.* " },
};
const bare = ({ type, source }: HandedInCell): HandedInCell => ({ type, source });
const before = (cell: HandedInCell, ...more: HandedInCell[]) => solved.flatMap((each) => (each === cell ? [...more, each] : [each])); // prettier-ignore
const after = (cell: HandedInCell, ...more: HandedInCell[]) => solved.flatMap((each) => (each === cell ? [each, ...more] : [each])); // prettier-ignore
const instead = (cell: HandedInCell, ...more: HandedInCell[]) => solved.flatMap((each) => (each === cell ? more : [each])); // prettier-ignore
const joined = (...cells: HandedInCell[]): HandedInCell => ({
  ...cells[0],
  source: cells.map(({ source }) => source).join("\n"),
});

describe("an answer that an editor copied, split, merged, moved or robbed of its name", () => {
  it.each<[string, HandedInCell[], RegExp?]>([
    [
      "split after its last character",
      after(half, { ...half, id: "x", source: "" }),
      /^half is in 2 cells of the notebook: cell 3 was taken as the answer; cell 4 was left out, because nothing/,
    ],
    [
      "split after its last character, a text",
      after(said, { ...said, id: "x", source: " \n" }),
      /^said is in 2 cells.*cell 8 was taken/,
    ],
    [
      "split before its first character",
      before(half, { ...half, source: "\n" }),
      /cell 4 was taken.*cell 3 was left out/,
    ],
    [
      "split in its middle",
      instead(half, { ...half, source: right.half.slice(0, 26) }, { ...half, id: "x", source: right.half.slice(27) }),
      /cells 3, 4 were taken/,
    ],
    [
      "split in three, the last two without names",
      instead(said, { ...said, source: "" }, { type: "markdown", source: "Because." }),
      /cell 9 was taken.*cell 8 was left/,
    ],
    [
      "with an untouched copy at the end",
      [...solved, untouched.half, untouched.said],
      /^half is in 2.*cell 3 was taken.*cell 9 was left out/,
    ],
    ["with an untouched copy before its test", after(half, untouched.half), /cell 3 was taken.*cell 4 was left out/],
    ["with an untouched copy before it", before(half, untouched.half), /cell 4 was taken.*cell 3 was left out/],
    [
      "with an untouched copy of another layout, and no name",
      after(half, {
        type: "code",
        source: stub("half").replace(/\n +/g, "\r\n\t").replace("not", "not") + "\n// again",
      }),
      /cell 4 was left out/,
    ],
    [
      "with an answered copy after the test",
      after(testHalf, { ...half, id: "x", source: right.half.replace("2", "3") }),
      /cell 3 was taken as the answer; cell 5 was kept as the student's own/,
    ],
    [
      "in a cell of its own, above the untouched one",
      before(half, bare(half)).map((cell) => (cell === half ? untouched.half : cell)),
      /cell 3 was taken.*cell 4 was left out/,
    ],
    [
      "in a text of its own, below the untouched one",
      [...instead(said, untouched.said, bare(said))],
      /cell 9 was taken.*cell 8 was left out/,
    ],
    [
      "without any names, behind an empty cell",
      [...solved.slice(0, 7).map(bare), { type: "markdown", source: "" }, bare(said)],
      /said is in 1 cell of the notebook: cell 9/,
    ],
    ["without any names", solved.map(bare), /half is in 1 cell of the notebook: cell 3 was taken/],
    [
      "with its test merged into it",
      [title, imports, joined(half, testHalf), twice, testTwice, why, said],
      /^Cell 3 held several cells/,
    ],
    ["merged into the imports", [title, joined(imports, half), testHalf, twice, testTwice, why, said], /^Cell 2 held/],
    [
      "merged into the test before it",
      [title, imports, half, joined(testHalf, twice), testTwice, why, said],
      /^Cell 4 held/,
    ],
    [
      "with everything merged",
      [title, joined(imports, half, testHalf, twice, testTwice), joined(why, said)],
      /^Cells 2, 3 held/,
    ],
    ["merged into its question", [...solved.slice(0, 6), joined(why, said)], /^Cell 7 held/],
    ["with ids that another cell has, too", solved.map((cell) => ({ ...cell, id: "title" }))],
  ])("counts: %s", (_, cells, note) => {
    const assembled = assemble(cells, two);
    const code = ({ cells }: { cells: { type: string; source: string }[] }) =>
      cells.flatMap(({ type, source }) => (type === "code" ? source.replace(/\r/g, "") : []));
    const own = note?.source.includes("student's own") ? [right.half.replace("2", "3")] : [];
    expect(new Set(code(assembled))).toEqual(new Set([...code({ cells: solved }), ...own]));
    const named: unknown = Object.fromEntries(assembled.cells.map(({ gradeId, source }) => [gradeId, source]));
    expect(named).toMatchObject(right);
    expect(assembled.cells.filter(({ gradeId }) => gradeId === "said")).toHaveLength(1);
    expect(writtenAnswers(assembled)).toEqual(["said"]);
    expect(assembled.notes.join("\n")).toMatch(note ?? /^$/);
  });

  it("is not undone by an exercise that was left as it is, when another cell answers that, too", () => {
    for (const rest of [[{ ...untouched.half, id: "half" }, testHalf], [testHalf]]) {
      const { cells, notes } = assemble([title, imports, ...rest, joined(twice, half), testTwice, why, said], two);
      expect(cells.filter(({ source }) => source.includes("not implemented"))).toEqual([]);
      expect(notes).toContain("half is answered in another exercise's cell, which was run.");
    }
  });

  it("is none where nothing is answered: the last cell has the name, and nothing is said", () => {
    const { cells, notes } = assemble(two.cells.map((cell) => ({ type: cell.cell_type, source: sourceOf(cell), gradeId: cell.id })), two); // prettier-ignore
    expect([answered({ cells, metadata: {}, notes }), notes]).toEqual([[], []]);
  });
});

const exam = { cells: [{ gradeId: "test-half", asking: "ask(half)" }] } as unknown as Exam; // only this is read

describe("what the sandbox runs", () => {
  it("asks in place of testing", () => {
    const { notebook, gradeIds } = toRun(assemble(handedIn, release), exam);
    expect(notebook.cells.map(sourceOf)[3]).toBe("ask(half)");
    expect([...gradeIds]).toEqual([[1, "imports"], [2, "half"], [3, "test-half"], [5, "said"]]); // prettier-ignore
  });
});

describe("what nbgrader books", () => {
  const book = (cells: readonly HandedInCell[], reasons: string[] = []) =>
    toBook(assemble(cells, release), {
      results: [
        { cell: 4, status: "ok", cut: false, outputs: [{ output_type: "stream", name: "stdout", text: "figure" }] },
      ],
      marks: [{ gradeId: "test-half", points: 0.67, most: 2, lines: "✗ no" }],
      reasons,
    });

  it("has released tests, marks as results, outputs as they came, and known metadata", () => {
    const { cells } = book(changed("test-half", { source: "evil" }));
    expect(cells[3]).toMatchObject({ source: "half.score(2)", metadata: release.cells[3].metadata });
    expect(cells[3].outputs).toEqual([
      { output_type: "stream", name: "stdout", text: "✗ no\n" },
      { output_type: "execute_result", data: { "text/plain": "0.67" }, metadata: {}, execution_count: null },
    ]);
    expect(cells[4].outputs).toEqual([{ output_type: "stream", name: "stdout", text: "figure" }]);
    expect(cells[0]).not.toHaveProperty("outputs");
  });

  it("begins with what went wrong, as plain text", () => {
    const { cells } = book(handedIn, ["Left out: <img src=x onerror=y> [a](javascript:b)"]);
    expect(cells[0].source).toBe(
      "## How this was graded\n\n" +
        "- Left out&#58; &#60;img src&#61;x onerror&#61;y&#62; &#91;a&#93;&#40;javascript&#58;b&#41;",
    );
    expect(cells).toHaveLength(7);
  });

  it("shows the student's text as harmless HTML, and the lesson's as it is", () => {
    expect(book(changed("said", { source: "*x* <b>" })).cells[5]).toMatchObject({
      source: "<p><em>x</em> &#60;b&#62;</p>",
      metadata: release.cells[5].metadata,
    });
    expect(book(handedIn).cells[5].source).toBe("*Write here.*");
    const raw: HandedInCell = { type: "raw", source: "<script>" };
    const own = book([raw]).cells.find(({ id }) => id === "own-1");
    expect(own).toMatchObject({ cell_type: "markdown", source: "<pre>&#60;script&#62;</pre>" });
  });

  it("has the pasted images that the text shows, and no others", () => {
    const images = { "a.png": { "image/png": png(1, 1) }, "b.png": { "image/png": png(1, 1) } };
    const { source, attachments } = book(changed("said", { source: "![](attachment:a.png)", images })).cells[5];
    expect([source, attachments]).toEqual([
      "<p>&#40;image 1&#41;</p>\n\n![image 1](attachment:image-1)",
      { "image-1": { "image/png": png(1, 1) } },
    ]);
  });
});
