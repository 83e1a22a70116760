import { sum } from "simple-statistics";
import type { RunRecord } from "../../runs";
import { Check, checkByCases } from "../check";
import { formatNumber } from "../compare";
import { exampleRun } from "../../runs/example-run";
import { counted } from "../../system/words";

/** Seconds of the book's epochs of ResNet50V2 on one device and on several, as its log rounds them. */
const SPEEDUPS: [one: number[], several: number[], devices: number][] = [
  [[29, 14], [31, 8], 2],
  [[29, 14], [47, 5], 4],
];

/** Checks a function that gives the speedup of a run on several devices against one on one. */
export function checkSpeedup(speedup: (one: RunRecord, several: RunRecord) => number, cases = SPEEDUPS): Check {
  return new Check(
    "Speedup and efficiency",
    cases.map(([one, several, devices]) => {
      const steady = (epochs: number[]) => sum(epochs.slice(1)) / (epochs.length - 1);
      const [slow, fast] = [steady(one), steady(several)];
      const batches = Array.from({ length: 4 }, () => 64);
      return {
        what: `epochs of ${one.join(", ")} s on one, ${several.join(", ")} s on ${devices} devices`,
        call: () =>
          speedup(
            exampleRun({ epochSeconds: one, batches }),
            exampleRun({ epochSeconds: several, batches, replicas: devices }),
          ),
        expected: slow / fast,
        unit: "times",
        slips: [
          [fast / slow, "Upside down: one device's time belongs on top."],
          [one[0] / several[0], "These are the first epochs: their start-up is in them."],
          [sum(one) / sum(several), "All epochs together still hold the first one's start-up."],
          [slow / fast / devices, "That is already divided by the devices: it is the efficiency."],
          [(slow - fast) / slow, "That is the share of the time that was saved."],
          [slow - fast, "These are seconds saved: how many times as fast is it?"],
        ],
      };
    }),
  );
}

type EfficiencyCase = [speedup: number, devices: number];
const EFFICIENCIES: EfficiencyCase[] = [
  [1, 1],
  [1.75, 2],
  [2.8, 4],
];

/** Checks a function that gives the efficiency, a share from 0 to 1, of a speedup. */
export const checkEfficiency = checkByCases("Speedup and efficiency", EFFICIENCIES, (speedup, devices) => ({
  what: `a speedup of ${speedup} on ${devices} devices`,
  expected: speedup / devices,
  slips: [
    [(100 * speedup) / devices, "That is per cent; write the share, from 0 to 1."],
    [devices / speedup, "Upside down: the ideal belongs below."],
    [speedup / (devices - 1), "The first device works, too: divide by all."],
    [speedup * devices, "Efficiency says what each device is worth: divide."],
  ],
}));

/** The least and the most that a speedup may be, given rounded times. */
export interface Range {
  least: number;
  most: number;
}

/** Times in whole seconds. */
const ROUNDED: [one: number, several: number][] = [
  [14, 5],
  [14, 8],
];

/** Checks a function that gives the range of the speedups that two times, rounded to whole seconds, allow. */
export const checkSpeedupRange = checkByCases("2.80 or 2.53?", ROUNDED, (one, several) => {
  const [least, most] = [(one - 0.5) / (several + 0.5), (one + 0.5) / (several - 0.5)];
  const [low, high] = [(one - 0.5) / (several - 0.5), (one + 0.5) / (several + 0.5)];
  return {
    what: `${one} s against ${several} s`,
    expected: { least, most },
    slips: [
      [{ least: most, most: least }, "The two are the wrong way round."],
      [{ least: low, most: high }, "The times are rounded independently: one up, the other down."],
      [{ least: high, most: low }, "The times are rounded independently: one up, the other down."],
      [
        { least: (one - 1) / (several + 1), most: (one + 1) / (several - 1) },
        "Rounding changes a time by half a second at most.",
      ],
      [{ least: one / several, most: one / several }, "14 s may be anything from 13.5 to 14.5 s."],
      [{ least: one / (several + 0.5), most: one / (several - 0.5) }, "The time on one device is rounded, too."],
    ],
  };
});

