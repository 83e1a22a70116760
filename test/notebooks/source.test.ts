import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { generateNotebooks, outdatedFiles, readNotebook, replaceFiles, type Cell } from "../../lib/notebooks";
import { temporaryFolder } from "../temporary";
import { code, markdown, notebookWith } from "./cells";

const known = (grade: boolean, locked: boolean, solution: boolean, points?: number, name = "it") => ({
  nbgrader: {
    ...{ grade, grade_id: name, locked, schema_version: 3, solution, task: false },
    ...(points !== undefined && { points }),
  },
});

/** A lesson's folder with a notebook of these cells between others. */
function lessonWith(...cells: Cell[]): string {
  const folder = join(temporaryFolder("lesson"), "01-hostile");
  const around = [markdown("Before.", "before"), ...cells, code("after;", "after"), markdown("Last.", "last")];
  mkdirSync(folder);
  writeFileSync(join(folder, "hostile.ipynb"), JSON.stringify(notebookWith(around)));
  return folder;
}

/** What is said of each folder, without its path. */
async function refusals(make: "notebook" | "source", folders: string[]): Promise<string[]> {
  const error = await outdatedFiles(make, folders).then(
    () => new Error(),
    (reason: unknown) => reason as Error,
  );
  const lines = error.message.split("\n");
  return folders.map((folder) => (lines.find((line) => line.includes(folder)) ?? "").replaceAll(`${folder}/`, ""));
}

const fence = "```";
const slide = { slideshow: { slide_type: "slide" }, tags: ["deck:it", "a: b", '"quoted"', "für", "- x"] };

describe("a cell comes back from lesson.md as it was", () => {
  const cells: Record<string, Cell> = {
    "a code block in text, with a line +++": markdown(`${fence}ts\n+++\nx;\n${fence}`),
    "code blocks in code": code(`const text = \`\n${fence}\n${fence}\`\n${fence}{code-cell}\n:id: other\n\`;`),
    "front matter in text": markdown("---\nkernelspec: none\n---"),
    "lines of metadata in code": code("---\nid: other\n---\nx;"),
    "lines of metadata in code, in short": code(":id: other\nx;", "it", slide),
    "a line +++ in code": code("a\n+++\nb;"),
    "other blocks of Markdown": markdown(
      "[a]: b\n\n> c\n\n| d |\n|---|\n| e |\n\n<!-- +++ -->\n\n$$\nx + y\n$$\n\nf\n===\n\n    g",
    ),
    "tabs, spaces and backslashes": code("\tif (a) \\\n\t\tb;  \n\n\n  c\\"),
    "letters of the world": markdown("Ünïcödé 🎉 e\u0301 \u00a0 \u200b 数"),
    "empty code": code(""),
    "a slide of text": markdown("# Slide", "it", slide),
    "a slide of code": code("x;", "it", slide),
    "a raw cell": { ...markdown("raw"), cell_type: "raw" },
    "a locked cell": code("x;", "it", known(false, true, false)),
    "a solution": code("x;", "it", known(false, false, true)),
    "a test": code("x;", "it", known(true, true, false, 2.5)),
    "an answer in words": markdown("x", "it", { ...known(true, false, true, 0), ...slide }),
    ...Object.fromEntries(
      ["on", "123", "1e5", "-", "__", "null", "a".repeat(64)].map((id) => [`the id ${id}`, code("x;", id)]),
    ),
  };
  const folders = new Map(Object.entries(cells).map(([name, cell]) => [name, lessonWith(cell)]));
  beforeAll(async () => {
    const all = [...folders.values()];
    const sources = await outdatedFiles("source", all);
    await replaceFiles(sources, temporaryFolder("kept"));
    await replaceFiles(await outdatedFiles("notebook", all), temporaryFolder("kept"));
    // Written once more, nothing changes.
    expect([...(await outdatedFiles("source", all)).keys(), ...(await outdatedFiles("notebook", all)).keys()]).toEqual(
      [],
    );
    expect(sources.size).toBe(all.length);
  });

  it.each(Object.keys(cells))("%s", async (name) => {
    const { cells: made, metadata } = await readNotebook(join(folders.get(name) ?? "", "hostile.ipynb"));
    const cell = { ...made[1], source: [made[1].source].flat().join("") };
    expect([made.length, cell]).toEqual([4, cells[name]]);
    expect(metadata).toEqual((await readNotebook("solutions/01-one-device/one-device.ipynb")).metadata);
  });
});

