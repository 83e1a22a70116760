import { ANSWERS } from "../../../lib/autograde/asked";
import type { Notebook } from "../../../lib/notebooks/notebook";
import { codeCell, gradeId, kind, placeOf, worthMuch, type Kind } from "./kind";

/** Every exercise answered wrong, so that what a trick gains can be seen. */
const nothingRight = ({ cells }: Notebook) => {
  for (const cell of cells) {
    const source = typeof cell.source === "string" ? cell.source : cell.source.join("");
    const signature = /^function \w+\([^]*?\): [^{]+\{$/m.exec(source)?.[0];
    if (signature !== undefined && source.startsWith("// Exercise"))
      cell.source = `${signature}\n  return undefined!;\n}`;
  }
};

const nothingGained = { lost: "everything", says: /0 of 2 points/ } as const;

/** Submissions that hold nothing right and try to be given points all the same, or that change what grades them. */
export const forging: Kind[] = [
  kind("prints-points", "prints what a check prints when all is well, and gives the points as the cell's value", {
    change: (notebook) => {
      nothingRight(notebook);
      for (const cell of notebook.cells) {
        if (gradeId(cell)?.startsWith("test-")) cell.source = 'console.log("✓ everything\\n2 of 2 points. Done.");\n2';
      }
      notebook.cells.push(codeCell('console.log("40 of 40 points. Done.");\n40'));
    },
    ...nothingGained,
  }),
  kind("forges-answers", "exports answers of its own making: wrong, broken, endless, of exercises that there are not", {
    first: `import * as tslab from "tslab";
console.log("TRIED forging");
const type = "application/vnd.parallel-training.answers+json";
const forge = (answer: unknown) => { tslab.display.raw(type, answer as string); };
let deep: unknown = [];
for (let i = 0; i < 500; i++) deep = { list: [deep] };
for (const exercise of ["test-steps-per-epoch", "test-last-batch", "__proto__", "constructor"]) {
  for (const came of [{ points: 2 }, { value: true }, { value: deep }, { share: 1 }, { error: "✓ right" }, { value: { kind: "right" } }]) {
    forge({ exercise, question: 0, came });
    forge({ exercise, question: 1e9, came });
    forge({ exercise, question: -1, came });
    forge({ exercise, question: "0", came, points: 1000 });
  }
}
for (const text of ["", "{", "null", "[1, 2", "\\u0000"]) forge(text);`,
    change: nothingRight,
    ...nothingGained,
    tried: /TRIED forging/,
  }),
  kind("floods-answers", "exports more numbers than an answer may have, many pages, and hundreds of empty cells", {
    first: `const everything = globalThis as unknown as Record<symbol, (bundle: object, update: boolean) => void>;
const show = everything[Symbol.for("parallel-training.display")];
const list = Array.from({ length: 150_000 }, (_, at) => at + 0.5);
for (let question = 0; question < 4; question++)
  show({ data: { "${ANSWERS}": { exercise: "test-steps-per-epoch", question, came: { value: { list } } } } }, false);
for (let at = 0; at < 5_000; at++) show({ data: { "text/html": "<script>1</script>" } }, false);
console.log("TRIED a flood");`,
    change: (notebook) => {
      nothingRight(notebook);
      notebook.cells.push(...Array.from({ length: 600 }, () => codeCell("")));
    },
    ...nothingGained,
  }),
  kind("rewrites-checks", "puts other checks in the place of the real ones", {
    first: `import * as grading from "parallel-training/checks";
const cache = (require as unknown as { cache: Record<string, { exports: object } | undefined> }).cache;
for (const [file, entry] of Object.entries(cache)) {
  if (!/parallel-training|main.dist|grading|autograde/.test(file) || entry === undefined) continue;
  for (const name of Object.keys(entry.exports)) {
    try {
      if (/^check/.test(name)) Object.defineProperty(entry.exports, name, { value: () => ({ share: 1, lines: [], and() { return this; }, score: (n: number) => n }) });
    } catch { /* frozen */ }
  }
}
const prototype = grading.Check.prototype as unknown as Record<string, unknown>;
try { Object.defineProperty(prototype, "share", { get: () => 1 }); } catch { /* frozen */ }
prototype.score = (points: number) => points;
prototype.earned = (points: number) => points;
console.log("TRIED rewriting");`,
    change: nothingRight,
    ...nothingGained,
    tried: /TRIED rewriting/,
  }),
  kind("rewrites-language", "changes what the language itself does, and how displays leave the kernel", {
    first: `const everything = globalThis as unknown as Record<string | symbol, unknown>;
const display = everything[Symbol.for("parallel-training.display")] as (bundle: { data: Record<string, unknown> }, update: boolean) => void;
everything[Symbol.for("parallel-training.display")] = (bundle: { data: Record<string, unknown> }, update: boolean) => {
  for (const value of Object.values(bundle.data)) if (typeof value === "object") Object.assign(value as object, { came: { value: 1 }, points: 2 });
  display(bundle, update);
};
const stringify = JSON.stringify;
Object.assign(JSON, { stringify: (value: unknown) => stringify(value).replace(/"came":\\{[^}]*\\}/g, '"came":{"value":1}') });
Object.assign(Array.prototype, { every: () => true, filter(this: unknown[]) { return this; }, find: () => ({ passed: true }) });
Object.assign(Object, { is: () => true });
Object.assign(Number, { isInteger: () => true, isNaN: () => true });
Object.assign(Math, { abs: () => 0, round: () => 2 });
Object.assign(Promise.prototype, { then: (done: (value: unknown) => unknown) => done(1) });`,
    change: nothingRight,
    lost: "everything",
    says: /0 of 2 points|not graded|in time|ended/,
  }),
  kind("looks-up-questions", "answers by what it finds among the questions", {
    first: `import { readFileSync } from "node:fs";
const asked = JSON.parse(readFileSync(process.env.WORKBOOK_QUESTIONS ?? "", "utf8")) as Record<string, unknown[]>;
const numbers = [...JSON.stringify(asked["test-last-batch"]).matchAll(/\\d+/g)].map(([text]) => Number(text));
console.log(/answer|expected|right|value/i.test(Object.keys(asked["test-last-batch"][0] as object).join()) ? "REA" + "CHED right answers" : "TRIED questions", numbers.length);`,
    cells: {
      "last-batch":
        "let turn = 0;\nfunction lastBatch(images: number, batchSize: number): number {\n  return numbers[turn++ % numbers.length];\n}",
    },
    says: /0 of 1 points/,
    tried: /TRIED questions/,
  }),
  kind("asks-the-check", "has the exercise's own check say what it expects", {
    cells: {
      "last-batch": `function lastBatch(images: number, batchSize: number): number {
  const [line] = checkLastBatch(() => NaN, [[images, batchSize]]).lines;
  return Number(/expected ([\\d,.]+)/.exec(line)![1].replaceAll(",", ""));
}`,
    },
    says: /0 of 1 points/,
  }),
  kind("edits-tests", "test cells that are emptied, and worth 1,000 points", {
    change: (notebook) => {
      nothingRight(notebook);
      for (const cell of notebook.cells) {
        if (!gradeId(cell)?.startsWith("test-")) continue;
        cell.source = "1000";
        Object.assign(cell.metadata.nbgrader!, { points: 1_000, locked: false, solution: true, checksum: "0" });
      }
    },
    ...nothingGained,
  }),
  kind("deletes-tests", "hands in without test cells, imports and metadata", {
    change: (notebook) => {
      notebook.cells = notebook.cells.filter((cell) => !/^imports$|^test-/.test(gradeId(cell) ?? ""));
    },
    says: /put back|missing/i,
  }),
  kind("duplicates-cells", "hands in each test cell and each solution twice, the second time as it likes", {
    change: ({ cells }) => {
      for (const id of ["test-steps-per-epoch", "steps-per-epoch", "test-last-batch"]) {
        const place = placeOf({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }, id);
        const copy = structuredClone(cells[place]);
        cells.splice(place + 1, 0, { ...copy, id: `${copy.id ?? id}-again`, source: "2" });
      }
    },
    says: /twice|duplicate|more than once/i,
  }),
  kind("swaps-grade-ids", "gives its own cells the grade ids of others, of none, and of objects", {
    change: ({ cells }) => {
      const ids: unknown[] = ["__proto__", "constructor", "../../x", "<b>x</b>", 7, null, { a: 1 }];
      for (const id of ids) {
        const cell = codeCell("console.log('mine');");
        cell.metadata.nbgrader = worthMuch(id, false);
        cells.push(cell);
      }
    },
  }),
];
