import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { outdatedFiles, readNotebook, replaceFiles } from "../../lib/notebooks";
import type { LessonNumbers } from "../../lib/notebooks/numbers";
import { temporaryFolder } from "../temporary";

const heading = readFileSync("solutions/01-one-device/lesson.md", "utf8").split("\n").slice(0, 10).join("\n");

/** A lesson's folder with a cell for each text, and its numbers. */
function lessonOf(numbers: LessonNumbers, ...texts: string[]): string {
  const folder = join(temporaryFolder("lesson"), "01-numbers");
  mkdirSync(join(folder, "exercises"), { recursive: true });
  const cells = texts.map((text, at) => `\n\n+++ {"id": "text-${at + 1}"}\n\n${text}`).join("");
  writeFileSync(join(folder, "lesson.md"), `${heading}${cells}\n`);
  writeFileSync(join(folder, "given.json"), JSON.stringify(numbers));
  const read = `JSON.parse(readFileSync(${JSON.stringify(join(folder, "given.json"))}, "utf8"))`;
  writeFileSync(
    join(folder, "exercises", "numbers.ts"),
    `import { readFileSync } from "node:fs";\nexport const numbers = () => ${read};\n`,
  );
  return folder;
}

async function make(kind: "notebook" | "source", folder: string): Promise<string[]> {
  const texts = await outdatedFiles(kind, [folder]);
  await replaceFiles(texts, temporaryFolder("kept"));
  return [...texts.keys()];
}
const textsOf = async (folder: string): Promise<string[]> =>
  (await readNotebook(join(folder, "numbers.ipynb"))).cells.map(({ source }) => [source].flat().join(""));

it("a number is written as its placeholder asks, and a code cell is left alone", async () => {
  const asked: [text: string, value: LessonNumbers[string], written: string][] = [
    ["{{a}}", 1826.83, "1,827"],
    ["{{a:1}}", 1234.56, "1,234.6"],
    ["{{a:3}}", 0.0625, "0.063"],
    ["{{a:2}}", 0.125, "0.13"],
    ["{{a}}", 2.5, "3"],
    ["{{a:1}}", -0.04, "0.0"],
    ["{{a:1}}", -4.26, "-4.3"],
    ["{{a:-2}}", 9301.2, "9,300"],
    ["{{a:-3}}", 27_499, "27,000"],
    ["{{a:word}}", 9, "nine"],
    ["{{a:Word}}", 5, "Five"],
    ["{{a:1}}", [96.9, 94.94, 95], "94.9 to 96.9"],
    ["{{a:2}}", [0.291, 0.288], "0.29"],
    ["{{a}}", "11 or 12", "11 or 12"],
    ["**{{a}}**s {{a:1}}", 7, "**7**s 7.0"],
  ];
  const all = Object.fromEntries(asked.map(([, value], at) => [`n${at}`, value]));
  const folder = lessonOf(all, ...asked.map(([text], at) => text.replaceAll("{{a", `{{n${at}`)), "```{code-cell}\n```");
  writeFileSync(
    join(folder, "lesson.md"),
    readFileSync(join(folder, "lesson.md"), "utf8").replace(
      /\n\n\+\+\+ \{"id": "text-16"\}[^]*/,
      "\n\n```{code-cell} typescript\n:id: code\n\n`{{n0}}`;\n```\n",
    ),
  );
  await make("notebook", folder);
  expect(await textsOf(folder)).toEqual([...asked.map(([, , written]) => written), "`{{n0}}`;"]);
});