describe("a notebook that cannot become lesson.md is refused, with the cell and the remedy", () => {
  const lost = "would not come back from lesson.md";
  const refused: Record<string, [Cell[], string]> = {
    "a line +++": [[markdown("a\n\n+++\n\nb")], `(it) ${lost}: its line \`+++\` would begin another cell`],
    "a line + + +": [[markdown("a\n\n+ + + b")], `${lost}: its line \`+ + + b\` would begin another cell`],
    "an empty text": [[markdown("")], `${lost}: it is empty: delete it`],
    "a text of spaces": [[markdown(" \n")], `${lost}: it is empty: delete it`],
    "blank lines at the end of text": [
      [markdown("a\n\n")],
      `${lost}: it begins or ends with blank lines or spaces: delete them`,
    ],
    "a blank line at the end of code": [
      [code("a;\n")],
      `${lost}: it begins or ends with blank lines or spaces: delete them`,
    ],
    "an end of line of Unicode's": [
      [code('"\u2028"')],
      `${lost}: it has the character U+2028: write an escape sequence`,
    ],
    "a code block that stays open": [
      [markdown("```\na")],
      `${lost}: it ends elsewhere in Markdown: close what it opens`,
    ],
    "a code block that would be a cell": [[markdown("```{code-cell}\na\n```")], "open no {code-cell} or {raw-cell}"],
    "the same id twice": [
      [code("a"), code("b")],
      "cell 3 (it) has the id it, as another has (hostile.ipynb, cell 2 (it)): give",
    ],
    "no id": [[{ ...markdown("What a text"), id: undefined }], 'cell 2 ("What a text") has no id: give it one'],
    "an id with spaces": [[code("a", "a b")], 'the id "a b": use letters, digits, - and _, at most 64'],
    "a pasted picture": [
      [
        { ...markdown("a"), attachments: {} },
        { ...markdown("b", "c"), attachments: { a: {} } },
      ],
      "cell 3 (c) has a pasted picture",
    ],
    "a test without points": [
      [code("a", "it", known(true, true, false))],
      "is of kind test and has no points: write a number from 0",
    ],
    "a solution with points": [
      [code("a", "it", known(false, false, true, 1))],
      "is of kind solution, which has no points: take them",
    ],
    "a task": [
      [markdown("a", "it", known(false, false, false, 1))],
      "none of locked, solution, test, answer: choose another type",
    ],
  };
  const folders = Object.values(refused).map(([cells]) => lessonWith(...cells.map((cell) => ({ ...cell }))));
  let said: string[];
  beforeAll(async () => {
    said = await refusals("source", folders);
  });
  it.each(Object.keys(refused))("%s", (name) => {
    const line = said[Object.keys(refused).indexOf(name)];
    expect(line).toContain(refused[name][1]);
    expect(line).toMatch(/^hostile\.ipynb, cell \d \(/);
  });
});

describe("a lesson.md that would lose something is refused, with the line and the remedy", () => {
  const heading = readFileSync("solutions/01-one-device/lesson.md", "utf8").split("\n").slice(0, 10).join("\n");
  const right = `${heading}

+++ {"id": "a"}

Text.

${fence}{code-cell} typescript
:id: b
:nbgrader: test
:points: 3

x;
${fence}

+++ {"id": "c"}

End.
`;
  const refused: [what: string, from: string, to: string, line: number | undefined, message: string][] = [
    ["another beginning", "format_name: myst", "format_name: md", 5, "begin the file with the lines"],
    ["text without an id", '+++ {"id": "c"}\n', "", 22, 'has no id: write `+++ {"id": "NAME"}` in its first line'],
    ["code without an id", ":id: b\n", "", 16, "has no id: write `:id: NAME` below its first line"],
    ["a line +++ in text", "End.", "a\n\n+++\n\nEnd.", 28, "has no id: write"],
    ["an empty cell", "Text.\n\n", "", 12, "the cell that begins here is empty, and would be lost"],
    ["an empty cell at the end", "End.\n", "", 24, "the cell that begins here is empty, and would be lost"],
    ["the same id twice", '"c"', '"a"', 24, "has the id a, as another has (lesson.md, line 12)"],
    [
      "an id that is a number",
      ":id: b",
      ":id: 12",
      16,
      "has the id 12: use letters, digits, - and _, at most 64, as text",
    ],
    ["an id that is a date", ":id: b", ":id: 2027-03-01", 16, 'has the id "2027-03-01": use letters'],
    ["settings of nbgrader's own", ": test", ": {grade: true}", 16, 'has the kind {"grade": true}: write locked,'],
    ["an unknown kind", ": test", ": exam", 16, 'has the kind "exam": write locked, solution, test, answer'],
    ["points without a kind", ":nbgrader: test\n", "", 16, "has points and no kind"],
    ["a kind without points", ":points: 3\n", "", 16, "is of kind test and has no points: write a number from 0"],
    ["points that are no number", ": 3", ": three", 16, 'has the points "three": write a number from 0'],
    ["points below 0", ": 3", ": -1", 16, "has the points -1: write a number from 0"],
    ["points of a locked cell", ": test", ": locked", 16, "which has no points: take them away"],
    ["a blank line too many", "x;\n", "x;\n\n", 22, "this blank line would be lost: delete it"],
    [
      "a code block without an end",
      `${fence}\n\n+++ {"id": "c"}\n\nEnd.\n`,
      "",
      22,
      "ends within a code block: end it by",
    ],
    ["no end of the last line", "End.\n", "End.", 27, "end its last line"],
    [
      "other metadata",
      ":points: 3\n",
      ":points: 3\n:colour: red\n",
      20,
      "write a blank line instead of `:colour: red`",
    ],
    ["another spelling", '{"id": "c"}', '{"id":"c"}', 24, 'write `+++ {"id": "c"}` instead of `+++ {"id":"c"}`'],
    ["broken JSON", '"c"}', '"c"', undefined, "Markdown cell 2 at line 24 could not be read"],
    ["broken YAML", ":id: b", ":id: [b", undefined, "Code cell 1 at line 16 could not be read"],
    ["a tag that is no list", ":id: b", ":id: b\n:tags: c", undefined, "'c' is not of type 'array'"],
  ];
  const folders = ["", ...refused].map((each) => {
    const folder = join(temporaryFolder("lesson"), "01-hostile");
    mkdirSync(folder);
    writeFileSync(join(folder, "lesson.md"), each === "" ? right : right.replace(each[1], () => each[2]));
    return folder;
  });
  let said: string[];
  beforeAll(async () => {
    said = await refusals("notebook", folders);
  });
  it("but not the right one", () => {
    expect(said[0]).toBe("");
  });
  it.each(refused.map(([what], index) => [what, index] as const))("%s", (_, index) => {
    const [, , , line, message] = refused[index];
    const words = said[index + 1];
    expect(words).toContain(message);
    expect(words).toMatch(line === undefined ? /^lesson\.md: / : new RegExp(`^lesson\\.md, line ${line}: `));
  });
});

it("a lesson without one of the two files is told how to make it", async () => {
  const folder = join(temporaryFolder("lesson"), "01-empty");
  mkdirSync(folder);
  await expect(outdatedFiles("notebook", [folder])).rejects.toThrow("npm run notebooks -- --from-notebooks");
  await expect(outdatedFiles("source", [folder])).rejects.toThrow(`There is no ${folder}/empty.ipynb: write lesson.md`);
});

it("what an author edits in JupyterLab goes into lesson.md without outputs, view and JupyterLab's own ids", async () => {
  const edited = code("x;", "3f2a", { ...known(false, true, false, undefined, "mine"), collapsed: true, tags: [] });
  const folder = lessonWith({
    ...edited,
    execution_count: 7,
    outputs: [{ output_type: "stream", name: "stdout", text: "x" }],
  });
  const kept = temporaryFolder("kept");
  expect(await replaceFiles(await outdatedFiles("source", [folder]), kept)).toEqual([`${folder}/lesson.md: written`]);
  expect(readFileSync(join(folder, "lesson.md"), "utf8")).toContain(
    `${fence}{code-cell} typescript\n:id: mine\n:nbgrader: locked\n\nx;\n${fence}\n`,
  );
  const copy = join(kept, "01-hostile", "hostile.ipynb");
  const before = readFileSync(join(folder, "hostile.ipynb"), "utf8");
  const [line] = await replaceFiles(await outdatedFiles("notebook", [folder]), kept);
  expect(line).toBe(`${folder}/hostile.ipynb: written; what stood there before is in ${copy}`);
  expect(readFileSync(copy, "utf8")).toBe(before);
  const { cells } = await readNotebook(join(folder, "hostile.ipynb"));
  expect(cells[1]).toEqual(code(["x;"] as unknown as string, "mine", known(false, true, false, undefined, "mine")));
});

it("students get neither lesson.md nor the checks of exercises", async () => {
  const solutions = lessonWith(code("x;"));
  for (const make of ["source", "notebook"] as const) {
    await replaceFiles(await outdatedFiles(make, [solutions]), temporaryFolder("kept"));
  }
  writeFileSync(join(solutions, "data.txt"), "1");
  mkdirSync(join(solutions, "exercises"));
  writeFileSync(join(solutions, "exercises", "index.ts"), "export const answer = 42;");
  const target = join(temporaryFolder("students"), basename(solutions));
  await generateNotebooks([{ lesson: "01-hostile", solutions, target }]);
  expect(readdirSync(target).sort()).toEqual(["data.txt", "hostile.ipynb"]);
});
