import { checkOwnMean, checkOwnPrediction, type MeanResults, type PredictionResults } from "../../../lib/checks";
import { fitCost, observations } from "../../../lib/experiment";
import { exercise } from "../exercise";
import {
  experimentRuns,
  handedIn,
  mean,
  predictionRuns,
  seconds,
  steady,
  steadyWithWait,
  type Handed,
} from "../measured/lessons";

const predictedRuns = (runs: Handed, design: string) =>
  observations([...runs].filter(([file]) => file.includes(`/${design}/`)).map(([, run]) => run));

export function predictionAnswer(runs: Handed = predictionRuns()): PredictionResults {
  const later = predictedRuns(runs, "fit-unseen").filter(({ levels }) => levels.nodes === 3);
  const plan = { model: "efficientnetb0", batch: 16, nodes: 3 };
  const { seconds: predicted, low, high } = fitCost(predictedRuns(runs, "fit")).predict(plan);
  const measured = mean(later.map((run) => run.seconds));
  return { predicted, measured, error: predicted / measured - 1, inside: low! <= measured && measured <= high! };
}

/** Of three runs. */
const t = 9.9248432;
const syncRuns = (runs: Handed) => [...runs].filter(([file]) => /-sync-8-2-/.test(file)).map(([, run]) => run);
const deviation = (values: number[]) =>
  Math.sqrt(values.reduce((sum, each) => sum + (each - mean(values)) ** 2, 0) / (values.length - 1));

export function meanAnswer(runs: Handed = experimentRuns(), epochOf = steadyWithWait): MeanResults {
  const values = syncRuns(runs).map(epochOf);
  const reach = (t * deviation(values)) / Math.sqrt(values.length);
  return { runs: values.length, mean: mean(values), low: mean(values) - reach, high: mean(values) + reach };
}

const sixDigits = (value: number) => Number(value.toPrecision(6));
/** Every epoch of every run after the first ones, as if each were a run. */
const epochsOfRuns = () => syncRuns(experimentRuns()).flatMap(({ epochs }) => epochs.slice(1).map(seconds));

const means = (changed: object) => () => ({ ...meanAnswer(), ...changed });
const prediction = (changed: object) => () => ({ ...predictionAnswer(), ...changed });

/** What students measure with experiments, in lessons 5 and 6. */
export const exercises = [
  exercise<() => MeanResults>({
    what: "a mean over one's own runs",
    cell: "05-experiments/test-own-results",
    ownRecords: handedIn(experimentRuns()),
    check: (answer) => checkOwnMean(answer, handedIn(experimentRuns())("results/experiments/*/runs/*.json")),
    right: [() => meanAnswer(), () => meanAnswer(experimentRuns(), steady)],
    wrong: [
      { what: "epochs as runs", answer: means({ runs: 9 }), says: /one value/ },
      {
        what: "an interval over epochs",
        answer: means({
          low: mean(epochsOfRuns()) - (3.355387 * deviation(epochsOfRuns())) / 3,
          high: mean(epochsOfRuns()) + (3.355387 * deviation(epochsOfRuns())) / 3,
        }),
      },
      {
        what: "the least and the most",
        answer: means({
          low: Math.min(...syncRuns(experimentRuns()).map(steadyWithWait)),
          high: Math.max(...syncRuns(experimentRuns()).map(steadyWithWait)),
        }),
        says: /smallest and the largest/,
      },
      {
        what: "first epochs",
        answer: means({ mean: mean(syncRuns(experimentRuns()).map(({ epochs }) => seconds(epochs[0]))) }),
        says: /start-up/,
      },
      { what: "somebody else's numbers", answer: () => meanAnswer(experimentRuns({ seed: 3 })) },
    ],
  }),
  exercise<() => PredictionResults>({
    what: "a prediction of one's own runs",
    cell: "06-prediction/test-own-prediction",
    ownRecords: handedIn(predictionRuns()),
    check: (answer) => checkOwnPrediction(answer, handedIn(predictionRuns())("results/experiments/*/runs/*.json")),
    right: [
      () => predictionAnswer(),
      prediction({ predicted: sixDigits(predictionAnswer().predicted), error: sixDigits(predictionAnswer().error) }),
    ],
    wrong: [
      {
        what: "all runs that were made later",
        answer: prediction({ measured: mean(predictedRuns(predictionRuns(), "fit-unseen").map((run) => run.seconds)) }),
        says: /only the runs on the most nodes/,
      },
      {
        what: "the measured time for the prediction",
        answer: prediction({ predicted: predictionAnswer().measured }),
        says: /What did the model say/,
      },
      { what: "percent", answer: prediction({ error: 100 * predictionAnswer().error }), says: /not percent/ },
      { what: "the wrong sign", answer: prediction({ error: -predictionAnswer().error }), says: /positive error/ },
      {
        what: "inside for outside",
        answer: prediction({ inside: !predictionAnswer().inside }),
        says: /between low and high/,
      },
      { what: "somebody else's numbers", answer: () => predictionAnswer(predictionRuns({ seed: 3 })) },
    ],
  }),
];
