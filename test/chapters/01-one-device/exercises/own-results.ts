import { mean } from "simple-statistics";
import { checkOwnOneDevice, type OneDeviceResults } from "../../../../chapters/01-one-device/measured/one-device";
import { guess, slip } from "../../../checks/exercise";
import { measured, oneDeviceRuns, rate, seconds, steady, type Handed } from "../../../checks/measured/lessons";

// What would be right by some records, of this student or of another one.

export function oneDeviceAnswer(runs: Handed = oneDeviceRuns()): OneDeviceResults {
  const [baseline, fullSize] = [...runs.values()];
  return {
    epochSeconds: steady(baseline),
    startUpSeconds: seconds(baseline.epochs[0]) - steady(baseline),
    imagesPerSecond: rate(baseline),
    timesAsLong: rate(baseline) / rate(fullSize),
  };
}

export const exercises = [
  measured("01-one-device/test-own-results", checkOwnOneDevice, oneDeviceRuns(), "results/*.json", {
    right: [
      () => oneDeviceAnswer(),
      () => {
        const { epochs } = oneDeviceRuns().get("results/baseline.json")!;
        return { ...oneDeviceAnswer(), imagesPerSecond: mean(epochs.slice(1).map((epoch) => 656 / seconds(epoch))) };
      },
    ],
    wrong: [
      slip("the mean of all epochs", /do not come again/, () => {
        const { epochs } = oneDeviceRuns().get("results/baseline.json")!;
        return { ...oneDeviceAnswer(), epochSeconds: mean(epochs.map(seconds)) };
      }),
      guess("somebody else's numbers", () => oneDeviceAnswer(oneDeviceRuns({ seed: 2 }))),
    ],
  }),
];
