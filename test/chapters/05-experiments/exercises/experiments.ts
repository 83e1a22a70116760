import { mean, shuffle } from "simple-statistics";
import {
  checkBlockOrder,
  checkConfigurations,
  checkDiagnosis,
  checkFakedDifference,
} from "../../../../solutions/05-experiments/exercises/experiments";
import type { ComparedRun, Diagnosis } from "../../../../solutions/05-experiments/exercises/experiments";
import { randomNumbers } from "../../../../lib/experiment";
import { exercise } from "../../../checks/exercise";

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
  exercise<(factors: Record<string, Level[]>) => Record<string, Level>[]>({
    cell: "05-experiments/test-configurations",
    check: checkConfigurations,
    right: (factors) =>
      Object.entries(factors).reduce<Record<string, Level>[]>(
        (rows, [name, levels]) => levels.flatMap((level) => rows.map((row) => ({ [name]: level, ...row }))),
        [{}],
      ),
    wrong: [
      {
        what: "levels alone",
        answer: (factors) =>
          Object.entries(factors).flatMap(([name, levels]) => levels.map((level) => ({ [name]: level }))),
        says: /a level of every factor/,
      },
      {
        what: "the first configuration",
        answer: (factors) => [Object.fromEntries(Object.entries(factors).map(([name, [first]]) => [name, first]))],
      },
    ],
  }),
  exercise({
    cell: "05-experiments/test-faked-difference",
    check: checkFakedDifference,
    right: (drift, first, second) => mean(second.map((at) => at * drift)) - mean(first.map((at) => at * drift)),
    wrong: {
      what: "first runs",
      answer: (drift, [first], [second]) => drift * (second - first),
      says: /Use all runs/,
    },
  }),
  exercise<Order>({
    cell: "05-experiments/test-block-order",
    check: checkBlockOrder,
    right: blocksBy(shuffle),
    // What the check counts in an order is tried by these; its slips are no more than true or false.
    wrong: [
      {
        what: "all runs shuffled together",
        answer: (names, blocks, seed) =>
          shuffle(
            repeated(blocks, () => names),
            randomNumbers(seed),
          ),
        says: /exactly once|expected/,
      },
      {
        what: "one order for all blocks",
        answer: (names, blocks, seed) => repeated(blocks, () => shuffle(names, randomNumbers(seed))),
        says: /new order for each block/,
      },
      {
        what: "the machine's own random numbers",
        answer: (names, blocks) => repeated(blocks, () => shuffle(names)),
        says: /all random numbers from/,
      },
      {
        what: "a shuffle that swaps with any place",
        answer: blocksBy((names, random) => {
          const all = [...names];
          for (const at of all.keys()) {
            const other = Math.floor(random() * all.length);
            [all[at], all[other]] = [all[other], all[at]];
          }
          return all;
        }),
        says: /more often than others/,
      },
    ],
  }),
  exercise<(rows: ComparedRun[]) => Diagnosis>({
    cell: "05-experiments/test-diagnosis",
    // As text, since a wrong answer need not be one of the three.
    check: (answer) => checkDiagnosis(answer),
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
      {
        what: "runs alone",
        answer: (rows) => (repeats(rows) ? "pseudoreplicated" : "sound"),
        says: /No block has runs of both modes/,
      },
      {
        what: "every block for some block",
        answer: (rows) => {
          if (repeats(rows)) return "pseudoreplicated";
          const isCompared = ({ block, mode }: ComparedRun) =>
            rows.some((row) => row.block === block && row.mode !== mode);
          return rows.every(isCompared) ? "sound" : "confounded";
        },
        onlyHidden: true,
      },
    ],
  }),
];
