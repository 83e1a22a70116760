import { checkMemoryMistakes, type FaultyProgram, type MendedLine } from "../../../lib/checks";
import { exercise } from "../exercise";

const mended: Record<FaultyProgram, MendedLine> = {
  a: { line: 8, corrected: "const master = 0;" },
  b: { line: 11, corrected: "const model = fullyShard(gpt(sizes), { mesh: grid, level: 2 });" },
  c: { line: 6, corrected: "  const input = gate(x, [dy]);" },
};
const or =
  (changed: Partial<typeof mended>) =>
  (program: FaultyProgram): MendedLine =>
    ({ ...mended, ...changed })[program];

export const exercises = [
  exercise({
    what: "three programs with a mistake each",
    cell: "08-memory/test-mistakes-mended",
    check: checkMemoryMistakes,
    right: [
      or({}),
      or({
        a: { line: 9, corrected: "const bytes = moments + weights + gradients + activations; // no master copy" },
        c: { line: 6, corrected: "const input = gate(x, [dy, ...kernels]); // the turn has come" },
      }),
      or({
        a: { line: 8, corrected: "const master = 0.0 * 4 * parameters" },
        b: { line: 11, corrected: 'const model = fullyShard(gpt(sizes), { level: 2, along: "data", mesh: grid, });' },
        c: { line: 6, corrected: "const input = gate(x, [x, kernels[0], dy,]);" },
      }),
    ],
    wrong: [
      {
        what: "a product of 0, and the copy",
        answer: or({ a: { line: 8, corrected: "const master = 0 * 1 + 4 * parameters;" } }),
        says: /numbers that float32 does not have/,
      },
      {
        what: "a sum of the right terms without a name",
        answer: or({ a: { line: 9, corrected: "weights + gradients + moments + activations;" } }),
        says: /does not count any more/,
      },
      {
        what: "an axis that the mesh does not have",
        answer: or({ b: { ...mended.b, corrected: mended.b.corrected.replace("grid", 'grid, along: "tensor"') } }),
        says: /does not call fullyShard/,
      },
      {
        what: "a list that does not compile",
        answer: or({ c: { line: 6, corrected: "const input = gate(x, [...kernels, dy, dy.]);" } }),
        says: /does not have/,
      },
      {
        what: "a copy of half the size",
        answer: or({ a: { line: 8, corrected: "const master = 2 * parameters;" } }),
        says: /numbers that float32 does not have/,
      },
      {
        what: "no activations",
        answer: or({ a: { line: 9, corrected: "const bytes = weights + gradients + moments;" } }),
        says: /does not count any more/,
      },
      {
        what: "level 1",
        answer: or({ b: { ...mended.b, corrected: mended.b.corrected.replace("2", "1") } }),
        says: /as much as at level 3/,
      },
      { what: "another line", answer: or({ b: { ...mended.b, line: 13 } }), says: /line 13 is right/ },
      {
        what: "a gate that waits for x",
        answer: or({ c: { line: 6, corrected: "const input = gate(x, [x]);" } }),
        says: /before the backward pass/,
      },
      { what: "no gate", answer: or({ c: { line: 6, corrected: "const input = x;" } }), says: /at once, or merged/ },
    ],
  }),
];
