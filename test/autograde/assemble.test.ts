import { describe, expect, it } from "vitest";
import { assemble, toBook, toRun, writtenAnswers } from "../../lib/autograde/assemble";
import type { Exam } from "../../lib/autograde/exam";
import type { HandedInCell } from "../../lib/autograde/intake";
import { sourceOf, type Cell, type Notebook } from "../../lib/notebooks/notebook";

const graded = (id: string, source: string, how: object, type: Cell["cell_type"] = "code"): Cell => ({
  cell_type: type,
  id,
  source,
  metadata: { nbgrader: { grade_id: id, schema_version: 3, checksum: "c", ...how } },
});
const release: Notebook = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { kernelspec: { name: "parallel-training" } },
  cells: [
    { cell_type: "markdown", id: "title", source: "# Title", metadata: {} },
    graded("imports", "import x;", { locked: true, grade: false, solution: false }),
    graded("half", "throw", { locked: false, grade: false, solution: true }),
    graded("test-half", "half.score(2)", { locked: true, grade: true, solution: false, points: 2 }),
    { cell_type: "code", id: "figure", source: "show()", metadata: { tags: ["a"] } },
    graded("said", "*Write here.*", { locked: false, grade: true, solution: true, points: 4 }, "markdown"),
  ],
};
const handedIn = release.cells.map((cell): HandedInCell => ({
  type: cell.cell_type,
  source: sourceOf(cell),
  id: cell.id,
  ...(cell.metadata.nbgrader ? { gradeId: cell.id } : {}),
}));
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
    expect(show(assemble([], release)).map((line) => line.split(":")[0])).toEqual([
      "imports",
      "half",
      "test-half",
      "said",
    ]);
  });

  it("keeps the student's order and own cells, each with an id of its own", () => {
    const own: HandedInCell = { type: "code", source: "let mine", id: "mine" };
    const { cells, notes } = assemble([own, ...[...handedIn].reverse(), { ...own, gradeId: "nobody's" }], release);
    expect(cells.map(({ id }) => id)).toEqual([
      "own-1",
      "said",
      "figure",
      "test-half",
      "half",
      "imports",
      "title",
      "own-8",
    ]);
    expect(notes).toEqual([]);
  });

  it("lets the last of several cells have a name", () => {
    const again = changed("half", { source: "first" });
    const { cells } = assemble([...again, { type: "code", source: "second", gradeId: "half", id: "half" }], release);
    expect(cells.filter(({ gradeId }) => gradeId === "half").map(({ source }) => source)).toEqual(["second"]);
    expect(cells[2]).toMatchObject({ id: "own-3", source: "first" });
    expect(cells.at(-1)).toMatchObject({ id: "half" });
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
    const images = { "a.png": { "image/png": "aGk=" }, "b.png": { "image/png": "aGk=" } };
    const { source, attachments } = book(changed("said", { source: "![](attachment:a.png)", images })).cells[5];
    expect([source, attachments]).toEqual([
      "<p>&#40;image 1&#41;</p>\n\n![image 1](attachment:image-1)",
      { "image-1": { "image/png": "aGk=" } },
    ]);
  });
});
