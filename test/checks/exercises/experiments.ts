import { mean } from "simple-statistics";
import {
  checkBlockOrder,
  checkConfigurations,
  checkDiagnosis,
  checkFakedDifference,
  type ComparedRun,
  type Diagnosis,
} from "../../../lib/checks";
import { fullFactorial, plannedRuns, randomNumbers } from "../../../lib/experiment";
import { exercise } from "../exercise";

type Level = string | number;
type Factors = Record<string, Level[]>;
type Rows = Record<string, Level>[];
type Order = (configurations: string[], blocks: number, seed: number) => string[];

const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
const design = (factors: Factors) => ({
  factors: Object.entries(factors).map(([name, levels]) => ({
    name,
    levels: levels.map((level) => ({ level, arguments: {} })),
  })),
});
const firsts = (factors: Factors) =>
  Object.fromEntries(Object.entries(factors).map(([name, [first]]) => [name, first]));

/** Every order once, shuffled by a key that is drawn for each place. */
const byKeys = (names: string[], random: () => number) =>
  names
    .map((name) => ({ name, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ name }) => name);
const repeated = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at));
const blocksBy =
  (shuffle: (names: string[], random: () => number) => string[]): Order =>
  (names, blocks, seed) => {
    const random = randomNumbers(seed);
    return repeated(blocks, () => shuffle(names, random)).flat();
  };

const modesIn = (rows: ComparedRun[], block: number) =>
  new Set(rows.filter((row) => row.block === block).map(({ mode }) => mode)).size;

export const exercises = [
  exercise<(factors: Factors) => Rows>({
    what: "the configurations of a design",
    cell: "05-experiments/test-configurations",
    check: checkConfigurations,
    right: [
      (factors) => [...fullFactorial(design(factors))].reverse(),
      (factors) => {
        const [[name, levels], ...rest] = Object.entries(factors);
        const inner = (others: [string, Level[]][]): Rows =>
          others.length === 0
            ? [{}]
            : others[0][1].flatMap((level) => inner(others.slice(1)).map((row) => ({ [others[0][0]]: level, ...row })));
        return levels.flatMap((level) => inner(rest).map((row) => ({ ...row, [name]: level })));
      },
    ],
    wrong: [
      {
        what: "levels in pairs",
        answer: (factors) =>
          repeated(Math.max(...Object.values(factors).map(({ length }) => length)), (at) =>
            Object.fromEntries(Object.entries(factors).map(([name, levels]) => [name, levels[at % levels.length]])),
          ),
        says: /not only the one in its place/,
      },
      {
        what: "one factor at a time",
        answer: (factors) => [
          firsts(factors),
          ...Object.entries(factors).flatMap(([name, levels]) =>
            levels.slice(1).map((level) => ({ ...firsts(factors), [name]: level })),
          ),
        ],
        says: /One factor at a time/,
      },
      {
        what: "levels alone",
        answer: (factors) =>
          Object.entries(factors).flatMap(([name, levels]) => levels.map((level) => ({ [name]: level }))),
        says: /a level of every factor/,
      },
      { what: "the first configuration", answer: (factors) => [firsts(factors)] },
    ],
  }),
  exercise({
    what: "a difference that a drift makes",
    cell: "05-experiments/test-faked-difference",
    check: checkFakedDifference,
    right: [
      (drift, first, second) => drift * (mean(second) - mean(first)),
      (drift, first, second) => mean(second.map((at) => at * drift)) - mean(first.map((at) => at * drift)),
    ],
    wrong: [
      { what: "the wrong way round", answer: (d, a, b) => d * (mean(a) - mean(b)), says: /from the second's/ },
      { what: "places alone", answer: (_, a, b) => mean(b) - mean(a), says: /adds the drift/ },
      { what: "sums", answer: (d, a, b) => d * (sum(b) - sum(a)), says: /Compare the means|expected/ },
      { what: "first runs", answer: (d, a, b) => d * (b[0] - a[0]), says: /Use all runs/ },
    ],
  }),
  exercise<Order>({
    what: "a random order in blocks",
    cell: "05-experiments/test-block-order",
    check: checkBlockOrder,
    right: [
      blocksBy(byKeys),
      blocksBy((names, random) => {
        const all = [...names];
        for (let last = all.length - 1; last > 0; last--) {
          const other = Math.floor(random() * (last + 1));
          [all[last], all[other]] = [all[other], all[last]];
        }
        return all;
      }),
      (names, replicates, seed) => {
        const levels = names.map((level) => ({ level, arguments: {} }));
        const planned = { factors: [{ name: "name", levels }], replicates, seed };
        return plannedRuns(planned as unknown as Parameters<typeof plannedRuns>[0]).map((run) =>
          String(run.levels.name),
        );
      },
    ],
    wrong: [
      {
        what: "all runs shuffled together",
        answer: (names, blocks, seed) => byKeys(repeated(blocks, () => names).flat(), randomNumbers(seed)),
        says: /exactly once|expected/,
      },
      {
        what: "one order for all blocks",
        answer: (names, blocks, seed) => {
          const order = byKeys(names, randomNumbers(seed));
          return repeated(blocks, () => order).flat();
        },
        says: /new order for each block/,
      },
      {
        what: "the machine's own random numbers",
        answer: (names, blocks) => repeated(blocks, () => byKeys(names, Math.random)).flat(),
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
      {
        what: "sorting by coin tosses",
        answer: blocksBy((names, random) => [...names].sort(() => random() - 0.5)),
        says: /more often than others/,
      },
      {
        what: "turning the order round",
        answer: blocksBy((names, random) => {
          const from = Math.floor(random() * names.length);
          return [...names.slice(from), ...names.slice(0, from)];
        }),
        says: /more often than others/,
      },
    ],
  }),
  exercise<(rows: ComparedRun[]) => Diagnosis>({
    what: "a diagnosis of an experiment",
    cell: "05-experiments/test-diagnosis",
    // As text, since a wrong answer need not be one of the three.
    check: (answer) => checkDiagnosis(answer),
    right: [
      (rows) => {
        if (new Set(rows.map(({ run }) => run)).size < rows.length) return "pseudoreplicated";
        const modes = new Set(rows.map(({ mode }) => mode)).size;
        return rows.some(({ block }) => modesIn(rows, block) === modes) ? "sound" : "confounded";
      },
      (rows) => {
        const seen = new Set<string>();
        const modes = new Map<number, Set<string>>();
        for (const { run, block, mode } of rows) {
          if (seen.has(run)) return "pseudoreplicated";
          seen.add(run);
          modes.set(block, (modes.get(block) ?? new Set()).add(mode));
        }
        return [...modes.values()].every(({ size }) => size < 2) ? "confounded" : "sound";
      },
    ],
    wrong: [
      { what: "trust", answer: () => "sound", says: /Several of these rows/ },
      {
        what: "rows of a block for replicates",
        answer: (rows) => (new Set(rows.map(({ block }) => block)).size < rows.length ? "pseudoreplicated" : "sound"),
        says: /Each row is a run of its own/,
      },
      {
        what: "runs alone",
        answer: (rows) => (new Set(rows.map(({ run }) => run)).size < rows.length ? "pseudoreplicated" : "sound"),
        says: /No block has runs of both modes/,
      },
      {
        what: "every block for some block",
        answer: (rows) => {
          if (new Set(rows.map(({ run }) => run)).size < rows.length) return "pseudoreplicated";
          return rows.some(({ block }) => modesIn(rows, block) < 2) ? "confounded" : "sound";
        },
        onlyHidden: true,
      },
    ],
  }),
];
