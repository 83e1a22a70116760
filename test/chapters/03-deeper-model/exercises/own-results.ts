import { checkOwnNetworks, type NetworksResults } from "../../../../chapters/03-deeper-model/measured/deeper-model";
import { checkDeeperProgram } from "../../../../chapters/03-deeper-model/measured/deeper-program";
import { exercise } from "../../../checks/exercise";
import { handedIn, networksRuns, ownDeeperRuns, steady, type Handed } from "../../../checks/measured/lessons";

// What would be right by some records, of this student or of another one.

const network = (runs: Handed, depth: number, count: number) =>
  steady(runs.get(`results/resnet${depth}v2-${count}.json`)!);

export function networksAnswer(runs: Handed = networksRuns()): NetworksResults {
  return {
    timesAsLong: network(runs, 152, 1) / network(runs, 50, 1),
    shallowSpeedup: network(runs, 50, 1) / network(runs, 50, 4),
    deepSpeedup: network(runs, 152, 1) / network(runs, 152, 4),
  };
}

const networks = (changed: Partial<NetworksResults>) => () => ({ ...networksAnswer(), ...changed });

export const exercises = [
  exercise<() => NetworksResults>({
    cell: "03-deeper-model/test-own-results",
    ownRecords: handedIn(networksRuns()),
    check: (answer) => checkOwnNetworks(answer, handedIn(networksRuns())("results/*.json")),
    right: () => networksAnswer(),
    wrong: [
      {
        what: "the efficiency",
        answer: networks({ deepSpeedup: networksAnswer().deepSpeedup / 4 }),
        says: /That is the efficiency/,
      },
      { what: "the other network", answer: networks({ deepSpeedup: networksAnswer().shallowSpeedup }) },
      { what: "somebody else's numbers", answer: () => networksAnswer(networksRuns({ seed: 2 })) },
    ],
  }),
  exercise<() => string>({
    cell: "03-deeper-model/test-deeper-program",
    ownRecords: handedIn(ownDeeperRuns()),
    check: (answer) => checkDeeperProgram(answer, handedIn(ownDeeperRuns())("results/*.json")),
    right: [
      () => 'const model = modelNamed("resnet152v2", { inputShape, classes: 10 });',
      () =>
        'import { modelNamed } from "parallel-training/models";\nconst network = modelNamed("ResNet152V2", options);',
    ],
    wrong: [
      {
        what: "a changed comment",
        answer: () => "// Trains ResNet152V2\nconst model = resNet50V2(options);",
        says: /lesson 2's program/,
      },
      { what: "no network", answer: () => "await fit(model, images, { strategy });", says: /names no network/ },
    ],
  }),
];
