import {
  checkBreakEven,
  checkExtraSeconds,
  checkNetworkEfficiency,
  checkThirdModel,
  type JobTimes,
  type MeasuredModel,
} from "../../../../solutions/03-deeper-model/exercises/deeper-scaling";
import { exercise, slip } from "../../../checks/exercise";

/** Epochs after the first in which the job on many devices makes up for its start. */
const madeUp = (few: JobTimes, many: JobTimes) =>
  (many.firstEpochSeconds - few.firstEpochSeconds) / (few.epochSeconds - many.epochSeconds);

/** What a line through two models gives for a third. */
const between = (work: number, a: MeasuredModel, b: MeasuredModel, of: (model: MeasuredModel) => number) =>
  of(a) + ((of(b) - of(a)) / (b.multiplyAdds - a.multiplyAdds)) * (work - a.multiplyAdds);

function third(work: number, a: MeasuredModel, b: MeasuredModel, n: number) {
  const oneDeviceSeconds = between(work, a, b, (model) => model.oneDeviceSeconds);
  const seconds = between(work, a, b, (model) => model.seconds); // the ideal part and the extra both lie on lines
  const error = (of: MeasuredModel, other: MeasuredModel) => {
    const ideal = of.oneDeviceSeconds / n;
    return Math.abs(ideal / (ideal + other.seconds - other.oneDeviceSeconds / n) - ideal / of.seconds);
  };
  return { oneDeviceSeconds, efficiency: oneDeviceSeconds / (n * seconds), error: Math.max(error(a, b), error(b, a)) };
}

export const exercises = [
  exercise("03-deeper-model/test-break-even", checkBreakEven, {
    right: (few, many) => Math.floor(madeUp(few, many)) + 2,
    wrong: slip("a tie", /same time/, (few, many) => Math.ceil(madeUp(few, many)) + 1),
  }),
  exercise("03-deeper-model/test-extra-seconds", checkExtraSeconds, {
    right: (one, seconds, devices) => (seconds * devices - one) / devices,
    wrong: slip("device-seconds", /all devices together/, (one, seconds, devices) => seconds * devices - one),
  }),
  exercise("03-deeper-model/test-network-efficiency", checkNetworkEfficiency, {
    right: (step, parameters, n, rate) => 1 / (1 + (8 * parameters * (1 - 1 / n)) / rate / step),
    wrong: slip(
      "numbers for bytes",
      /4 bytes/,
      (step, parameters, n, rate) => step / (step + (2 * (1 - 1 / n) * parameters) / rate),
    ),
  }),
  exercise("03-deeper-model/test-third-model", checkThirdModel, {
    right: third,
    wrong: slip("a line through the efficiencies", /percentages do not/, (work, a, b, n) => ({
      ...third(work, a, b, n),
      efficiency: between(work, a, b, ({ oneDeviceSeconds, seconds }) => oneDeviceSeconds / n / seconds),
    })),
  }),
];
