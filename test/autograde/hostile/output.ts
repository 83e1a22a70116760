import { solvedBut, type Kind } from "./kind";

/** Cells that say too much. */
export const output: Kind[] = [
  {
    name: "prints-lines",
    tries: "lines without end",
    hand: solvedBut({
      first:
        'for (let i = 0; ; i++) {\n  console.log(`line ${i} ${"x".repeat(200)}`);\n  if (i % 100 === 0) await new Promise<void>((resolve) => { setImmediate(resolve); });\n}',
    }),
    says: /printed or showed (too much|more than)/,
  },
  {
    name: "prints-one-line",
    tries: "one line without end",
    hand: solvedBut({
      first:
        'for (;;) {\n  process.stdout.write("x".repeat(100_000));\n  await new Promise<void>((resolve) => { setImmediate(resolve); });\n}',
    }),
    // It yields between its writes: it may reach its time before the limits of memory and output, and the next cells run meanwhile.
    lost: "the rest",
    says: /memory|printed or showed (too much|more than)/,
  },
  {
    name: "prints-past-node",
    tries: "writes to the file descriptors under the kernel",
    hand: solvedBut({
      first:
        'import { writeSync } from "node:fs";\nfor (;;) for (const fd of [1, 2]) writeSync(fd, "x".repeat(100_000));',
    }),
    lost: "everything",
    says: /memory|printed or showed (too much|more than)/,
  },
  {
    name: "displays-too-much",
    tries: "a display of 300 MB",
    hand: solvedBut({
      first: `import * as tslab from "tslab";
tslab.display.html("<p>" + "x".repeat(300 * 2 ** 20));`,
    }),
  },
  {
    name: "answers-loudly",
    tries: "prints in an exercise as much as it can, and answers right",
    hand: solvedBut({
      cells: {
        "last-batch": `function lastBatch(images: number, batchSize: number): number {
  for (let i = 0; i < 2_000; i++) console.log("x".repeat(500));
  return images % batchSize === 0 ? batchSize : images % batchSize;
}`,
      },
    }),
  },
];
