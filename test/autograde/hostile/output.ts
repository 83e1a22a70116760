import { kind, type Kind } from "./kind";

/** Cells that say too much. */
export const output: Kind[] = [
  kind("prints-lines", "lines without end", {
    first:
      'for (let i = 0; ; i++) {\n  console.log(`line ${i} ${"x".repeat(200)}`);\n  if (i % 100 === 0) await new Promise<void>((resolve) => { setImmediate(resolve); });\n}',
    says: /printed or showed (too much|more than)/,
  }),
  kind("prints-one-line", "one line without end", {
    first:
      'for (;;) {\n  process.stdout.write("x".repeat(100_000));\n  await new Promise<void>((resolve) => { setImmediate(resolve); });\n}',
    // It yields between its writes: it may reach its time before the limits of memory and output, and the next cells run meanwhile.
    lost: "the rest",
    says: /memory|printed or showed (too much|more than)/,
  }),
  kind("prints-past-node", "writes to the file descriptors under the kernel", {
    first:
      'import { writeSync } from "node:fs";\nfor (;;) for (const fd of [1, 2]) writeSync(fd, "x".repeat(100_000));',
    lost: "everything",
    says: /memory|printed or showed (too much|more than)/,
  }),
  kind("displays-too-much", "a display of 300 MB", {
    first: `import * as tslab from "tslab";
tslab.display.html("<p>" + "x".repeat(300 * 2 ** 20));`,
  }),
  kind("answers-loudly", "prints in an exercise as much as it can, and answers right", {
    cells: {
      "last-batch": `function lastBatch(images: number, batchSize: number): number {
  for (let i = 0; i < 2_000; i++) console.log("x".repeat(500));
  return images % batchSize === 0 ? batchSize : images % batchSize;
}`,
    },
    lost: "nothing",
  }),
];
