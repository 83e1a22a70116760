import { max, mean, median, min } from "simple-statistics";
import { checkSlowNodes } from "../../../../solutions/04-many-nodes/exercises/many-nodes-diagnosis";
import type { NodesSteps } from "../../../../chapters/04-many-nodes/slow-nodes";
import { exercise, guess, slip } from "../../../checks/exercise";

const isSync = ({ syncEvery }: NodesSteps, step: number, { length }: number[]) =>
  (step + 1) % syncEvery === 0 || step === length - 1;
/** The seconds of each node's steps without an all-reduce, or of all its steps. */
const stepsOf = (run: NodesSteps, all = false) =>
  run.nodes.map(({ seconds }) => seconds.filter((_, step) => all || !isSync(run, step, seconds)));

function told(run: NodesSteps, isStarved: (node: NodesSteps["nodes"][0], at: number) => boolean, times: number[]) {
  if (run.nodes.some(isStarved)) return "starved";
  return max(times) / min(times) > 1.45 ? "straggler" : "small buckets";
}

/** By means, and by the share of the time that a node waits. */
export const byMeans = (run: NodesSteps) =>
  told(run, ({ wait, seconds }) => mean(wait) > 0.2 * (mean(wait) + mean(seconds)), stepsOf(run).map(mean));

/** By medians, and by how the waits are beside the steps. */
export const byMedians = (run: NodesSteps) => {
  const times = stepsOf(run).map(median);
  return told(run, ({ wait }, node) => median(wait) > 0.25 * times[node], times);
};

export const exercises = [
  exercise("04-many-nodes/test-diagnose", checkSlowNodes, {
    right: [byMeans, byMedians],
    // The slips are names of causes: these are ways to come to a wrong one.
    wrong: [
      slip("a limit in seconds", /how long are they, compared with the steps/, (run) =>
        told(run, ({ wait }) => mean(wait) > 1, stepsOf(run).map(mean)),
      ),
      slip("whole steps compared between nodes", /in the steps without an all-reduce/, (run) =>
        told(run, ({ wait, seconds }) => mean(wait) > 0.2 * mean(seconds), stepsOf(run, true).map(mean)),
      ),
      guess("the first node alone", (run) => {
        const [{ wait, seconds }] = run.nodes;
        if (mean(wait) > 0.2 * mean(seconds)) return "starved";
        const syncs = seconds.filter((_, step) => isSync(run, step, seconds));
        return mean(syncs) > 3 * mean(stepsOf(run)[0]) ? "straggler" : "small buckets";
      }),
    ],
  }),
];
