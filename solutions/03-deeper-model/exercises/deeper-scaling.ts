import { checkByCases, type Slip } from "../../../lib/checks/check";
import { formatNumber } from "../../../lib/checks/compare";

/** Seconds of a job's first epoch, which includes the start-up, and of each later one. */
export interface JobTimes {
  firstEpochSeconds: number;
  epochSeconds: number;
}

const job = (firstEpochSeconds: number, epochSeconds: number): JobTimes => ({ firstEpochSeconds, epochSeconds });
const jobSeconds = ({ firstEpochSeconds, epochSeconds }: JobTimes, epochs: number): number =>
  firstEpochSeconds + (epochs - 1) * epochSeconds;

const RIVALS: [few: JobTimes, many: JobTimes][] = [
  [job(63, 33), job(126, 10)],
  [job(29, 14), job(47, 5)],
];

/** Checks a function that gives the fewest epochs after which the job on many devices ends before the one on few. */
export const checkBreakEven = checkByCases("What start-up costs", RIVALS, (few, many) => {
  const lost = many.firstEpochSeconds - few.firstEpochSeconds;
  const won = few.epochSeconds - many.epochSeconds;
  let right = 1;
  while (jobSeconds(many, right) >= jobSeconds(few, right)) right++;
  const words = ({ firstEpochSeconds, epochSeconds }: JobTimes) => `${firstEpochSeconds} s, then ${epochSeconds} s`;
  return {
    what: `${words(few)} an epoch against ${words(many)}`,
    expected: right,
    unit: "epochs",
    slips: [
      ...((lost % won === 0
        ? [[right - 1, "With this number, both jobs end at the same time. One more epoch is needed."]]
        : []) satisfies Slip[]),
      [right - 1, "The first epoch is an epoch too."],
      [lost / won, "Epochs are whole, and the first one is an epoch too."],
      [lost / won + 1, "Epochs are whole: the next one decides."],
      [right + 1, "One epoch earlier the job on many devices is ahead already."],
    ],
  };
});

/** Epoch times in seconds, on one device and on several. */
const MEASURED: [oneDevice: number, seconds: number, devices: number][] = [
  [32.732, 10.049, 4],
  [13.6, 8.099, 2],
];

/** Checks a function that gives what an epoch on several devices takes beyond the ideal one. */
export const checkExtraSeconds = checkByCases("The seconds beyond the ideal", MEASURED, (one, seconds, devices) => ({
  what: `${one} s on 1 device, ${seconds} s on ${devices}`,
  expected: seconds - one / devices,
  unit: "s",
  slips: [
    [one / devices - seconds, "The sign is the wrong way round: extra is what comes on top."],
    [devices * seconds - one, "Those are the seconds of all devices together: how long is one epoch?"],
    [one - seconds, "This is the time that was saved. What would an ideal epoch on these devices take?"],
    [one / devices, "That is the ideal epoch: how much longer was the real one?"],
  ],
}));

/** A step on one device, parameters, devices, and the bytes a second of their network. */
const NETWORK: [stepSeconds: number, parameters: number, devices: number, bytesPerSecond: number][] = [
  [0.544, 23_585_290, 4, 119e6],
  [0.668, 58_352_138, 2, 119e6],
];

/** Checks a function that gives the efficiency if sending the gradients in a ring is all that comes on top of a step. */
export const checkNetworkEfficiency = checkByCases(
  "Take the rule to where it could break",
  NETWORK,
  (stepSeconds, parameters, devices, bytesPerSecond) => {
    const ring = (2 * (devices - 1)) / devices;
    const withBytes = (bytes: number): number => stepSeconds / (stepSeconds + bytes / bytesPerSecond);
    const right = withBytes(ring * 4 * parameters);
    return {
      what: `a step of ${stepSeconds} s, ${formatNumber(parameters)} parameters, ${devices} devices, ${bytesPerSecond / 1e6} MB/s`,
      expected: right,
      slips: [
        [withBytes(4 * parameters), "In a ring, each device sends 2 (n - 1) / n times the gradients."],
        [withBytes(ring * parameters), "That counts numbers: a float32 has 4 bytes."],
        [withBytes((ring * 4 * parameters) / devices), "Every device sends that much; the devices do not share it."],
        [1 - right, "That is the share that is lost."],
        [1 / right, "Upside down: an efficiency is at most 1."],
        [right * devices, "That is the speedup."],
        [100 * right, "Give a share: 0.75 for 75 %."],
      ],
    };
  },
);

