import { checkSlowNodes } from "../../../lib/checks";
import type { NodesSteps } from "../../../lib/runs";
import { exercise } from "../exercise";

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const isSync = ({ syncEvery }: NodesSteps, step: number, steps: number) =>
  (step + 1) % syncEvery === 0 || step === steps - 1;
const computing = (run: NodesSteps) =>
  run.nodes.map(({ seconds }) => seconds.filter((_, step) => !isSync(run, step, seconds.length)));
const ratio = (values: number[]): number => Math.max(...values) / Math.min(...values);

/** By means, and by the share of the time that a node waits. */
export const byMeans = (run: NodesSteps) => {
  const shares = run.nodes.map(({ wait, seconds }) => mean(wait) / (mean(wait) + mean(seconds)));
  if (Math.max(...shares) > 0.2) return "starved";
  return ratio(computing(run).map(mean)) > 1.4 ? "straggler" : "small buckets";
};

/** By medians, the slow node first. */
export const byMedians = (run: NodesSteps) => {
  const times = computing(run).map(median);
  if (run.nodes.some(({ wait }, node) => median(wait) > 0.25 * times[node])) return "starved";
  return ratio(times) > 1.5 ? "straggler" : "small buckets";
};

export const exercises = [
  exercise({
    what: "the diagnosis of a slow run",
    cell: "04-many-nodes/test-diagnose",
    check: checkSlowNodes,
    right: [byMeans, byMedians],
    wrong: [
      {
        what: "a limit in seconds",
        answer: (run) => {
          if (run.nodes.some(({ wait }) => mean(wait) > 1)) return "starved";
          return ratio(computing(run).map(mean)) > 1.4 ? "straggler" : "small buckets";
        },
        says: /how large are they beside the steps/,
      },
      {
        what: "whole steps compared between nodes",
        answer: (run) => {
          if (run.nodes.some(({ wait, seconds }) => mean(wait) > 0.2 * mean(seconds))) return "starved";
          return ratio(run.nodes.map(({ seconds }) => mean(seconds))) > 1.4 ? "straggler" : "small buckets";
        },
        says: /in the steps without an all-reduce/,
      },
      {
        what: "the first node alone",
        answer: (run) => {
          const [{ wait, seconds }] = run.nodes;
          if (mean(wait) > 0.2 * mean(seconds)) return "starved";
          const last = seconds.filter((_, step) => isSync(run, step, seconds.length));
          return mean(last) > 3 * mean(computing(run)[0]) ? "straggler" : "small buckets";
        },
      },
      { what: "always the same", answer: () => "straggler" as const, says: /none waits for images/ },
    ],
  }),
];
