import { checkOwnScaling, type ScalingResults } from "../../../../chapters/02-mirrored/measured/mirrored";
import { guess, slip } from "../../../checks/exercise";
import { measured, mirroredRuns, steady, steadyWithWait, type Handed } from "../../../checks/measured/lessons";

// What would be right by some records, of this student or of another one.

const devices = (runs: Handed, count: number, batch: number) =>
  runs.get(`results/${count}-devices-batch-${batch}.json`)!;

export function scalingAnswer(
  runs: Handed = mirroredRuns(),
  epochOf = steady,
  most = 4,
  perDevice = 16,
): ScalingResults {
  const largest = epochOf(devices(runs, most, most * perDevice));
  const weakSpeedup = epochOf(devices(runs, 1, perDevice)) / largest;
  return {
    weakSpeedup,
    weakEfficiency: weakSpeedup / most,
    strongSpeedup: epochOf(devices(runs, 1, most * perDevice)) / largest,
  };
}

const scaling = (changed: Partial<ScalingResults>) => () => ({ ...scalingAnswer(), ...changed });

export const exercises = [
  measured("02-mirrored/test-own-results", checkOwnScaling, mirroredRuns(), "results/*.json", {
    right: [() => scalingAnswer(), () => scalingAnswer(mirroredRuns(), steadyWithWait)],
    wrong: [
      slip("no efficiency", /divide it/, scaling({ weakEfficiency: scalingAnswer().weakSpeedup })),
      guess(
        "another baseline",
        scaling({ strongSpeedup: scalingAnswer().weakSpeedup, weakSpeedup: scalingAnswer().strongSpeedup }),
      ),
      guess("somebody else's numbers", () => scalingAnswer(mirroredRuns({ seed: 2 }))),
    ],
  }),
];