/** A measured model: an epoch on one device and on several. */
export interface MeasuredModel {
  /** Of one image. */
  multiplyAdds: number;
  oneDeviceSeconds: number;
  /** On several devices. */
  seconds: number;
}

/** What is predicted of a model between two measured ones. */
export interface ThirdModel {
  oneDeviceSeconds: number;
  /** 1 is ideal. */
  efficiency: number;
  /** The larger error that the rule makes for the two measured models. */
  error: number;
}

const shallow: MeasuredModel = { multiplyAdds: 1.14e9, oneDeviceSeconds: 13.6, seconds: 5.376 };
const deep: MeasuredModel = { multiplyAdds: 3.56e9, oneDeviceSeconds: 32.732, seconds: 10.049 };
const THIRD: [multiplyAdds: number, a: MeasuredModel, b: MeasuredModel, devices: number][] = [
  [2e9, { multiplyAdds: 1e9, oneDeviceSeconds: 8, seconds: 3 }, { multiplyAdds: 3e9, oneDeviceSeconds: 20, seconds: 6.5 }, 4],
  [1.8e9, shallow, deep, 4],
]; // prettier-ignore

/** Checks a function that predicts a third model from two, and says how wrong its rule is for those two. */
export const checkThirdModel = checkByCases("Predict before you measure", THIRD, (multiplyAdds, a, b, devices) => {
  const share = (multiplyAdds - a.multiplyAdds) / (b.multiplyAdds - a.multiplyAdds);
  const between = (low: number, high: number): number => low + share * (high - low);
  const extra = (model: MeasuredModel): number => model.seconds - model.oneDeviceSeconds / devices;
  const efficiencyOf = (one: number, extra: number): number => one / (one + devices * extra);
  const oneDeviceSeconds = between(a.oneDeviceSeconds, b.oneDeviceSeconds);
  const errors = [
    efficiencyOf(a.oneDeviceSeconds, extra(b)) - efficiencyOf(a.oneDeviceSeconds, extra(a)),
    efficiencyOf(b.oneDeviceSeconds, extra(a)) - efficiencyOf(b.oneDeviceSeconds, extra(b)),
  ];
  const efficiency = efficiencyOf(oneDeviceSeconds, between(extra(a), extra(b)));
  const error = Math.max(...errors.map(Math.abs));
  const right: ThirdModel = { oneDeviceSeconds, efficiency, error };
  const words = ({ oneDeviceSeconds, seconds }: MeasuredModel): string => `${oneDeviceSeconds} s and ${seconds} s`;
  return {
    what: `${multiplyAdds / 1e9} billion multiply-adds, between models of ${words(a)} on 1 and ${devices} devices and of ${words(b)}`,
    expected: right,
    slips: [
      [{ ...right, oneDeviceSeconds: (multiplyAdds / a.multiplyAdds) * a.oneDeviceSeconds }, "Use both models: the line need not go through 0."],
      [
        {
          ...right,
          efficiency: between(efficiencyOf(a.oneDeviceSeconds, extra(a)), efficiencyOf(b.oneDeviceSeconds, extra(b))),
        },
        "Seconds add up, percentages do not: put the line through the extra seconds.",
      ],
      [
        { ...right, efficiency: oneDeviceSeconds / (oneDeviceSeconds + between(extra(a), extra(b))) },
        "The extra comes on top of the ideal epoch, which is shorter.",
      ],
      [{ ...right, error: Math.max(...errors) }, "An efficiency predicted too low is an error, too: take its size."],
      [{ ...right, error: Math.min(...errors.map(Math.abs)) }, "Take the larger one of the two errors."],
      [{ ...right, error: Math.abs(extra(a) - extra(b)) }, "These are seconds. Return the error of the efficiency."],
      [{ ...right, error: 0 }, "Predict each model with the extra of the other one; its own is no prediction."],
    ],
  };
}); // prettier-ignore
