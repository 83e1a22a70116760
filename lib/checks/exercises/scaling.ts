import { sum } from "simple-statistics";
import type { RunRecord } from "../../runs";
import { Check } from "../check";
import { formatNumber } from "../compare";
import { exampleRun } from "../../runs/example-run";
import { counted } from "../../system/words";

/** Epochs of a run on one device and of one on several, in seconds, and the number of these devices. */
export type SpeedupCase = [one: number[], several: number[], devices: number];
/** The book's ResNet50V2, in the log's whole seconds. */
const SPEEDUPS: SpeedupCase[] = [
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
        came: () =>
          speedup(
            exampleRun({ epochSeconds: one, batches }),
            exampleRun({ epochSeconds: several, batches, replicas: devices }),
          ),
        expected: slow / fast,
        unit: "times",
        slips: [
          { value: fast / slow, hint: "Upside down: one device's time belongs on top." },
          { value: one[0] / several[0], hint: "These are the first epochs: their start-up is in them." },
          { value: sum(one) / sum(several), hint: "All epochs together still hold the first one's start-up." },
          { value: slow / fast / devices, hint: "That is already divided by the devices: it is the efficiency." },
          { value: (slow - fast) / slow, hint: "That is the share of the time that was saved." },
          { value: slow - fast, hint: "These are seconds saved: how many times as fast is it?" },
        ],
      };
    }),
  );
}

/** A speedup, and the devices it took. */
export type EfficiencyCase = [speedup: number, devices: number];
const EFFICIENCIES: EfficiencyCase[] = [
  [1, 1],
  [1.75, 2],
  [2.8, 4],
];

/** Checks a function that gives the efficiency, a share from 0 to 1, of a speedup. */
export function checkEfficiency(efficiency: (speedup: number, devices: number) => number, cases = EFFICIENCIES): Check {
  return new Check(
    "Speedup and efficiency",
    cases.map(([speedup, devices]) => ({
      what: `a speedup of ${speedup} on ${devices} devices`,
      came: () => efficiency(speedup, devices),
      expected: speedup / devices,
      slips: [
        { value: (100 * speedup) / devices, hint: "That is per cent; write the share, from 0 to 1." },
        { value: devices / speedup, hint: "Upside down: the ideal belongs below." },
        { value: speedup / (devices - 1), hint: "The first device works, too: divide by all." },
        { value: speedup * devices, hint: "Efficiency says what each device is worth: divide." },
      ],
    })),
  );
}

/** What a speedup may really be. */
export interface Range {
  least: number;
  most: number;
}

/** Two times in whole seconds. */
export type RoundedCase = [one: number, several: number];
const ROUNDED: RoundedCase[] = [
  [14, 5],
  [14, 8],
];

/** Checks a function that gives the range of the speedups that two times, rounded to whole seconds, allow. */
export function checkSpeedupRange(
  speedupRange: (oneSeconds: number, severalSeconds: number) => Range,
  cases = ROUNDED,
): Check {
  return new Check(
    "2.80 or 2.53?",
    cases.map(([one, several]) => {
      const [least, most] = [(one - 0.5) / (several + 0.5), (one + 0.5) / (several - 0.5)];
      const [low, high] = [(one - 0.5) / (several - 0.5), (one + 0.5) / (several + 0.5)];
      return {
        what: `${one} s against ${several} s`,
        came: () => speedupRange(one, several),
        expected: { least, most },
        slips: [
          { value: { least: most, most: least }, hint: "The two are the wrong way round." },
          { value: { least: low, most: high }, hint: "The times are rounded independently: one up, the other down." },
          { value: { least: high, most: low }, hint: "The times are rounded independently: one up, the other down." },
          {
            value: { least: (one - 1) / (several + 1), most: (one + 1) / (several - 1) },
            hint: "Rounding changes a time by half a second at most.",
          },
          { value: { least: one / several, most: one / several }, hint: "14 s may be anything from 13.5 to 14.5 s." },
          {
            value: { least: one / (several + 0.5), most: one / (several - 0.5) },
            hint: "The time on one device is rounded, too.",
          },
        ],
      };
    }),
  );
}

/** A rate that several devices reach together. */
export interface Rate {
  devices: number;
  imagesPerSecond: number;
}

/** Fewer devices, more devices, and the images a second of a single one. */
export type AddedCase = [before: Rate, after: Rate, one: number];
const ADDED: AddedCase[] = [
  [{ devices: 1, imagesPerSecond: 3_676 }, { devices: 2, imagesPerSecond: 6_174 }, 3_676],
  [{ devices: 2, imagesPerSecond: 6_174 }, { devices: 4, imagesPerSecond: 9_301 }, 3_676],
];

