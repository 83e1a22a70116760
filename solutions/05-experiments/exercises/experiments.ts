import { mean, product, sum } from "simple-statistics";
import type { ComparedRun } from "../../../chapters/05-experiments/three-experiments";
import { type Check, checkAnswer, checkByCases, type Slip, type Trial } from "../../../lib/checks/check";
import { describeValue } from "../../../lib/checks/compare";
import { rounded } from "./rounded";

/** A factor's levels, by its name. */
type Factors = Record<string, (string | number)[]>;
/** A level for each factor. */
type Configuration = Record<string, string | number>;

/** The last is the published study's. */
const FACTORS: [factors: Factors][] = [
  [{ batch: [8, 32], nodes: [1, 2, 3] }],
  [{ mode: ["sync", "accumulate"], nodes: [1, 2], batch: [8, 32] }],
  [{ model: ["resnet50", "efficientnetb0"], mode: ["sync", "accumulate"], batch: [32, 64, 100], nodes: [1, 2, 3] }],
]; // prettier-ignore

/** Checks a function that lists all configurations of a full factorial design, in any order. */
export function checkConfigurations(answer: (factors: Factors) => Configuration[], cases = FACTORS): Check {
  return checkAnswer("A question and a design", answer, (answer) =>
    cases.map(([factors]) => {
      const counts = Object.values(factors).map(({ length }) => length);
      const whole = { rows: product(counts), different: product(counts), "of the design": product(counts) };
      const of = (rows: number): typeof whole => ({ rows, different: rows, "of the design": rows });
      const slips: Slip[] = [
        [
          of(Math.max(...counts)),
          "Every level of a factor meets every level of the others, not only the one in its place.",
        ],
        [of(sum(counts.map((count) => count - 1)) + 1), "One factor at a time misses most of the combinations."],
        [of(sum(counts)), "A configuration has a level of every factor."],
        [{ ...of(sum(counts)), "of the design": 0 }, "A configuration has a level of every factor."],
        [{ ...whole, "of the design": 0 }, "Each row is an object with the level of every factor under its name."],
      ];
      return {
        what: Object.entries(factors)
          .map(([name, levels]) => `${name} ${levels.join(", ")}`)
          .join("; "),
        call: () => countsOf(answer(structuredClone(factors)), factors),
        expected: whole,
        slips,
      };
    }),
  );
}

/** How many rows there are, how many are different, and how many of these have one level of each factor. */
function countsOf(rows: unknown, factors: Factors): unknown {
  if (!Array.isArray(rows)) return rows;
  const names = Object.keys(factors);
  const isOfDesign = (row: unknown): boolean =>
    typeof row === "object" &&
    row !== null &&
    Object.keys(row).length === names.length &&
    names.every((name) => factors[name].includes(Reflect.get(row, name) as string | number));
  const different = new Map(rows.map((row: unknown) => [textOf(row), row]));
  return {
    rows: rows.length,
    different: different.size,
    "of the design": [...different.values()].filter(isOfDesign).length,
  };
}

const textOf = (row: unknown): string =>
  JSON.stringify(typeof row === "object" && row !== null ? Object.entries(row).sort() : row);

/** A drift in seconds from one run to the next, and the places in the run order of the runs of two levels. */
const DRIFTS: [drift: number, first: number[], second: number[]][] = [
  [0.1, [1, 2, 3, 4], [5, 6, 7, 8]],
  [0.1, [1, 4, 6, 8], [2, 3, 5, 7]],
  [-2, [1, 2, 3, 4], [5, 6]],
];

/** Checks a function that gives the difference that a drift fakes between two levels that do not differ. */
export const checkFakedDifference = checkByCases("Why the order is random", DRIFTS, (drift, first, second) => {
  const apart = mean(second) - mean(first);
  return {
    what: `${drift} s from run to run, places ${first.join(", ")} against ${second.join(", ")}`,
    expected: rounded(drift * apart),
    unit: "s",
    slips: [
      [rounded(-drift * apart), "Subtract the first level's mean from the second's."],
      [apart, "This is how many runs later the second level stands. Each run adds the drift."],
      [rounded(drift * (sum(second) - sum(first))), "Compare the means of the places, not their sums."],
      [rounded(drift * (second[0] - first[0])), "Use all runs, not only the first of each level."],
      [rounded(drift * second.length), "How many runs later does the second level stand, on average?"],
    ],
  };
});

/** Configurations, blocks, and a seed. */
const ORDERS: [configurations: string[], blocks: number, seed: number][] = [
  [["a", "b", "c", "d"], 3, 1],
  [["a", "b", "c", "d", "e"], 20, 7],
];

/** With so many blocks of three configurations, each of the six orders comes about 833 times: by chance, 700 to 970. */
const FAIR_BLOCKS = 5000;
/** Chi squared of six orders; chance exceeds it once in a million times. */
const MOST_CHI_SQUARED = 36;

/**
 * Checks a function that draws the order of runs: each block holds every configuration once, in a random order. The first call
 * of each trial differs from those of all others, so that a recorder, to whom a call gives nothing, still sees every question.
 */
export function checkBlockOrder(
  answer: (configurations: string[], blocks: number, seed: number) => string[],
  cases = ORDERS,
): Check {
  return checkAnswer("Why the order is random", answer, (asked) => orderTrials(asked, cases));
}

