import {
  checkBreakEven,
  checkExtraSeconds,
  checkNetworkEfficiency,
  checkThirdModel,
  type JobTimes,
  type MeasuredModel,
} from "../../../../solutions/03-deeper-model/exercises/deeper-scaling";
import { exercise } from "../../../checks/exercise";

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
  exercise({
    cell: "03-deeper-model/test-break-even",
    check: checkBreakEven,
    right: (few, many) => Math.floor(madeUp(few, many)) + 2,
    wrong: { what: "a tie", answer: (few, many) => Math.ceil(madeUp(few, many)) + 1, says: /same time/ },
  }),
  exercise({
    cell: "03-deeper-model/test-extra-seconds",
    check: checkExtraSeconds,
    right: (one, seconds, devices) => (seconds * devices - one) / devices,
    wrong: {
      what: "device-seconds",
      answer: (one, seconds, devices) => seconds * devices - one,
      says: /all devices together/,
    },
  }),
  exercise({
    cell: "03-deeper-model/test-network-efficiency",
    check: checkNetworkEfficiency,
    right: (step, parameters, n, rate) => 1 / (1 + (8 * parameters * (1 - 1 / n)) / rate / step),
    wrong: {
      what: "numbers for bytes",
      answer: (step, parameters, n, rate) => step / (step + (2 * (1 - 1 / n) * parameters) / rate),
      says: /4 bytes/,
    },
  }),
  exercise({
    cell: "03-deeper-model/test-third-model",
    check: checkThirdModel,
    right: third,
    wrong: {
      what: "a line through the efficiencies",
      answer: (work, a, b, n) => ({
        ...third(work, a, b, n),
        efficiency: between(work, a, b, ({ oneDeviceSeconds, seconds }) => oneDeviceSeconds / n / seconds),
      }),
      says: /percentages do not/,
    },
  }),
];