/** Checks a function that gives what each added device brings, as a share of what one device does alone. */
export function checkAddedEfficiency(
  addedEfficiency: (before: Rate, after: Rate, one: number) => number,
  cases = ADDED,
): Check {
  return new Check(
    "What the next device brings",
    cases.map(([before, after, one]) => {
      const gained = after.imagesPerSecond - before.imagesPerSecond;
      const added = after.devices - before.devices;
      return {
        what: `from ${rate(before)} to ${rate(after)}`,
        came: () => addedEfficiency({ ...before }, { ...after }, one),
        expected: gained / (added * one),
        slips: [
          {
            value: after.imagesPerSecond / (after.devices * one),
            hint: "That is the efficiency of all devices together.",
          },
          { value: gained / one, hint: "Divide among the devices that were added." },
          {
            value: gained / (after.devices * one),
            hint: "Only the added devices brought the gain: how many are they?",
          },
          { value: gained / added, hint: "These are images a second: as a share of what one device does alone?" },
          { value: gained / before.imagesPerSecond, hint: "Compare with one device alone, not with all before." },
          { value: (added * one) / gained, hint: "Upside down: what the devices bring belongs on top." },
        ],
      };
    }),
  );
}

/** A job: the devices, its start-up, one steady epoch, how many. */
export type JobCase = [devices: number, startUpSeconds: number, epochSeconds: number, epochs: number];
/** The book's jobs of two epochs. */
const JOBS: JobCase[] = [
  [1, 15, 14, 2],
  [4, 42, 5, 2],
];

/** Checks a function that gives the device-seconds of a job: what it is charged for. */
export function checkDeviceSeconds(
  deviceSeconds: (devices: number, startUpSeconds: number, epochSeconds: number, epochs: number) => number,
  cases = JOBS,
): Check {
  return new Check(
    "The invoice",
    cases.map(([devices, startUp, epoch, epochs]) => ({
      what: `${counted(devices, "device")}, start-up ${startUp} s, ${epochs} epochs of ${epoch} s`,
      came: () => deviceSeconds(devices, startUp, epoch, epochs),
      expected: devices * (startUp + epochs * epoch),
      unit: "device-seconds",
      slips: [
        { value: startUp + epochs * epoch, hint: "That is how long it takes: every device is charged for that time." },
        { value: devices * epochs * epoch, hint: "The devices are reserved while the program starts, too." },
        { value: devices * epochs * (startUp + epoch), hint: "Start-up comes once a job, not once an epoch." },
        { value: startUp + devices * epochs * epoch, hint: "All devices are reserved during the start-up, too." },
        { value: (startUp + epochs * epoch) / devices, hint: "More devices make it dearer: multiply." },
        { value: devices * (startUp + (epochs - 1) * epoch), hint: "Epoch 1 is a steady epoch and the start-up." },
      ],
    })),
  );
}

const LIMITS: EfficiencyCase[] = [
  [1.68, 2],
  [2.53, 4],
];

/** Checks a function that gives the speedup that, by Amdahl's law, no number of devices exceeds. */
export function checkMostSpeedup(mostSpeedup: (speedup: number, devices: number) => number, cases = LIMITS): Check {
  return new Check(
    "How far could it go?",
    cases.map(([speedup, devices]) => {
      const share = (1 / speedup - 1 / devices) / (1 - 1 / devices);
      return {
        what: `${formatNumber(speedup)} times as fast on ${devices} devices`,
        came: () => mostSpeedup(speedup, devices),
        expected: 1 / share,
        unit: "times",
        slips: [
          { value: share, hint: "That is the share s that stays: the limit is what is left with endless devices." },
          { value: 1 / (1 - share), hint: "That is the limit of what shrinks: what stays is s." },
          { value: 1 / (1 / speedup - 1 / devices), hint: "Divide by 1 - 1 / n, too, to get s." },
          { value: devices / speedup, hint: "That is how far from ideal it is on these devices." },
          { value: 1 / (1 - speedup / devices), hint: "One minus the efficiency is not s: follow the formula." },
        ],
      };
    }),
  );
}

const rate = ({ devices, imagesPerSecond }: Rate): string =>
  `${formatNumber(imagesPerSecond)} images/s on ${counted(devices, "device")}`;
