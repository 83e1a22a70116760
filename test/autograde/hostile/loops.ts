import { codeCell, kind, placeOf, type Kind } from "./kind";

/** What never ends. */
export const loops: Kind[] = [
  kind("loop-in-solution", "an exercise's function never returns", {
    cells: { "last-batch": "function lastBatch(images: number, batchSize: number): number {\n  while (true) {}\n}" },
    says: /no answer in time: does a loop never end/,
  }),
  kind("loop-half-way", "a function answers some questions, then hangs", {
    cells: {
      "steps-per-epoch": `function stepsPerEpoch(images: number, batchSize: number): number {
  while (images % batchSize === 0) {}
  return Math.ceil(images / batchSize);
}`,
    },
    lost: { only: { "test-steps-per-epoch": 0.67 } },
    says: /no answer in time: does a loop never end/,
  }),
  kind("loop-in-helper", "a cell of the student's own never ends", {
    first: "let turns = 0;\nfor (;;) { turns++; }",
    says: /A cell took too long/,
  }),
  kind("loop-in-answer", "looking at an answer never ends: a getter and toJSON", {
    cells: {
      "model-bytes": `function modelBytes(parameters: number, bytesPerNumber: number, momentum: boolean): ModelBytes {
  return {
    get parameters(): number { for (;;) {} },
    gradients: 0, optimizer: 0,
    toJSON() { for (;;) {} },
  } as ModelBytes;
}`,
    },
    says: /no answer in time/,
  }),
  kind("never-resolves", "a cell waits for what never comes", {
    first: "await new Promise<void>(() => undefined);",
    says: /A cell took too long/,
  }),
  kind("slow-everywhere", "no cell takes too long, all together do", {
    change: (notebook) => {
      const place = placeOf(notebook, "test-acceleration") + 1;
      const slow = "await new Promise<void>((resolve) => { setTimeout(resolve, 6_000); });";
      notebook.cells.splice(place, 0, ...Array.from({ length: 60 }, () => codeCell(slow)));
    },
    lost: { from: "test-attainable" },
    says: /took too long: .*all cells together/,
  }),
];