describe("what does not fit together is refused in one line", () => {
  const refused: [string, LessonNumbers, string, RegExp][] = [
    ["an unknown name", { a: 1 }, "{{a}} {{b:1}}", /line 12.* has \{\{b:1\}\}, which .*numbers\.ts does not give: use a name/],
    ["a number that nothing uses", { a: { b: 1 } }, "1", /numbers\.ts gives a\.b, which lesson\.md does not use: write \{\{a\.b\}\}/],
    ["no number", { a: NaN }, "{{a}}", /has \{\{a\}\}, which .* gives as None: it cannot be written so/],
    ["a list with a gap", { a: [1, Infinity] }, "{{a}}", /cannot be written so/],
    ["an empty list", { a: [] }, "{{a}}", /cannot be written so/],
    ["no such word", { a: 2.5 }, "{{a:word}}", /gives as 2\.5: it cannot be written so/],
    ["digits of a text", { a: "b" }, "{{a:1}}", /gives as b: it cannot be written so/],
    ["words that are not there", { "is  faster": true }, "Is faster.", /whether “is {2}faster”, which lesson\.md does not say/],
    ["words that are not so", { group: { "is faster": false } }, "It is\nfaster.", /finds that this is not so: “is faster”\. Mend/],
  ]; // prettier-ignore
  const folders = refused.map(([, given, text]) => lessonOf(given, text));
  let said: string[];
  beforeAll(async () => {
    const error = await outdatedFiles("notebook", folders).catch((reason: unknown) => reason as Error);
    said = (error as Error).message.split("\n");
  });
  it.each(refused.map(([what, , , message], at) => [what, message, at] as const))("%s", (_, message, at) => {
    expect(said[at]).toMatch(message);
    expect(said[at]).toContain(folders[at]);
  });
});

it("a number that has changed makes the notebook stale", async () => {
  const folder = lessonOf({ a: 1.04 }, "About {{a:1}} s.");
  expect(await make("notebook", folder)).toHaveLength(1);
  writeFileSync(join(folder, "given.json"), '{"a":1.03}'); // written alike
  expect(await make("notebook", folder)).toEqual([]);
  writeFileSync(join(folder, "given.json"), '{"a":1.06}');
  expect(await make("notebook", folder)).toHaveLength(1);
  expect(await textsOf(folder)).toEqual(["About 1.1 s."]);
});

describe("an edited notebook leaves placeholders where their numbers are as before", () => {
  const given = { rate: 96.5, epochs: [1826.8, 592.2], one: 331.9 };
  const text = "At {{rate:1}} MB/s,\nthey take {{epochs}} s, and {{one}} s\non {{one:2}} nodes.";
  const edits: [what: string, edited: string, source?: string][] = [
    ["nothing", "At 96.5 MB/s,\nthey take 592 to 1,827 s, and 332 s\non 331.90 nodes.", text],
    [
      "words and line breaks",
      "With 96.5 MB/s they\ntook 592 to 1,827 s and, oh, 332 s\non all 331.90 nodes!",
      "With {{rate:1}} MB/s they\ntook {{epochs}} s and, oh, {{one}} s\non all {{one:2}} nodes!",
    ],
    [
      "a number",
      "At 96.5 MB/s,\nthey take 592 to 1,828 s, and 332 s\non 331.90 nodes.",
      "At {{rate:1}} MB/s,\nthey take 592 to 1,828 s, and {{one}} s\non {{one:2}} nodes.",
    ],
    [
      "digits behind and before a number",
      "At 96.53 MB/s,\nthey take 592 to 1,827 s, and 1,332 s\non -331.90 nodes.",
      "At 96.53 MB/s,\nthey take {{epochs}} s, and 1,332 s\non -331.90 nodes.",
    ],
    ["a sentence that is gone", "They take 592 to 1,827 s.", "They take {{epochs}} s."],
    ["everything", "Another text."],
    ["a placeholder that the author has written", "At {{rate}} MB/s.", "At {{rate}} MB/s."],
  ];
  const folders = edits.map(() => lessonOf(given, text, "No number."));
  const made: string[] = [];
  beforeAll(async () => {
    await replaceFiles(await outdatedFiles("notebook", folders), temporaryFolder("kept"));
    for (const [at, [, edited]] of edits.entries()) {
      const file = join(folders[at], "numbers.ipynb");
      const notebook = await readNotebook(file);
      notebook.cells[0].source = edited;
      writeFileSync(file, JSON.stringify(notebook));
    }
    const sources = await outdatedFiles("source", folders);
    made.push(...folders.map((folder) => sources.get(join(folder, "lesson.md")) ?? "as before"));
  });
  it.each(edits.map(([what, edited, source], at) => [what, source ?? edited, at] as const))("%s", (_, source, at) => {
    if (source === text) expect(made[at]).toBe("as before");
    else expect(made[at]).toContain(`{"id": "text-1"}\n\n${source}\n\n+++`);
  });
});
