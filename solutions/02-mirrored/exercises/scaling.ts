import { sum } from "simple-statistics";
import type { RunRecord } from "../../../lib/runs";
import { type Check, checkAnswer, checkByCases } from "../../../lib/checks/check";
import { formatNumber } from "../../../lib/checks/compare";
import { exampleRun } from "../../../lib/runs/example-run";
import { counted } from "../../../lib/system/words";

/** A run on several devices, compared with one on one device. */
export interface Compared {
  /** How many times as fast it is. */
  speedup: number;
  /** The speedup as a share of the ideal: 1 is ideal. */
  efficiency: number;
}

/** Seconds of the book's epochs of ResNet50V2 on one device and on several, as its log rounds them. */
const COMPARED: [one: number[], several: number[], devices: number][] = [
  [[29, 14], [31, 8], 2],
  [[29, 14], [47, 5], 4],
];

/** Checks a function that compares a run on several devices with one on one. */
export function checkCompared(compare: (one: RunRecord, several: RunRecord) => Compared, cases = COMPARED): Check {
  return checkAnswer("Speedup and efficiency", compare, (compare) =>
    cases.map(([one, several, devices]) => {
      const steady = (epochs: number[]) => sum(epochs.slice(1)) / (epochs.length - 1);
      const [slow, fast] = [steady(one), steady(several)];
      const batches = Array.from({ length: 4 }, () => 64);
      const compared = (speedup: number): Compared => ({ speedup, efficiency: speedup / devices });
      const right = compared(slow / fast);
      const runs = (): [RunRecord, RunRecord] => [
        exampleRun({ epochSeconds: one, batches }),
        exampleRun({ epochSeconds: several, batches, replicas: devices }),
      ];
      return {
        what: `epochs of ${one.join(", ")} s on one, ${several.join(", ")} s on ${devices} devices`,
        call: () => compare(...runs()),
        expected: right,
        slips: [
          [{ speedup: fast / slow }, "The speedup is upside down: one device's time belongs on top."],
          [{ speedup: one[0] / several[0] }, "These are the first epochs, which include the start-up."],
          [{ speedup: sum(one) / sum(several) }, "All epochs together still hold the first one's start-up."],
          [{ speedup: (slow - fast) / slow }, "That is the share of the time that was saved."],
          [{ speedup: slow - fast }, "These are seconds saved: how many times as fast is it?"],
          [{ speedup: right.efficiency }, "That is already divided by the devices: it is the efficiency."],
          [{ ...right, efficiency: 100 * right.efficiency }, "Write the efficiency as a share, from 0 to 1."],
          [
            { ...right, efficiency: devices / right.speedup },
            "The efficiency is upside down: the ideal belongs below.",
          ],
          [{ ...right, efficiency: right.speedup / (devices - 1) }, "The first device works, too: divide by all."],
        ],
      };
    }),
  );
}

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
export const checkSpeedupRange = checkByCases("Seconds or milliseconds?", ROUNDED, (one, several) => {
  const [least, most] = [(one - 0.5) / (several + 0.5), (one + 0.5) / (several - 0.5)];
  const [low, high] = [(one - 0.5) / (several - 0.5), (one + 0.5) / (several + 0.5)];
  return {
    what: `${one} s against ${several} s`,
    expected: { least, most },
    slips: [
      [{ least: most, most: least }, "The values of least and most are exchanged."],
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
export const checkAddedEfficiency = checkByCases("What the next device adds", ADDED, (before, after, one) => {
  const gained = after.imagesPerSecond - before.imagesPerSecond;
  const added = after.devices - before.devices;
  return {
    what: `from ${rate(before)} to ${rate(after)}`,
    expected: gained / (added * one),
    slips: [
      [after.imagesPerSecond / (after.devices * one), "That is the efficiency of all devices together."],
      [gained / one, "Divide among the devices that were added."],
      [gained / (after.devices * one), "Only the added devices brought the gain: how many are they?"],
      [gained / added, "These are images a second. Divide them by what one device does alone."],
      [gained / before.imagesPerSecond, "Compare with one device alone, not with all before."],
      [(added * one) / gained, "This ratio is upside down: divide by what one device does alone."],
    ],
  };
});

/** A training on some devices, of the seconds that Slurm charges for. */
export interface TrainingJob {
  devices: number;
  startUpSeconds: number;
  epochSeconds: number;
  epochs: number;
}

/** The device-seconds that some trainings are charged for. */
export interface Charged {
  /** Each as a job of its own. */
  separate: number;
  /** One after another in a single job, which has as many devices as the largest needs. */
  together: number;
}

const job = (devices: number, startUpSeconds: number, epochSeconds: number, epochs: number): TrainingJob => ({
  devices,
  startUpSeconds,
  epochSeconds,
  epochs,
});

/** The book's trainings of two epochs, and one of them for 100. */
const JOBS: [jobs: TrainingJob[]][] = [
  [[job(1, 15, 14, 2), job(2, 23, 8, 2), job(4, 42, 5, 2)]],
  [[job(4, 42, 5, 100)]],
];

/** Checks a function that gives the device-seconds that trainings are charged for, as separate jobs and as one. */
export const checkCharged = checkByCases("The invoice", JOBS, (jobs) => {
  const secondsOf = ({ startUpSeconds, epochSeconds, epochs }: TrainingJob) => startUpSeconds + epochs * epochSeconds;
  const seconds = sum(jobs.map(secondsOf));
  const most = Math.max(...jobs.map(({ devices }) => devices));
  const separate = sum(jobs.map((each) => each.devices * secondsOf(each)));
  const computing = sum(jobs.map((each) => each.devices * each.epochs * each.epochSeconds));
  const everyEpoch = sum(jobs.map((each) => each.devices * each.epochs * (each.startUpSeconds + each.epochSeconds)));
  const allDevices = sum(jobs.map(({ devices }) => devices));
  return {
    what: `trainings on ${jobs.map(({ devices }) => devices).join(", ")} devices`,
    expected: { separate, together: most * seconds },
    unit: "device-seconds",
    slips: [
      [{ separate: seconds }, "That is how long they take: every device is charged for that time."],
      [{ separate: computing }, "The devices are reserved while a program starts, too."],
      [{ separate: everyEpoch }, "A job starts once, not once an epoch."],
      [{ separate, together: separate }, "In one job, all its devices are reserved from its first second to its last."],
      [{ separate, together: seconds }, "In one job, every device is charged for, too."],
      [
        { separate, together: allDevices * seconds },
        "They run one after another: the job needs the devices of the largest.",
      ],
    ],
  };
});

const LIMITS: [speedup: number, devices: number][] = [
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
      [share, "This is the share s. What is the speedup if only s is left?"],
      [1 / (1 - share), "That is the limit of what shrinks: what stays is s."],
      [1 / (1 / speedup - 1 / devices), "Divide by 1 - 1 / n, too, to get s."],
      [devices / speedup, "That is how far from ideal it is on these devices."],
      [
        1 / (1 - speedup / devices),
        "One minus the efficiency is not s: n devices need s + (1 - s) / n of the time of one.",
      ],
    ],
  };
});

/** The speedups of one program on n devices. */
export interface TwoSpeedups {
  /** The devices share the work that one device did. */
  fixedWork: number;
  /** Each device does as much as the one did, so that the work grows with them. */
  grownWork: number;
}

/** Seconds on one device that stay, seconds that are divided or grow, and the devices. */
const PARTS: [stays: number, shared: number, devices: number][] = [
  [2, 8, 4],
  [0.1, 0.9, 64],
];

/** Checks a function that gives the speedups by Amdahl's law and by Gustafson's. */
export const checkTwoSpeedups = checkByCases("Fixed work and growing work", PARTS, (stays, shared, devices) => {
  const one = stays + shared;
  const fixedWork = one / (stays + shared / devices);
  const grownWork = stays / one + (shared / one) * devices;
  return {
    what: `${stays} s that stay and ${shared} s that are shared, on ${devices} devices`,
    expected: { fixedWork, grownWork },
    unit: "times",
    slips: [
      [{ fixedWork: one / ((stays + shared) / devices) }, "The seconds that stay are not divided."],
      [{ fixedWork: 1 / fixedWork }, "Upside down: one device's time belongs on top."],
      [{ fixedWork, grownWork: fixedWork }, "With growing work each device computes as long as the one did before."],
      [{ fixedWork, grownWork: devices }, "The seconds that stay come once, however much work there is."],
      [
        { fixedWork, grownWork: devices * fixedWork },
        "One device would need those seconds once, and the shared part n times.",
      ],
      [{ fixedWork, grownWork: 1 / grownWork }, "Upside down: one device's time for all the work belongs on top."],
    ],
  };
});

const rate = ({ devices, imagesPerSecond }: Rate): string =>
  `${formatNumber(imagesPerSecond)} images/s on ${counted(devices, "device")}`;
