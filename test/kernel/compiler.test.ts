import { expect, it } from "vitest";
import { CellLines } from "../../kernel/cell-lines";
import { loadTslab } from "../../kernel/compiler";
import { workbookRoot } from "../../lib/system/workbook";

const { createConverter, currentProgram } = loadTslab(workbookRoot, new CellLines());

it("a cell that imports nothing new takes one program, which walks through no files again", () => {
  const { convert } = createConverter({ isJS: false, isBrowser: false });
  const importing = 'import { join } from "node:path";';
  let declarations = "";
  // The second one is the first whose declarations import something.
  for (const cell of [importing, "const none = 0;"]) declarations = convert(declarations, cell).declOutput ?? "";
  const programs = new Set([currentProgram()]);
  const cells = [
    'const one = join("a", "b");',
    "const two = one.length + three;",
    "const two = one.length;",
    importing,
  ];
  const found = cells.map((cell) => {
    const { declOutput, diagnostics } = convert(declarations, cell);
    declarations = declOutput ?? declarations;
    programs.add(currentProgram());
    expect(currentProgram(), cell).toMatchObject({ structureIsReused: 2 }); // all files are those of the program before
    return diagnostics.map(({ messageText }) => messageText);
  });
  expect(found).toEqual([[], ["Cannot find name 'three'."], [], []]);
  expect(programs.size).toBe(1 + cells.length);
  expect(declarations).toContain("declare const two: number;");
});

it("a cell knows the types of figures, for which it reads little", () => {
  const { convert } = createConverter({ isJS: false, isBrowser: false });
  const cell = [
    'import type { Figure } from "parallel-training/plots";',
    'const right: Figure = { data: [{ type: "bar", y: [1, 2] }], layout: { height: 300 } };',
    'const wrong: Figure["layout"] = { height: "tall" };',
  ].join("\n");
  expect(convert("", cell).diagnostics.map(({ messageText }) => messageText)).toEqual([
    "Type 'string' is not assignable to type 'number'.",
  ]);
  const read = currentProgram()
    .getSourceFiles()
    .filter(({ fileName }) => /\/plotly(\.js-dist)?\/(types|lib|src)\//.test(fileName));
  const characters = read.reduce((sum, { text }) => sum + text.length, 0);
  expect(characters).toBeGreaterThan(100_000);
  expect(characters).toBeLessThan(250_000); // with its comments, it would be 1.2 million
});
