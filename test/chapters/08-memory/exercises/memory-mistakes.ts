import { type MendedLine } from "../../../../lib/checks";
import { checkMemoryMistakes, type FaultyProgram } from "../../../../solutions/08-memory/exercises/memory-mistakes";
import { exercise } from "../../../checks/exercise";

const mended: Record<FaultyProgram, MendedLine> = {
  a: { line: 8, corrected: "const master = 0;" },
  b: { line: 8, corrected: "const strategy = fullyShard({ devices: 1, zero: 2, cluster: await resolveCluster() });" },
  c: { line: 6, corrected: "  const input = gate(x, [dy]);" },
};
const or =
  (changed: Partial<typeof mended>) =>
  (program: FaultyProgram): MendedLine =>
    ({ ...mended, ...changed })[program];
const slip = (what: string, program: FaultyProgram, changed: Partial<MendedLine>, says: RegExp) => ({
  ...{ what, says },
  answer: or({ [program]: { ...mended[program], ...changed } }),
});
const sharded = (options: string) => ({ corrected: `const strategy = fullyShard({ ${options} });` });

export const exercises = [
  exercise("08-memory/test-mistakes-mended", checkMemoryMistakes, {
    right: [
      or({
        a: { line: 9, corrected: "const bytes = moments + weights + gradients + activations; // no master copy" },
        c: { line: 6, corrected: "const input = gate(x, [dy, ...kernels]); // the turn has come" },
      }),
      or({
        a: { line: 8, corrected: "const master = 0.0 * 4 * parameters" },
        b: { line: 8, corrected: "const strategy = fullyShard({ zero: 2, cluster: await resolveCluster(), });" },
        c: { line: 6, corrected: "const input = gate(x, [x, kernels[0], dy,]);" },
      }),
      or({}),
    ],
    wrong: [
      slip("a product of 0, and the copy", "a", { corrected: "const master = 0 * 1 + 4 * parameters;" }, /numbers that float32 does not have/), // prettier-ignore
      slip("a sum of the right terms without a name", "a", { line: 9, corrected: "weights + gradients + moments + activations;" }, /does not count any more/), // prettier-ignore
      slip("no activations", "a", { line: 9, corrected: "const bytes = weights + gradients + moments;" }, /does not count any more/), // prettier-ignore
      slip("a cluster that the program does not have", "b", sharded("devices: 1, zero: 2, cluster: grid"), /does not call fullyShard/), // prettier-ignore
      slip("stage 1", "b", sharded("devices: 1, zero: 1, cluster: await resolveCluster()"), /as much as at stage 3/),
      slip("another line", "b", { line: 11 }, /line 11 is right/),
      slip("a list that does not compile", "c", { corrected: "const input = gate(x, [...kernels, dy, dy.]);" }, /does not have/), // prettier-ignore
      slip("a gate that waits for x", "c", { corrected: "const input = gate(x, [x]);" }, /before the backward pass/),
      slip("no gate", "c", { corrected: "const input = x;" }, /at once, or merged/),
    ],
  }),
];
