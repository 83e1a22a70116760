import {
  checkExpectedSlowest,
  checkSlowNode,
  type RunOnSome,
} from "../../../../solutions/10-thousand-nodes/exercises/slowest";
import { exercise, guess, slip } from "../../../checks/exercise";

const namesOf = (runs: RunOnSome[]) => [...new Set(runs.flatMap(({ nodes }) => nodes))];
const timesOf = (runs: RunOnSome[], name: string) =>
  runs.filter(({ nodes }) => nodes.includes(name)).map(({ ms }) => ms);
const least = (runs: RunOnSome[]) => Math.min(...runs.map(({ ms }) => ms));

export const exercises = [
  exercise("10-thousand-nodes/test-expected-slowest", checkExpectedSlowest, {
    // E[max] is the longest less the integral of the distribution function up to it.
    right: (times, processes) => {
      const all = [...times].sort((one, other) => one - other);
      const gaps = all.slice(1).map((time, at) => (time - all[at]) * ((at + 1) / all.length) ** processes);
      return all[all.length - 1] - gaps.reduce((sum, gap) => sum + gap, 0);
    },
    wrong: slip("times as they come", /Sort the times/, (times, n) =>
      times.reduce((t, x, k, { length: m }) => t + x * (((k + 1) / m) ** n - (k / m) ** n), 0),
    ),
  }),
  exercise("10-thousand-nodes/test-slow-node", checkSlowNode, {
    right: (runs) => {
      let [found, longest] = ["none", 1.2 * least(runs)];
      for (const name of namesOf(runs)) {
        const fastest = Math.min(...timesOf(runs, name));
        if (fastest > longest) [found, longest] = [name, fastest];
      }
      return found;
    },
    wrong: [
      guess(
        "the first of two slow nodes",
        (runs) => namesOf(runs).find((name) => timesOf(runs, name).every((ms) => ms > 1.2 * least(runs))) ?? "none",
      ),
      slip("the slowest against the second slowest", /fastest run of all/, (runs) => {
        const fastest = (name: string) => Math.min(...timesOf(runs, name));
        const [first, second] = namesOf(runs).sort((one, other) => fastest(other) - fastest(one));
        return fastest(first) > 1.2 * fastest(second) ? first : "none";
      }),
    ],
  }),
];
