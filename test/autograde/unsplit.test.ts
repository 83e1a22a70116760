import { expect, it } from "vitest";
import { answered, assemble } from "../../lib/autograde/assemble";
import type { HandedInCell } from "../../lib/autograde/intake";
import { code, graded, handedInAs, notebookWith } from "../notebooks/cells";

const stub = 'function half(x: number): number {\n  throw new Error("not implemented");\n}';
const release = notebookWith([
  graded("half", stub, { solution: true }),
  graded("test-half", "checkHalf(half).score(2)", { grade: true, points: 2 }),
  code("const run = await train();\nshow(run);", "figure"),
]);
const [half, test, figure] = release.cells.map((cell) => handedInAs(cell));
const show = (...cells: HandedInCell[]) => {
  const assembled = assemble(cells, release);
  return { ...assembled, lines: assembled.cells.map(({ id, source }) => `${id}: ${source}`) };
};

it.each([
  ["fails where it stands", "half(3);", "const half = (x: number) => x / 2;"],
  ["imports the same", 'import { sum } from "a";\nsum([]);', 'import { sum } from "a";\nfunction half() {}'],
])("a copied cell before an answer stays a cell of its own: it %s", (_, tried, answer) => {
  const { lines, notes } = show({ ...half, id: "x", source: tried }, { ...half, source: answer }, test, figure);
  expect(lines.slice(0, 2)).toEqual([`own-1: ${tried}`, `half: ${answer}`]);
  expect(notes).toEqual([
    "half is in 2 cells of the notebook: cell 2 was taken as the answer; cell 1 was kept as the student's own.",
  ]);
});

it.each([
  ["const half =", "(x: number) => x / 2;"],
  ["function half(x: number): number", "{\n  return x / 2;\n}"],
  ["const two =", "2;\nfunction half(x: number) {\n  return x / two;\n}"],
])("an answer that was split where neither part is whole is put together (%j)", (one, other) => {
  const { lines } = show({ ...half, source: one }, { ...half, id: "x", source: other }, test, figure);
  expect(lines[0]).toBe(`half: ${one}\n${other}`);
});

it.each(["/*\nSOURCE\n*/", "SOURCE\nshow(mine);", "if (slow) {\nSOURCE\n}"])(
  "a lesson's cell that a student changed to %j is not divided",
  (changed) => {
    const source = changed.replace("SOURCE", figure.source);
    const { lines, notes } = show(half, test, { ...figure, source });
    expect([lines[2], lines.length, notes]).toEqual([`figure: ${source}`, 3, []]);
  },
);

it.each([stub.replaceAll("\n", "\r\n"), `// To do\n${stub}`])("an exercise is not answered by %j", (source) => {
  expect(answered(show({ ...half, source }, test, figure))).toEqual([]);
});

it.each(["const { half } = mine;", "const a = 1, half = (x: number) => x / 2;", "  function half(x: number) {}"])(
  "%j above an exercise that was left as it is answers it",
  (answer) => {
    const { lines, notes } = show({ type: "code", source: answer }, half, test, figure);
    expect(lines[0]).toBe(`half: ${answer}`);
    expect(notes).toHaveLength(1);
  },
);

it("a declaration in a text that a cell writes is none", () => {
  const { lines, notes } = show({ type: "code", source: "const text = `\nconst half = 1;\n`;" }, half, test, figure);
  expect([lines[1], notes]).toEqual([`half: ${stub}`, []]);
});
