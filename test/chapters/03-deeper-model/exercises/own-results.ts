import { checkOwnNetworks, type NetworksResults } from "../../../../chapters/03-deeper-model/measured/deeper-model";
import { checkDeeperProgram } from "../../../../chapters/03-deeper-model/measured/deeper-program";
import { guess, slip } from "../../../checks/exercise";
import { measured, networksRuns, ownDeeperRuns, steady, type Handed } from "../../../checks/measured/lessons";

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
  measured("03-deeper-model/test-own-results", checkOwnNetworks, networksRuns(), "results/*.json", {
    right: () => networksAnswer(),
    wrong: [
      slip("the efficiency", /That is the efficiency/, networks({ deepSpeedup: networksAnswer().deepSpeedup / 4 })),
      guess("the other network", networks({ deepSpeedup: networksAnswer().shallowSpeedup })),
      guess("somebody else's numbers", () => networksAnswer(networksRuns({ seed: 2 }))),
    ],
  }),
  measured("03-deeper-model/test-deeper-program", checkDeeperProgram, ownDeeperRuns(), "results/*.json", {
    right: [
      () => 'const model = modelNamed("resnet152v2", { inputShape, classes: 10 });',
      () =>
        'import { modelNamed } from "parallel-training/models";\nconst network = modelNamed("ResNet152V2", options);',
    ],
    wrong: [
      slip(
        "a changed comment",
        /lesson 2's program/,
        () => "// Trains ResNet152V2\nconst model = resNet50V2(options);",
      ),
      slip("no network", /names no network/, () => "await fit(model, images, { strategy });"),
    ],
  }),
];
