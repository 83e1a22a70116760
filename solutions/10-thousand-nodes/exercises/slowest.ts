import { max, mean, sum } from "simple-statistics";
import { checkByCases } from "../../../lib/checks/check";

/** Times of one process's steps. */
const TIMES: [times: number[], processes: number][] = [
  [[1, 2], 2],
  [[0.9, 1, 1.1, 1, 3], 4],
  [[2, 1, 4, 3], 10],
  [[5, 6, 5], 3],
];

/** Checks the mean of the slowest of several processes, each of whose steps is one of the measured times. */
export const checkExpectedSlowest = checkByCases("The slowest of n", TIMES, (times, processes) => {
  const sorted = [...times].sort((one, other) => one - other);
  const share = (k: number): number => k / times.length;
  const atMost = (k: number): number => share(k) ** processes;
  const weighted = (chance: (k: number) => number, all = sorted): number =>
    sum(all.map((time, at) => time * chance(at + 1)));
  const slowestIs = (k: number): number => atMost(k) - atMost(k - 1);
  return {
    what: `${processes} processes with steps of ${times.join(", ")} s`,
    expected: weighted(slowestIs),
    unit: "s",
    slips: [
      [mean(times), "This is the mean of one process. A step ends when the slowest of all is done."],
      [max(times), "Not every step has a process that takes the longest time."],
      [weighted(slowestIs, times), "Sort the times first, the shortest to the front."],
      [
        weighted(atMost),
        "(k/m)^n is the chance that all are at most the k-th time. Subtract the chance that all are at most the one before.",
      ],
      [
        weighted((k) => (1 - atMost(k - 1)) * share(1)),
        "The k-th time is the slowest with the chance (k/m)^n - ((k-1)/m)^n.",
      ],
      [
        weighted((k) => share(times.length - k + 1) ** processes - share(times.length - k) ** processes),
        "This is the fastest of them.",
      ],
    ],
  };
});

/** A run on some of the nodes, and the median of its steps. */
export interface RunOnSome {
  nodes: string[];
  ms: number;
}

/** Runs on pairs of nodes, each of which has a letter. */
const runs = (...all: [nodes: string, ms: number][]): [runs: RunOnSome[]] => [
  all.map(([nodes, ms]) => ({ nodes: [...nodes], ms })),
];

const PAIRS = [
  runs(["ab", 210], ["bc", 205], ["ac", 100]),
  runs(["ab", 100], ["bc", 104], ["ac", 98]),
  runs(["ab", 100], ["bc", 180], ["cd", 150], ["ab", 190], ["ad", 101]),
  runs(["ad", 150], ["cd", 160], ["ac", 100], ["bc", 400], ["ab", 110]),
  runs(["ab", 130], ["bc", 135], ["cd", 170], ["ad", 165], ["ac", 100]),
  runs(["ab", 100], ["ac", 210], ["bc", 212], ["ad", 200], ["bd", 205]),
];

/** Checks the node that makes all of its runs slow. */
export const checkSlowNode = checkByCases("Find the straggler", PAIRS, (runs) => {
  const names = [...new Set(runs.flatMap(({ nodes }) => nodes))].sort();
  const timesOf = (name: string): number[] => runs.filter(({ nodes }) => nodes.includes(name)).map(({ ms }) => ms);
  const least = Math.min(...runs.map(({ ms }) => ms));
  const slowestBy = (value: (times: number[]) => number, factor = 1.2): string => {
    const all = names.map((name) => ({ name, value: value(timesOf(name)) }));
    const worst = all.reduce((one, other) => (other.value > one.value ? other : one));
    return worst.value > factor * least ? worst.name : "none";
  };
  const right = slowestBy((times) => Math.min(...times));
  const fastest = names.map((name) => Math.min(...timesOf(name))).sort((one, other) => other - one);
  return {
    what: runs.map(({ nodes, ms }) => `${nodes.join("+")} ${ms} ms`).join(", "),
    expected: right,
    secret: true,
    slips: [
      [slowestBy((times) => Math.max(...times)), "A single slow run may be bad luck: look at the node's fastest run."],
      [slowestBy(mean), "The mean also blames a node for its partners. Look at the node's fastest run."],
      [
        slowestBy((times) => Math.min(...times), 1),
        "This difference is small: name a node only above 1.2 times the fastest run.",
      ],
      [
        fastest[0] > 1.2 * fastest[1] ? right : "none",
        "Compare with the fastest run of all: a second node may be slow, too.",
      ],
    ],
  };
});
