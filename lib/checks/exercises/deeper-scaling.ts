import { checkByCases, type Slip } from "../check";

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
        ? [[right - 1, "There the two jobs end at the same time: one epoch more."]]
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
export const checkExtraSeconds = checkByCases("What the bytes would say", MEASURED, (one, seconds, devices) => ({
  what: `${one} s on 1 device, ${seconds} s on ${devices}`,
  expected: seconds - one / devices,
  unit: "s",
  slips: [
    [one / devices - seconds, "The sign is the wrong way round: extra is what comes on top."],
    [devices * seconds - one, "Those are the seconds of all devices together: how long is one epoch?"],
    [one - seconds, "That is what was won. What would an ideal epoch on these devices take?"],
    [one / devices, "That is the ideal epoch: how much longer was the real one?"],
  ],
}));

/** A measured point of a line. */
export type Known = [x: number, y: number];

const LINES: [x: number, a: Known, b: Known][] = [
  [2, [1, 10], [4, 40]],
  [2.35, [1.14, 13.6], [3.56, 32.7]],
];

/** Checks a function that reads a value off the straight line through two points. */
export const checkInterpolation = checkByCases("Predict before you measure", LINES, (x, a, b) => {
  const slope = (b[1] - a[1]) / (b[0] - a[0]);
  return {
    what: `at ${x}, on the line through (${a.join(", ")}) and (${b.join(", ")})`,
    expected: a[1] + slope * (x - a[0]),
    slips: [
      [(a[1] + b[1]) / 2, "That is the middle: where between the two does this lie?"],
      [slope * (x - a[0]), "The line starts at the first point's height, not at 0."],
      [a[1] + slope * x, "The slope counts from the first point on, not from 0."],
      [(a[1] * x) / a[0], "That uses one point only: proportional, not on the line."],
      [(b[1] * x) / b[0], "That uses one point only: proportional, not on the line."],
    ],
  };
});

/** Seconds of an epoch on one device, and seconds beyond the ideal epoch on several. */
const EXPECTED: [oneDevice: number, extra: number, devices: number][] = [
  [24, 2, 4],
  [33, 1.5, 2],
];

/** Checks a function that gives the efficiency that follows from the one-device epoch and the extra seconds. */
export const checkPredictedEfficiency = checkByCases("Predict before you measure", EXPECTED, (one, extra, devices) => {
  const ideal = one / devices;
  const right = ideal / (ideal + extra);
  return {
    what: `${one} s on 1 device, ${extra} s beyond the ideal on ${devices}`,
    expected: right,
    slips: [
      [one / (one + extra), "The extra comes on top of the ideal epoch, which is shorter."],
      [one / (ideal + extra), "That is the speedup: divide by the devices."],
      [1 / right, "Upside down: an efficiency is at most 1."],
      [1 - extra / ideal, "Compare the ideal epoch with the whole epoch that is expected."],
      [100 * right, "Give a share: 0.75 for 75 %."],
    ],
  };
});