function orderTrials(
  answer: (configurations: string[], blocks: number, seed: number) => string[],
  cases: typeof ORDERS,
): Trial[] {
  const draw = (configurations: string[], blocks: number, seed: number): string[][] => {
    const order: unknown = answer([...configurations], blocks, seed);
    if (!Array.isArray(order)) throw new Error(`the order is ${describeValue(order)}, and should be an array`);
    return chunks(order.map(String), configurations.length);
  };
  const text = (configurations: string[], blocks: number, seed: number): string => {
    const names = draw(configurations, blocks, seed).flat();
    if (names.length > 0 && names.every((name) => configurations.includes(name))) return names.join("");
    throw new Error("the order names no configuration, or something else");
  };
  const whole = cases.map(([configurations, blocks, seed]) => ({
    what: `${configurations.join(", ")} in ${blocks} blocks, seed ${seed}: blocks that hold each once`,
    call: () => draw(configurations, blocks, seed).filter((block) => isWhole(block, configurations)).length,
    expected: blocks,
    slips: [[0, "Each block holds each configuration exactly once."] as Slip],
  }));
  const [, [configurations, blocks, seed] = ORDERS[1]] = cases;
  const renamed = configurations.map((name) => name.toUpperCase());
  return [
    ...whole,
    {
      what: "the blocks have different orders",
      call: () => new Set(draw(configurations, blocks, seed).map((block) => block.join())).size > blocks / 2,
      expected: true,
      slips: [[false, "Draw a new order for each block."]],
    },
    {
      what: "the same seed gives the same order, whatever the configurations are called",
      call: () => text(renamed, blocks, seed) === text(configurations, blocks, seed).toUpperCase(),
      expected: true,
      slips: [[false, "Take all random numbers from randomNumbers(seed)."]],
    },
    {
      what: "another seed gives another order",
      call: () => text(configurations, blocks, seed + 1) !== text(configurations, blocks, seed),
      expected: true,
      slips: [[false, "Take the random numbers from randomNumbers(seed)."]],
    },
    {
      what: `all orders of three configurations are equally likely (${FAIR_BLOCKS} blocks)`,
      call: () => chiSquared(draw(["a", "b", "c"], FAIR_BLOCKS, seed)) < MOST_CHI_SQUARED,
      expected: true,
      slips: [[false, "Some orders come more often than others: draw each place from those that are left."]],
    },
  ];
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}

function isWhole(block: string[], configurations: string[]): boolean {
  return block.length === configurations.length && configurations.every((name) => block.includes(name));
}

/** How far the counts of the six orders lie from equal ones. */
function chiSquared(blocks: string[][]): number {
  const counts = new Map(["abc", "acb", "bac", "bca", "cab", "cba"].map((order) => [order, 0]));
  for (const block of blocks) counts.set(block.join(""), (counts.get(block.join("")) ?? 0) + 1);
  const equal = FAIR_BLOCKS / 6;
  return sum([...counts.values()].map((count) => (count - equal) ** 2 / equal));
}

/** What is wrong with a comparison of two modes. */
export type Diagnosis = "sound" | "confounded" | "pseudoreplicated";

/** Block and mode of each row; a letter after them tells runs apart that would have the same name. */
const EXPERIMENTS: [rows: ComparedRun[]][] = [
  [rowsOf("1 sync", "1 accumulate", "2 accumulate", "2 sync", "3 sync", "3 accumulate")],
  [rowsOf("1 sync a", "1 sync b", "1 sync c", "2 accumulate a", "2 accumulate b", "2 accumulate c")],
  [rowsOf("1 sync", "1 sync", "1 sync", "1 accumulate", "1 accumulate", "1 accumulate")],
  [rowsOf("1 sync", "2 accumulate", "3 sync", "4 accumulate")],
];

/** Checks a function that says whether an experiment is confounded or pseudoreplicated, from the table of its runs. */
export const checkDiagnosis = checkByCases<[rows: ComparedRun[]], string>(
  "What is wrong with these experiments?",
  EXPERIMENTS,
  (rows) => {
    const modes = new Set(rows.map(({ mode }) => mode));
    const blocks = [...new Set(rows.map(({ block }) => block))];
    const modesIn = (block: number): number =>
      new Set(rows.filter((row) => row.block === block).map(({ mode }) => mode)).size;
    const isPseudo = new Set(rows.map(({ run }) => run)).size < rows.length;
    const isConfounded = blocks.every((block) => modesIn(block) < modes.size);
    const expected: Diagnosis = isPseudo ? "pseudoreplicated" : isConfounded ? "confounded" : "sound";
    const hints: Record<Diagnosis, string> = {
      pseudoreplicated: "Several of these rows come from the same run.",
      confounded: "No block has runs of both modes, so a change between blocks looks like an effect of the mode.",
      sound: "Each row is a run of its own, and blocks hold both modes.",
    };
    return {
      what: rows.map(({ run, block }) => `${run} (block ${block})`).join(", "),
      expected: expected,
      slips: (Object.keys(hints) as Diagnosis[]).map((wrong): Slip => [wrong, hints[expected]]),
    };
  },
);

function rowsOf(...runs: string[]): ComparedRun[] {
  return runs.map((run, at) => {
    const [block, mode] = run.split(" ");
    return { run, block: Number(block), mode, seconds: 1 + at / 10 };
  });
}
