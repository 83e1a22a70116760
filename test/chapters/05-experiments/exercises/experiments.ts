import { mean, shuffle } from "simple-statistics";
import {
  checkBlockOrder,
  checkConfigurations,
  checkDiagnosis,
  checkFakedDifference,
} from "../../../../solutions/05-experiments/exercises/experiments";
import type { Diagnosis } from "../../../../solutions/05-experiments/exercises/experiments";
import type { ComparedRun } from "../../../../chapters/05-experiments/three-experiments";
import { randomNumbers } from "../../../../lib/experiment";
import { exercise, guess, slip, unseen } from "../../../checks/exercise";

type Level = string | number;
type Order = (configurations: string[], blocks: number, seed: number) => string[];

const repeated = <T>(count: number, make: () => T[]) => Array.from({ length: count }, make).flat();
const blocksBy =
  (shuffled: (names: string[], random: () => number) => string[]): Order =>
  (names, blocks, seed) => {
    const random = randomNumbers(seed);
    return repeated(blocks, () => shuffled(names, random));
  };

/** Whether a run has several rows. */
const repeats = (rows: ComparedRun[]) => new Set(rows.map(({ run }) => run)).size < rows.length;

export const exercises = [
  exercise("05-experiments/test-configurations", checkConfigurations, {
    right: (factors) =>
      Object.entries(factors).reduce<Record<string, Level>[]>(
        (rows, [name, levels]) => levels.flatMap((level) => rows.map((row) => ({ [name]: level, ...row }))),
        [{}],
      ),
    wrong: [
      slip("levels alone", /a level of every factor/, (factors) =>
        Object.entries(factors).flatMap(([name, levels]) => levels.map((level) => ({ [name]: level }))),
      ),
      guess("the first configuration", (factors) => [
        Object.fromEntries(Object.entries(factors).map(([name, [first]]) => [name, first])),
      ]),
    ],
  }),
  exercise("05-experiments/test-faked-difference", checkFakedDifference, {
    right: (drift, first, second) => mean(second.map((at) => at * drift)) - mean(first.map((at) => at * drift)),
    wrong: slip("first runs", /Use all runs/, (drift, [first], [second]) => drift * (second - first)),
  }),
  exercise("05-experiments/test-block-order", checkBlockOrder, {
    right: blocksBy(shuffle),
    // What the check counts in an order is tried by these; its slips are no more than true or false.
    wrong: [
      slip("all runs shuffled together", /exactly once|expected/, (names, blocks, seed) =>
        shuffle(
          repeated(blocks, () => names),
          randomNumbers(seed),
        ),
      ),
      slip("one order for all blocks", /new order for each block/, (names, blocks, seed) =>
        repeated(blocks, () => shuffle(names, randomNumbers(seed))),
      ),
      slip("the machine's own random numbers", /all random numbers from/, (names, blocks) =>
        repeated(blocks, () => shuffle(names)),
      ),
      slip(
        "a shuffle that swaps with any place",
        /more often than others/,
        blocksBy((names, random) => {
          const all = [...names];
          for (const at of all.keys()) {
            const other = Math.floor(random() * all.length);
            [all[at], all[other]] = [all[other], all[at]];
          }
          return all;
        }),
      ),
    ],
  }),
  // As text, since a wrong answer need not be one of the three.
  exercise<(rows: ComparedRun[]) => Diagnosis>("05-experiments/test-diagnosis", (answer) => checkDiagnosis(answer), {
    right: (rows) => {
      const seen = new Set<string>();
      const modes = new Map<number, Set<string>>();
      for (const { run, block, mode } of rows) {
        if (seen.has(run)) return "pseudoreplicated";
        seen.add(run);
        modes.set(block, (modes.get(block) ?? new Set()).add(mode));
      }
      return [...modes.values()].every(({ size }) => size < 2) ? "confounded" : "sound";
    },
    wrong: [
      slip("runs alone", /No block has runs of both modes/, (rows) => (repeats(rows) ? "pseudoreplicated" : "sound")),
      unseen("every block for some block", (rows) => {
        if (repeats(rows)) return "pseudoreplicated";
        const isCompared = ({ block, mode }: ComparedRun) =>
          rows.some((row) => row.block === block && row.mode !== mode);
        return rows.every(isCompared) ? "sound" : "confounded";
      }),
    ],
  }),
];
