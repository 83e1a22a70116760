import { codeCell, placeOf, solvedBut, type Kind } from "./kind";

/** What never ends. */
export const loops: Kind[] = [
  {
    name: "loop-in-solution",
    tries: "an exercise's function never returns",
    hand: solvedBut({
      cells: {
        "last-batch": "function lastBatch(images: number, batchSize: number): number {\n  while (true) {}\n}",
      },
    }),
    lost: { only: { "test-last-batch": 0 } },
    says: /no answer in time: does a loop never end/,
  },
  {
    name: "loop-half-way",
    tries: "a function answers some questions, then hangs",
    hand: solvedBut({
      cells: {
        "steps-per-epoch": `function stepsPerEpoch(images: number, batchSize: number): number {
  while (images % batchSize === 0) {}
  return Math.ceil(images / batchSize);
}`,
      },
    }),
    lost: { only: { "test-steps-per-epoch": 0.67 } },
    says: /no answer in time: does a loop never end/,
  },
  {
    name: "loop-in-helper",
    tries: "a cell of the student's own never ends",
    hand: solvedBut({ first: "let turns = 0;\nfor (;;) { turns++; }" }),
    says: /A cell took too long/,
  },
  {
    name: "loop-in-answer",
    tries: "looking at an answer never ends: a getter and toJSON",
    hand: solvedBut({
      cells: {
        "model-bytes": `function modelBytes(parameters: number, bytesPerNumber: number, momentum: boolean): ModelBytes {
  return {
    get parameters(): number { for (;;) {} },
    gradients: 0, optimizer: 0,
    toJSON() { for (;;) {} },
  } as ModelBytes;
}`,
      },
    }),
    lost: { only: { "test-model-bytes": 0 } },
    says: /no answer in time/,
  },
  {
    name: "never-resolves",
    tries: "a cell waits for what never comes",
    hand: solvedBut({ first: "await new Promise<void>(() => undefined);" }),
    says: /A cell took too long/,
  },
  {
    name: "slow-everywhere",
    tries: "no cell takes too long, all together do",
    hand: solvedBut({
      change: (notebook) => {
        const place = placeOf(notebook, "test-acceleration") + 1;
        const slow = "await new Promise<void>((resolve) => { setTimeout(resolve, 6_000); });";
        notebook.cells.splice(place, 0, ...Array.from({ length: 60 }, () => codeCell(slow)));
      },
    }),
    lost: { from: "test-attainable" },
    says: /took too long: .*all cells together/,
  },
];
