import { max, mean } from "simple-statistics";
import { checkExpectedSlowest, checkSlowNode, type RunOnSome } from "../../../lib/checks";
import { exercise } from "../exercise";

const sorted = (times: number[]) => [...times].sort((one, other) => one - other);
const timesOf = (runs: RunOnSome[], name: string) =>
  runs.filter(({ nodes }) => nodes.includes(name)).map(({ ms }) => ms);
const namesOf = (runs: RunOnSome[]) => [...new Set(runs.flatMap(({ nodes }) => nodes))];
/** The node with the largest value, if it is so many times the fastest run. */
const worstBy = (runs: RunOnSome[], value: (times: number[]) => number, factor = 1.2) => {
  const least = Math.min(...runs.map(({ ms }) => ms));
  const [first] = namesOf(runs).sort((one, other) => value(timesOf(runs, other)) - value(timesOf(runs, one)));
  return value(timesOf(runs, first)) > factor * least ? first : "none";
};

export const exercises = [
  exercise<(times: number[], processes: number) => number>({
    what: "the slowest of several processes",
    cell: "10-thousand-nodes/test-expected-slowest",
    check: checkExpectedSlowest,
    right: [
      (times, processes) =>
        sorted(times).reduce((total, time, at, { length }) => {
          return total + time * (((at + 1) / length) ** processes - (at / length) ** processes);
        }, 0),
      // E[max] is the longest less the integral of the distribution function up to it.
      (times, processes) => {
        const all = sorted(times);
        const gaps = all.slice(1).map((time, at) => (time - all[at]) * ((at + 1) / all.length) ** processes);
        return all[all.length - 1] - gaps.reduce((sum, gap) => sum + gap, 0);
      },
    ],
    wrong: [
      { what: "the mean", answer: (times) => mean(times), says: /the slowest of all is done/ },
      { what: "the longest", answer: (times) => max(times), says: /Not every step/ },
      {
        what: "times as they come",
        answer: (times, n) => times.reduce((t, x, k, { length: m }) => t + x * (((k + 1) / m) ** n - (k / m) ** n), 0),
        says: /Sort the times/,
      },
      {
        what: "no difference of chances",
        answer: (times, n) => sorted(times).reduce((t, x, k, { length: m }) => t + x * ((k + 1) / m) ** n, 0),
        says: /Subtract the chance/,
      },
    ],
  }),
  exercise<(runs: RunOnSome[]) => string>({
    what: "the node that makes its runs slow",
    cell: "10-thousand-nodes/test-slow-node",
    check: checkSlowNode,
    right: [
      (runs) => worstBy(runs, (times) => Math.min(...times)),
      (runs) => {
        const least = Math.min(...runs.map(({ ms }) => ms));
        let [found, longest] = ["none", 1.2 * least];
        for (const name of namesOf(runs)) {
          const fastest = timesOf(runs, name).reduce((one, other) => Math.min(one, other));
          if (fastest > longest) [found, longest] = [name, fastest];
        }
        return found;
      },
    ],
    wrong: [
      { what: "the slowest run", answer: (runs) => worstBy(runs, (times) => max(times)), says: /bad luck/ },
      { what: "the mean of its runs", answer: (runs) => worstBy(runs, (times) => mean(times)) },
      {
        what: "the first of two slow nodes",
        answer: (runs) => {
          const least = Math.min(...runs.map(({ ms }) => ms));
          return namesOf(runs).find((name) => timesOf(runs, name).every((ms) => ms > 1.2 * least)) ?? "none";
        },
      },
      {
        what: "the slowest, however little",
        answer: (runs) => worstBy(runs, (times) => Math.min(...times), 1),
        says: /This difference is small/,
      },
      {
        what: "the slowest against the second slowest",
        answer: (runs) => {
          const fastest = (name: string) => Math.min(...timesOf(runs, name));
          const [first, second] = namesOf(runs).sort((one, other) => fastest(other) - fastest(one));
          return fastest(first) > 1.2 * fastest(second) ? first : "none";
        },
        says: /fastest run of all/,
      },
    ],
  }),
];
