import { Check } from "../check";

/** A job as far as its time goes: its first epoch, which holds the start-up, and each of the others. In seconds. */
export interface JobTimes {
  firstEpochSeconds: number;
  epochSeconds: number;
}

const job = (firstEpochSeconds: number, epochSeconds: number): JobTimes => ({ firstEpochSeconds, epochSeconds });
const jobSeconds = ({ firstEpochSeconds, epochSeconds }: JobTimes, epochs: number): number =>
  firstEpochSeconds + (epochs - 1) * epochSeconds;

/** A job on few devices and one on many. */
export type Rivals = [few: JobTimes, many: JobTimes];

const RIVALS: Rivals[] = [
  [job(63, 33), job(126, 10)],
  [job(29, 14), job(47, 5)],
];

/** Checks a function that gives the fewest epochs after which the job on many devices ends before the one on few. */
export function checkBreakEven(breakEven: (few: JobTimes, many: JobTimes) => number, rivals = RIVALS): Check {
  return new Check(
    "What start-up costs",
    rivals.map(([few, many]) => {
      const lost = many.firstEpochSeconds - few.firstEpochSeconds;
      const won = few.epochSeconds - many.epochSeconds;
      let right = 1;
      while (jobSeconds(many, right) >= jobSeconds(few, right)) right++;
      const words = ({ firstEpochSeconds, epochSeconds }: JobTimes) => `${firstEpochSeconds} s, then ${epochSeconds} s`;
      return {
        what: `${words(few)} an epoch against ${words(many)}`,
        came: () => breakEven(few, many),
        expected: right,
        unit: "epochs",
        slips: [
          ...(lost % won === 0
            ? [{ value: right - 1, hint: "There the two jobs end at the same time: one epoch more." }]
            : []),
          { value: right - 1, hint: "The first epoch is an epoch too." },
          { value: lost / won, hint: "Epochs are whole, and the first one is an epoch too." },
          { value: lost / won + 1, hint: "Epochs are whole: the next one decides." },
          { value: right + 1, hint: "One epoch earlier the job on many devices is ahead already." },
        ],
      };
    }),
  );
}

/** Epoch times in seconds: on one device, on several, and how many those are. */
export type Epochs = [oneDevice: number, seconds: number, devices: number];

const MEASURED: Epochs[] = [
  [32.732, 10.049, 4],
  [13.6, 8.099, 2],
];

/** Checks a function that gives what an epoch on several devices takes beyond the ideal one. */
export function checkExtraSeconds(
  extraSeconds: (oneDevice: number, seconds: number, devices: number) => number,
  cases = MEASURED,
): Check {
  return new Check(
    "What the bytes would say",
    cases.map(([one, seconds, devices]) => ({
      what: `${one} s on 1 device, ${seconds} s on ${devices}`,
      came: () => extraSeconds(one, seconds, devices),
      expected: seconds - one / devices,
      unit: "s",
      slips: [
        { value: one / devices - seconds, hint: "The sign is the wrong way round: extra is what comes on top." },
        {
          value: devices * seconds - one,
          hint: "Those are the seconds of all devices together: how long is one epoch?",
        },
        { value: one - seconds, hint: "That is what was won. What would an ideal epoch on these devices take?" },
        { value: one / devices, hint: "That is the ideal epoch: how much longer was the real one?" },
      ],
    })),
  );
}

/** A point of a line: something known, and what was measured there. */
export type Known = [x: number, y: number];

type LineCase = [x: number, a: Known, b: Known];
const LINES: LineCase[] = [
  [2, [1, 10], [4, 40]],
  [2.35, [1.14, 13.6], [3.56, 32.7]],
];

/** Checks a function that reads a value off the straight line through two points. */
export function checkInterpolation(interpolate: (x: number, a: Known, b: Known) => number, cases = LINES): Check {
  return new Check(
    "Predict before you measure",
    cases.map(([x, a, b]) => {
      const slope = (b[1] - a[1]) / (b[0] - a[0]);
      return {
        what: `at ${x}, on the line through (${a.join(", ")}) and (${b.join(", ")})`,
        came: () => interpolate(x, a, b),
        expected: a[1] + slope * (x - a[0]),
        slips: [
          { value: (a[1] + b[1]) / 2, hint: "That is the middle: where between the two does this lie?" },
          { value: slope * (x - a[0]), hint: "The line starts at the first point's height, not at 0." },
          { value: a[1] + slope * x, hint: "The slope counts from the first point on, not from 0." },
          { value: (a[1] * x) / a[0], hint: "That uses one point only: proportional, not on the line." },
          { value: (b[1] * x) / b[0], hint: "That uses one point only: proportional, not on the line." },
        ],
      };
    }),
  );
}

/** What an epoch takes on one device, and beyond the ideal on several; in seconds. */
export type Expected = [oneDevice: number, extra: number, devices: number];

const EXPECTED: Expected[] = [
  [24, 2, 4],
  [33, 1.5, 2],
];

/** Checks a function that gives the efficiency that follows from the one-device epoch and the extra seconds. */
export function checkPredictedEfficiency(
  predictedEfficiency: (oneDevice: number, extra: number, devices: number) => number,
  cases = EXPECTED,
): Check {
  return new Check(
    "Predict before you measure",
    cases.map(([one, extra, devices]) => {
      const ideal = one / devices;
      const right = ideal / (ideal + extra);
      return {
        what: `${one} s on 1 device, ${extra} s beyond the ideal on ${devices}`,
        came: () => predictedEfficiency(one, extra, devices),
        expected: right,
        slips: [
          { value: one / (one + extra), hint: "The extra comes on top of the ideal epoch, which is shorter." },
          { value: one / (ideal + extra), hint: "That is the speedup: divide by the devices." },
          { value: 1 / right, hint: "Upside down: an efficiency is at most 1." },
          { value: 1 - extra / ideal, hint: "Compare the ideal epoch with the whole epoch that is expected." },
          { value: 100 * right, hint: "Give a share: 0.75 for 75 %." },
        ],
      };
    }),
  );
}