/** The throughput of several devices together. */
export interface Rate {
  devices: number;
  imagesPerSecond: number;
}

/** The throughput before and after devices were added; `one` is that of a single device. */
const ADDED: [before: Rate, after: Rate, one: number][] = [
  [{ devices: 1, imagesPerSecond: 3_676 }, { devices: 2, imagesPerSecond: 6_174 }, 3_676],
  [{ devices: 2, imagesPerSecond: 6_174 }, { devices: 4, imagesPerSecond: 9_301 }, 3_676],
];

/** Checks a function that gives what each added device brings, as a share of what one device does alone. */
export const checkAddedEfficiency = checkByCases("What the next device brings", ADDED, (before, after, one) => {
  const gained = after.imagesPerSecond - before.imagesPerSecond;
  const added = after.devices - before.devices;
  return {
    what: `from ${rate(before)} to ${rate(after)}`,
    expected: gained / (added * one),
    slips: [
      [after.imagesPerSecond / (after.devices * one), "That is the efficiency of all devices together."],
      [gained / one, "Divide among the devices that were added."],
      [gained / (after.devices * one), "Only the added devices brought the gain: how many are they?"],
      [gained / added, "These are images a second: as a share of what one device does alone?"],
      [gained / before.imagesPerSecond, "Compare with one device alone, not with all before."],
      [(added * one) / gained, "Upside down: what the devices bring belongs on top."],
    ],
  };
});

/** The book's jobs of two epochs. */
const JOBS: [devices: number, startUpSeconds: number, epochSeconds: number, epochs: number][] = [
  [1, 15, 14, 2],
  [4, 42, 5, 2],
];

/** Checks a function that gives the device-seconds of a job: what it is charged for. */
export const checkDeviceSeconds = checkByCases("The invoice", JOBS, (devices, startUp, epoch, epochs) => ({
  what: `${counted(devices, "device")}, start-up ${startUp} s, ${epochs} epochs of ${epoch} s`,
  expected: devices * (startUp + epochs * epoch),
  unit: "device-seconds",
  slips: [
    [startUp + epochs * epoch, "That is how long it takes: every device is charged for that time."],
    [devices * epochs * epoch, "The devices are reserved while the program starts, too."],
    [devices * epochs * (startUp + epoch), "Start-up comes once a job, not once an epoch."],
    [startUp + devices * epochs * epoch, "All devices are reserved during the start-up, too."],
    [(startUp + epochs * epoch) / devices, "More devices make it dearer: multiply."],
    [devices * (startUp + (epochs - 1) * epoch), "Epoch 1 is a steady epoch and the start-up."],
  ],
}));

const LIMITS: EfficiencyCase[] = [
  [1.68, 2],
  [2.53, 4],
];

/** Checks a function that gives the speedup that, by Amdahl's law, no number of devices exceeds. */
export const checkMostSpeedup = checkByCases("How far could it go?", LIMITS, (speedup, devices) => {
  const share = (1 / speedup - 1 / devices) / (1 - 1 / devices);
  return {
    what: `${formatNumber(speedup)} times as fast on ${devices} devices`,
    expected: 1 / share,
    unit: "times",
    slips: [
      [share, "That is the share s that stays: the limit is what is left with endless devices."],
      [1 / (1 - share), "That is the limit of what shrinks: what stays is s."],
      [1 / (1 / speedup - 1 / devices), "Divide by 1 - 1 / n, too, to get s."],
      [devices / speedup, "That is how far from ideal it is on these devices."],
      [1 / (1 - speedup / devices), "One minus the efficiency is not s: follow the formula."],
    ],
  };
});

const rate = ({ devices, imagesPerSecond }: Rate): string =>
  `${formatNumber(imagesPerSecond)} images/s on ${counted(devices, "device")}`;
