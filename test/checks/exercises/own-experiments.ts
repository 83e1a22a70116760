import { sampleStandardDeviation } from "simple-statistics";
import { checkOwnMean, checkOwnPrediction, type MeanResults, type PredictionResults } from "../../../lib/checks";
import { fitCost, observations } from "../../../lib/experiment";
import { exercise } from "../exercise";
import { experimentRuns, predictionRuns } from "../measured/experiments";
import { handedIn, mean, steady, steadyWithWait, type Handed } from "../measured/lessons";

export function predictionAnswer(runs: Handed = predictionRuns()): PredictionResults {
  const of = (design: string) =>
    observations([...runs].filter(([file]) => file.includes(`/${design}/`)).map(([, run]) => run));
  const later = of("fit-unseen").filter(({ levels }) => levels.nodes === 3);
  const {
    seconds: predicted,
    low,
    high,
  } = fitCost(of("fit")).predict({ model: "efficientnetb0", batch: 16, nodes: 3 });
  const measured = mean(later.map((run) => run.seconds));
  return { predicted, measured, error: predicted / measured - 1, inside: low! <= measured && measured <= high! };
}

const syncEpochs = (runs: Handed, epochOf = steadyWithWait) =>
  [...runs].filter(([file]) => /-sync-8-2-/.test(file)).map(([, run]) => epochOf(run));

/** Of three runs. */
const t = 9.9248432;

export function meanAnswer(runs: Handed = experimentRuns(), epochOf = steadyWithWait): MeanResults {
  const values = syncEpochs(runs, epochOf);
  const reach = (t * sampleStandardDeviation(values)) / Math.sqrt(values.length);
  return { runs: values.length, mean: mean(values), low: mean(values) - reach, high: mean(values) + reach };
}

/** What students measure with experiments, in lessons 5 and 6. */
export const exercises = [
  exercise<() => MeanResults>({
    what: "a mean over one's own runs",
    cell: "05-experiments/test-own-results",
    ownRecords: handedIn(experimentRuns()),
    check: (answer) => checkOwnMean(answer, handedIn(experimentRuns())("results/experiments/*/runs/*.json")),
    right: [() => meanAnswer(), () => meanAnswer(experimentRuns(), steady)],
    wrong: [
      {
        what: "the least and the most",
        answer: () => {
          const values = syncEpochs(experimentRuns());
          return { ...meanAnswer(), low: Math.min(...values), high: Math.max(...values) };
        },
        says: /smallest and the largest/,
      },
      { what: "somebody else's numbers", answer: () => meanAnswer(experimentRuns({ seed: 3 })) },
    ],
  }),
  exercise<() => PredictionResults>({
    what: "a prediction of one's own runs",
    cell: "06-prediction/test-own-prediction",
    ownRecords: handedIn(predictionRuns()),
    check: (answer) => checkOwnPrediction(answer, handedIn(predictionRuns())("results/experiments/*/runs/*.json")),
    right: () => predictionAnswer(),
    wrong: [
      {
        what: "the wrong sign",
        answer: () => {
          const { predicted, measured, inside } = predictionAnswer();
          return { predicted, measured, error: 1 - predicted / measured, inside };
        },
        says: /positive error/,
      },
      { what: "somebody else's numbers", answer: () => predictionAnswer(predictionRuns({ seed: 3 })) },
    ],
  }),
];
