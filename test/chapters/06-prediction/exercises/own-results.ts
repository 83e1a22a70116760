import { mean } from "simple-statistics";
import { checkOwnPrediction, type PredictionResults } from "../../../../chapters/06-prediction/measured/predictions";
import { fitCost, observations } from "../../../../lib/experiment";
import { guess, slip } from "../../../checks/exercise";
import { predictionRuns } from "../../../checks/measured/experiments";
import { measured, type Handed } from "../../../checks/measured/lessons";

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

export const exercises = [
  measured(
    "06-prediction/test-own-prediction",
    checkOwnPrediction,
    predictionRuns(),
    "results/experiments/*/runs/*.json",
    {
      right: () => predictionAnswer(),
      wrong: [
        slip("the wrong sign", /positive error/, () => {
          const { predicted, measured, inside } = predictionAnswer();
          return { predicted, measured, error: 1 - predicted / measured, inside };
        }),
        guess("somebody else's numbers", () => predictionAnswer(predictionRuns({ seed: 3 }))),
      ],
    },
  ),
];
