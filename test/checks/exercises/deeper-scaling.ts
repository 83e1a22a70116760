import {
  checkBreakEven,
  checkExtraSeconds,
  checkNetworkEfficiency,
  checkThirdModel,
  type MeasuredModel,
  type ThirdModel,
} from "../../../lib/checks";
import { exercise } from "../exercise";

export const exercises = [
  exercise({
    what: "the epochs from which more devices end earlier",
    cell: "03-deeper-model/test-break-even",
    check: checkBreakEven,
    right: [
      (few, many) => {
        const lost = many.firstEpochSeconds - few.firstEpochSeconds;
        return Math.floor(lost / (few.epochSeconds - many.epochSeconds)) + 2;
      },
      (few, many) => {
        let [slow, fast, epochs] = [few.firstEpochSeconds, many.firstEpochSeconds, 1];
        while (fast >= slow) {
          slow += few.epochSeconds;
          fast += many.epochSeconds;
          epochs++;
        }
        return epochs;
      },
    ],
    wrong: [
      {
        what: "a tie",
        answer: (f, m) =>
          Math.ceil((m.firstEpochSeconds - f.firstEpochSeconds) / (f.epochSeconds - m.epochSeconds)) + 1,
        says: /same time/,
      },
      {
        what: "the first epoch not counted",
        answer: (f, m) => Math.ceil((m.firstEpochSeconds - f.firstEpochSeconds) / (f.epochSeconds - m.epochSeconds)),
        says: /first epoch is an epoch/,
      },
      {
        what: "a broken number",
        answer: (f, m) => (m.firstEpochSeconds - f.firstEpochSeconds) / (f.epochSeconds - m.epochSeconds),
        says: /Epochs are whole/,
      },
      {
        what: "one epoch too many",
        answer: (f, m) =>
          Math.floor((m.firstEpochSeconds - f.firstEpochSeconds) / (f.epochSeconds - m.epochSeconds)) + 3,
        says: /ahead already/,
      },
    ],
  }),
  exercise({
    what: "seconds beyond the ideal epoch",
    cell: "03-deeper-model/test-extra-seconds",
    check: checkExtraSeconds,
    right: [
      (one, seconds, devices) => seconds - one / devices,
      (one, seconds, devices) => (seconds * devices - one) / devices,
    ],
    wrong: [
      { what: "the sign turned", answer: (one, seconds, n) => one / n - seconds, says: /sign/ },
      { what: "device-seconds", answer: (one, seconds, n) => seconds * n - one, says: /all devices together/ },
      { what: "what was won", answer: (one, seconds) => one - seconds, says: /was won/ },
      { what: "the ideal epoch", answer: (one, _, n) => one / n, says: /is the ideal/ },
    ],
  }),
  exercise({
    what: "the efficiency on a network",
    cell: "03-deeper-model/test-network-efficiency",
    check: checkNetworkEfficiency,
    right: [
      (step, parameters, n, rate) => {
        const sent = ((2 * (n - 1)) / n) * 4 * parameters;
        return step / (step + sent / rate);
      },
      (step, parameters, n, rate) => 1 / (1 + (8 * parameters * (1 - 1 / n)) / rate / step),
    ],
    wrong: [
      { what: "every gradient once", answer: (step, p, _, rate) => step / (step + (4 * p) / rate), says: /In a ring/ },
      {
        what: "numbers for bytes",
        answer: (step, p, n, rate) => step / (step + (2 * (1 - 1 / n) * p) / rate),
        says: /4 bytes/,
      },
      {
        what: "the share that is lost",
        answer: (step, p, n, rate) => 1 - step / (step + (8 * p * (1 - 1 / n)) / rate),
        says: /that is lost/,
      },
      {
        what: "the speedup",
        answer: (step, p, n, rate) => (n * step) / (step + (8 * p * (1 - 1 / n)) / rate),
        says: /speedup/,
      },
    ],
  }),
  exercise({
    what: "a model between two measured ones",
    cell: "03-deeper-model/test-third-model",
    check: checkThirdModel,
    right: [
      (work, a, b, n) => third(work, a, b, n),
      (work, a, b, n) => {
        const slope = (low: number, high: number) => (high - low) / (b.multiplyAdds - a.multiplyAdds);
        const oneDeviceSeconds =
          a.oneDeviceSeconds + slope(a.oneDeviceSeconds, b.oneDeviceSeconds) * (work - a.multiplyAdds);
        const seconds = a.seconds + slope(a.seconds, b.seconds) * (work - a.multiplyAdds); // both parts lie on lines
        const wrong = [
          [a, b],
          [b, a],
        ].map(([of, other]) => {
          const predicted = of.oneDeviceSeconds / n + other.seconds - other.oneDeviceSeconds / n;
          return Math.abs(of.oneDeviceSeconds / n / predicted - of.oneDeviceSeconds / n / of.seconds);
        });
        return { oneDeviceSeconds, efficiency: oneDeviceSeconds / (n * seconds), error: Math.max(...wrong) };
      },
    ],
    wrong: [
      {
        what: "a line through the efficiencies",
        answer: (work, a, b, n) => {
          const share = (work - a.multiplyAdds) / (b.multiplyAdds - a.multiplyAdds);
          const of = ({ oneDeviceSeconds, seconds }: MeasuredModel) => oneDeviceSeconds / n / seconds;
          return { ...third(work, a, b, n), efficiency: of(a) + share * (of(b) - of(a)) };
        },
        says: /percentages do not/,
      },
      {
        what: "proportional time",
        answer: (work, a, b, n) => ({
          ...third(work, a, b, n),
          oneDeviceSeconds: (a.oneDeviceSeconds * work) / a.multiplyAdds,
        }),
        says: /through 0/,
      },
      {
        what: "no error, since each model has its own extra",
        answer: (work, a, b, n) => ({ ...third(work, a, b, n), error: 0 }),
        says: /its own is no prediction/,
      },
      {
        what: "the smaller error",
        answer: (work, a, b, n) => ({ ...third(work, a, b, n), error: Math.min(...errors(a, b, n)) }),
        says: /larger one/,
      },
    ],
  }),
];

const extraOf = ({ oneDeviceSeconds, seconds }: MeasuredModel, n: number) => seconds - oneDeviceSeconds / n;
const share = (one: number, extra: number, n: number) => one / n / (one / n + extra);

function errors(a: MeasuredModel, b: MeasuredModel, n: number): number[] {
  return [
    Math.abs(share(a.oneDeviceSeconds, extraOf(b, n), n) - share(a.oneDeviceSeconds, extraOf(a, n), n)),
    Math.abs(share(b.oneDeviceSeconds, extraOf(a, n), n) - share(b.oneDeviceSeconds, extraOf(b, n), n)),
  ];
}

function third(work: number, a: MeasuredModel, b: MeasuredModel, n: number): ThirdModel {
  const line = (low: number, high: number) =>
    low + ((work - a.multiplyAdds) / (b.multiplyAdds - a.multiplyAdds)) * (high - low);
  const one = line(a.oneDeviceSeconds, b.oneDeviceSeconds);
  const efficiency = share(one, line(extraOf(a, n), extraOf(b, n)), n);
  return { oneDeviceSeconds: one, efficiency, error: Math.max(...errors(a, b, n)) };
}
