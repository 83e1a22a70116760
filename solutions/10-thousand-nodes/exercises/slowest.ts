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
  const m = times.length;
  const expected = sum(sorted.map((time, at) => time * (((at + 1) / m) ** processes - (at / m) ** processes)));
  return {
    what: `${processes} processes with steps of ${times.join(", ")} s`,
    expected,
    unit: "s",
    slips: [
      [mean(times), "This is the mean of one process. A step ends when the slowest of all is done."],
      [max(times), "Not every step has a process that takes the longest time."],
      [
        sum(
          times.map((time, at) => time * (((at + 1) / times.length) ** processes - (at / times.length) ** processes)),
        ),
        "Sort the times first, the shortest to the front.",
      ],
      [
        sum(sorted.map((time, at) => time * ((at + 1) / times.length) ** processes)),
        "(k/m)^n is the chance that all are at most the k-th time. Subtract the chance that all are at most the one before.",
      ],
      [
        sum(sorted.map((time, at) => time * (1 - (at / times.length) ** processes) * (1 / times.length))),
        "The k-th time is the slowest with the chance (k/m)^n - ((k-1)/m)^n.",
      ],
      [
        sum(
          sorted.map(
            (time, at) => time * ((1 - at / times.length) ** processes - (1 - (at + 1) / times.length) ** processes),
          ),
        ),
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

const PAIRS: [runs: RunOnSome[]][] = [
  [
    [
      { nodes: ["a", "b"], ms: 210 },
      { nodes: ["b", "c"], ms: 205 },
      { nodes: ["a", "c"], ms: 100 },
    ],
  ],
  [
    [
      { nodes: ["a", "b"], ms: 100 },
      { nodes: ["b", "c"], ms: 104 },
      { nodes: ["a", "c"], ms: 98 },
    ],
  ],
  [
    [
      { nodes: ["a", "b"], ms: 100 },
      { nodes: ["b", "c"], ms: 180 },
      { nodes: ["c", "d"], ms: 150 },
      { nodes: ["a", "b"], ms: 190 },
      { nodes: ["a", "d"], ms: 101 },
    ],
  ],
  [
    [
      { nodes: ["a", "d"], ms: 150 },
      { nodes: ["c", "d"], ms: 160 },
      { nodes: ["a", "c"], ms: 100 },
      { nodes: ["b", "c"], ms: 400 },
      { nodes: ["a", "b"], ms: 110 },
    ],
  ],
  [
    [
      { nodes: ["a", "b"], ms: 130 },
      { nodes: ["b", "c"], ms: 135 },
      { nodes: ["c", "d"], ms: 170 },
      { nodes: ["a", "d"], ms: 165 },
      { nodes: ["a", "c"], ms: 100 },
    ],
  ],
  [
    [
      { nodes: ["a", "b"], ms: 100 },
      { nodes: ["a", "c"], ms: 210 },
      { nodes: ["b", "c"], ms: 212 },
      { nodes: ["a", "d"], ms: 200 },
      { nodes: ["b", "d"], ms: 205 },
    ],
  ],
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
