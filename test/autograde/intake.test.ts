import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findSubmission, limits, readSubmission, type HandedIn } from "../../lib/autograde/intake";
import { temporaryFolder } from "../temporary";

const folder = temporaryFolder("intake");
let count = 0;

/** A submission with a notebook of this text, and whatever else `more` makes in its folder. */
async function submission(
  text: string | undefined,
  more: (folder: string) => void = () => undefined,
): Promise<HandedIn> {
  const own = join(folder, `s${++count}`);
  mkdirSync(own);
  if (text !== undefined) writeFileSync(join(own, "lesson.ipynb"), text);
  more(own);
  return read(own);
}

const read = async (own: string): Promise<HandedIn> =>
  readSubmission(
    await findSubmission(own, "lesson"),
    (cells) => cells.filter(({ source }) => source !== "stub").length,
  );

const notebook = (...cells: unknown[]): string =>
  JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells });
const cell = {
  cell_type: "code",
  source: ["let a = 1;\n", "a"],
  id: "one",
  metadata: { nbgrader: { grade_id: "first" } },
};

describe("a notebook", () => {
  it("is read: source, names, and nothing else", async () => {
    const { cells, failure, notes } = await submission(notebook({ ...cell, outputs: [{ evil: true }] }));
    expect(cells).toEqual([{ type: "code", source: "let a = 1;\na", gradeId: "first", id: "one" }]);
    expect([failure, notes]).toEqual([undefined, []]);
  });

  it("of format 3 is read, too", async () => {
    const old = {
      nbformat: 3,
      worksheets: [
        {
          cells: [
            { cell_type: "code", input: "a" },
            { cell_type: "heading", source: "b" },
          ],
        },
      ],
    };
    const { cells } = await submission(JSON.stringify(old));
    expect(cells.map(({ type, source }) => [type, source])).toEqual([["code", "a"], ["markdown", "b"]]); // prettier-ignore
  });

  it("loses what is no cell, and says so", async () => {
    const { cells, notes } = await submission(
      notebook(
        null,
        3,
        "x",
        [],
        { cell_type: "wild" },
        { cell_type: "code", source: { a: 1 } },
        { cell_type: "code", source: [1] },
        cell,
      ),
    );
    expect(cells).toHaveLength(1);
    expect(notes).toEqual(["7 entries are no cells and were left out of the notebook."]);
  });

  it("has limits on cells and characters", async () => {
    const long = await submission(notebook({ cell_type: "code", source: "x".repeat(limits.cellCharacters + 1) }));
    expect(long.cells[0].source).toBe("// This cell was too long to be graded.");
    expect(long.notes[0]).toContain("A cell of 200001 characters was left out");
    const many = await submission(notebook(...Array.from({ length: limits.cells + 5 }, () => cell)));
    expect([many.cells.length, many.notes[0]]).toEqual([1000, "Only the first 1000 of 1005 cells are graded."]);
  });

  it("holds no half characters, and odd names do no harm", async () => {
    const { cells } = await submission(
      `{"cells":[{"cell_type":"code","source":"\\ud800a","metadata":{"nbgrader":{"grade_id":"__proto__"}},"__proto__":{"x":1}}]}`,
    );
    expect(cells).toEqual([{ type: "code", source: "\ufffda", gradeId: "__proto__" }]);
  });

  it("keeps pasted images of text cells, and only such", async () => {
    const attachments = {
      "a.png": { "image/png": "aGk=", "text/html": "<b>" },
      "../b": { "image/png": "aGk=" },
      "c.png": { "image/png": "'>" },
    };
    const { cells } = await submission(notebook({ cell_type: "markdown", source: "", attachments }));
    expect(cells[0].images).toEqual({ "a.png": { "image/png": "aGk=" } });
  });

  it.each([
    ["", '"lesson.ipynb" is no notebook: it is empty.'],
    ["{", '"lesson.ipynb" is no notebook: its text is not valid JSON (was it cut off, or edited by hand?).'],
    ["[]", '"lesson.ipynb" is no notebook: its JSON is no object.'],
    ['{"cells": 3}', '"lesson.ipynb" is no notebook: it has no list of cells.'],
    [
      "\u0000\ufffd\u0001PNG",
      '"lesson.ipynb" is no notebook: its text is not valid JSON (was it cut off, or edited by hand?).',
    ],
  ])("that is none is named: %j", async (text, failure) => {
    expect(await submission(text)).toMatchObject({ failure, cells: [] });
  });

  it("nested very deep is none, or is read", async () => {
    const deep = "[".repeat(200_000) + "]".repeat(200_000);
    expect((await submission(deep)).failure).toContain("is no notebook");
    expect(
      (await submission(`{"cells":[{"cell_type":"code","source":"a","metadata":${deep}}]}`)).failure ?? "",
    ).not.toContain("RangeError");
  });

  it("that is a folder, a link, a pipe, missing, or too large is named", async () => {
    const is = async (more: (own: string) => void) => (await submission(undefined, more)).failure;
    expect(await is((own) => mkdirSync(join(own, "lesson.ipynb")))).toBe("lesson.ipynb is a folder, not a notebook.");
    expect(await is((own) => symlinkSync("/etc/passwd", join(own, "lesson.ipynb")))).toBe(
      "lesson.ipynb is a link: hand in the notebook itself.",
    );
    expect(await is((own) => execFileSync("mkfifo", [join(own, "lesson.ipynb")]))).toContain(
      "is a pipe, a device or a socket",
    );
    expect(await is(() => undefined)).toBe("There is no lesson.ipynb in the submission.");
    expect(
      await is((own) => {
        writeFileSync(join(own, "lesson.ipynb"), "");
        truncateSync(join(own, "lesson.ipynb"), 100_000_000);
      }),
    ).toBe('"lesson.ipynb" is larger than 32 MB: restart its kernel, clear all outputs, and hand it in again.');
    expect((await read(join(folder, "nobody"))).failure).toContain("The submission is gone");
  });

  const answers = (count: number): string => notebook(...Array.from({ length: count }, () => cell));
  const untouched = notebook({ ...cell, source: "stub" });
  const others = (...names: string[]) =>
    `Not graded: ${names.map((name) => `"${name}"`).join(", ")}. Only one notebook of a submission counts.`;
  const none = "There is no lesson.ipynb in the submission";
  it.each<[string, Record<string, string>, number, ...string[]]>([
    ["the only one", { "lesson (1).ipynb": answers(1) }, 1, `${none}; "lesson (1).ipynb" was graded in its place.`],
    [
      "the only one with an answer",
      { "lesson.ipynb": untouched, "lesson-Copy1.ipynb": answers(2) },
      2,
      'Nothing is answered in "lesson.ipynb"; "lesson-Copy1.ipynb" was graded in its place.',
      others("lesson.ipynb"),
    ],
    [
      "the one with most answers",
      { "a.ipynb": answers(1), "b.ipynb": answers(3), "c.ipynb": "[]" },
      3,
      `${none}; "b.ipynb" was graded in its place.`,
      others("a.ipynb", "c.ipynb"),
    ],
    [
      "the only whole one",
      { "lesson.ipynb": "{", "a.ipynb": answers(1) },
      1,
      '"lesson.ipynb" is no notebook: its text is not valid JSON (was it cut off, or edited by hand?); "a.ipynb" was graded in its place.',
      others("lesson.ipynb"),
    ],
    ["the lesson's own", { "lesson.ipynb": answers(1), "a.ipynb": answers(2) }, 1, others("a.ipynb")],
    [
      "the lesson's own, where none has answers",
      { "lesson.ipynb": untouched, "a.ipynb": untouched },
      1,
      others("a.ipynb"),
    ],
  ])("of several is taken with a note: %s", async (_, files, count, ...notes) => {
    const handedIn = await submission(undefined, (own) => {
      for (const [name, text] of Object.entries(files)) writeFileSync(join(own, name), text);
    });
    expect([handedIn.cells.length, handedIn.failure, handedIn.notes]).toEqual([count, undefined, notes]);
  });
});

