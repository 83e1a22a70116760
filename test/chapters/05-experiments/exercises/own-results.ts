import { mean } from "simple-statistics";
import { sampleStandardDeviation } from "simple-statistics";
import { checkOwnMean, type MeanResults } from "../../../../chapters/05-experiments/measured/experiments";
import { guess, slip } from "../../../checks/exercise";
import { experimentRuns } from "../../../checks/measured/experiments";
import { measured, steady, steadyWithWait, type Handed } from "../../../checks/measured/lessons";

const syncEpochs = (runs: Handed, epochOf = steadyWithWait) =>
  [...runs].filter(([file]) => /-sync-8-2-/.test(file)).map(([, run]) => epochOf(run));

/** Of three runs. */
const t = 9.9248432;

export function meanAnswer(runs: Handed = experimentRuns(), epochOf = steadyWithWait): MeanResults {
  const values = syncEpochs(runs, epochOf);
  const reach = (t * sampleStandardDeviation(values)) / Math.sqrt(values.length);
  return { runs: values.length, mean: mean(values), low: mean(values) - reach, high: mean(values) + reach };
}

export const exercises = [
  measured("05-experiments/test-own-results", checkOwnMean, experimentRuns(), "results/experiments/*/runs/*.json", {
    right: [() => meanAnswer(), () => meanAnswer(experimentRuns(), steady)],
    wrong: [
      slip("the least and the most", /smallest and the largest/, () => {
        const values = syncEpochs(experimentRuns());
        return { ...meanAnswer(), low: Math.min(...values), high: Math.max(...values) };
      }),
      guess("somebody else's numbers", () => meanAnswer(experimentRuns({ seed: 3 }))),
    ],
  }),
];
