import { checkOwnNodes, type NodesResults } from "../../../../chapters/04-many-nodes/measured/many-nodes";
import { guess, slip } from "../../../checks/exercise";
import { measured, nodesRuns, steady, steadyWithWait, type Handed } from "../../../checks/measured/lessons";

// What would be right by some records, of this student or of another one.

export function nodesAnswer(runs: Handed = nodesRuns(), nodes = 2): NodesResults {
  const [sync, accumulate] = [1, 4].map((every) => runs.get(`results/resnet50-${nodes}x4-every-${every}.json`)!);
  const between = accumulate.epochs
    .slice(1)
    .flatMap(({ steps: { start, end } }) =>
      end.map((time, step) => time - start[step]).filter((_, step) => (step + 1) % 4 !== 0),
    );
  between.sort((a, b) => a - b);
  const computeSeconds = (between[between.length / 2 - 1] + between[between.length / 2]) / 2;
  return {
    timesAsFast: steadyWithWait(sync) / steadyWithWait(accumulate),
    computeSeconds,
    notComputing: 1 - (8 * computeSeconds) / steadyWithWait(sync),
  };
}

export const exercises = [
  measured("04-many-nodes/test-own-results", checkOwnNodes, nodesRuns(), "results/*.json", {
    right: [
      () => nodesAnswer(),
      () => {
        const [sync, accumulate] = [...nodesRuns().values()].map(steady);
        return { ...nodesAnswer(), timesAsFast: sync / accumulate };
      },
    ],
    wrong: [
      slip("a mean over all steps", /leave those out/, () => {
        const accumulate = nodesRuns().get("results/resnet50-2x4-every-4.json")!;
        return { ...nodesAnswer(), computeSeconds: steadyWithWait(accumulate) / 8 };
      }),
      guess("somebody else's numbers", () => nodesAnswer(nodesRuns({ seed: 2 }))),
    ],
  }),
];