describe("the other files", () => {
  it("are those that are regular, not too large, not too many, not too deep; what is left out is said", async () => {
    const { files, notes } = await submission(notebook(cell), (own) => {
      mkdirSync(join(own, "results", "experiments"), { recursive: true });
      writeFileSync(join(own, "results", "one.json"), "{}");
      symlinkSync("../../nowhere", join(own, "results", "experiments", "started"));
      symlinkSync("/etc", join(own, "etc"));
      execFileSync("mkfifo", [join(own, "pipe")]);
      writeFileSync(join(own, "odd \u001b[31m\nname"), "");
      writeFileSync(join(own, "large"), "");
      truncateSync(join(own, "large"), limits.fileBytes + 1);
      mkdirSync(join(own, ".ipynb_checkpoints"));
      writeFileSync(join(own, ".ipynb_checkpoints", "x"), "");
      mkdirSync(join(own, ...Array.from({ length: 30 }, () => "d")), { recursive: true });
    });
    expect(files.map(({ path }) => path)).toEqual(["odd \u001b[31m\nname", "results/one.json"]);
    expect(notes.sort()).toEqual([
      'Left out: 1 entry that is a pipe, a device or a socket ("pipe").',
      'Left out: 1 file larger than 20 MB ("large").',
      `Left out: 1 folder deeper than 16 folders ("${Array.from({ length: 17 }, () => "d").join("/")}").`,
      'Left out: 1 link to elsewhere, not followed ("etc").',
    ]);
  });

  it("tell when it was handed in, where that is a time", async () => {
    const stamped = (timestamp: string, secret: string) =>
      submission(notebook(cell), (own) => {
        writeFileSync(join(own, "timestamp.txt"), timestamp);
        writeFileSync(join(own, "submission_secret.txt"), secret);
      });
    expect(await stamped("2026-10-31 13:37:00.000000 UTC\n", "abc")).toMatchObject({
      timestamp: "2026-10-31 13:37:00.000000 UTC",
      secret: "abc",
      files: [],
    });
    const odd = await stamped("yesterday; drop table", "a\nb");
    expect([odd.timestamp, odd.secret]).toEqual([undefined, undefined]);
  });

  it("change the digest with what they hold, and not with where they lie", async () => {
    const records = (text: string) => submission(notebook(cell), (own) => writeFileSync(join(own, "a.json"), text));
    const one = await records("1");
    cpSync(one.folder, join(folder, "moved"), { recursive: true });
    expect((await read(join(folder, "moved"))).digest).toBe(one.digest);
    expect((await records("2")).digest).not.toBe(one.digest);
  });
});

it.each([
  ["0.2.0", "0.2.0"],
  ...["../../0.2.0", "0.2.0/", "0.2.0\0", "9".repeat(1e6), ["0.2.0"], { toString: "0.2.0" }, null].map((it) => [
    it,
    "0.1.0",
  ]),
])("a notebook's release is a number or none: %j", async (release, read) => {
  const notebook = { cells: [], metadata: { workbook: { release } }, nbformat: 4, nbformat_minor: 5 };
  expect((await submission(JSON.stringify(notebook))).release).toBe(read);
});
