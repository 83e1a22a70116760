import {
  checkAddedEfficiency,
  checkDeviceSeconds,
  checkEfficiency,
  checkMostSpeedup,
  checkSpeedup,
  checkSpeedupRange,
} from "../../../lib/checks";
import { fitAmdahl } from "../../../lib/measure";
import { runStatistics } from "../../../lib/runs";
import type { RunRecord } from "../../../lib/runs";
import { exercise } from "../exercise";

const steady = (run: RunRecord) => runStatistics(run).steadyEpochSeconds;
const first = (run: RunRecord) => runStatistics(run).firstEpochSeconds;
const share = (speedup: number, n: number) => (1 / speedup - 1 / n) / (1 - 1 / n);

export const scalingExercises = [
  exercise({
    what: "speedup",
    cell: "02-mirrored/test-speedup",
    check: checkSpeedup,
    right: [
      (one, several) => steady(one) / steady(several),
      (one, several) => runStatistics(several).imagesPerSecond / runStatistics(one).imagesPerSecond,
    ],
    wrong: [
      { what: "upside down", answer: (one, several) => steady(several) / steady(one), says: /Upside down/ },
      { what: "first epochs", answer: (one, several) => first(one) / first(several), says: /first epochs/ },
      {
        what: "whole runs",
        answer: (one, several) => (first(one) + steady(one)) / (first(several) + steady(several)),
        says: /start-up/,
      },
      {
        what: "the efficiency",
        answer: (one, several) => steady(one) / steady(several) / several.configuration.replicas,
        says: /is the efficiency/,
      },
      { what: "seconds saved", answer: (one, several) => steady(one) - steady(several), says: /seconds saved/ },
    ],
  }),
  exercise({
    what: "efficiency",
    cell: "02-mirrored/test-efficiency",
    check: checkEfficiency,
    right: [(speedup, n) => speedup / n, (speedup, n) => (1 / n) * speedup],
    wrong: [
      { what: "per cent", answer: (speedup, n) => (100 * speedup) / n, says: /per cent/ },
      { what: "upside down", answer: (speedup, n) => n / speedup, says: /Upside down/ },
      { what: "one device too few", answer: (speedup, n) => speedup / (n - 1), says: /first device works/ },
      { what: "a product", answer: (speedup, n) => speedup * n, says: /divide/ },
    ],
  }),
  exercise({
    what: "the range of a speedup",
    cell: "02-mirrored/test-speedup-range",
    check: checkSpeedupRange,
    right: [
      (one, several) => ({ least: (one - 0.5) / (several + 0.5), most: (one + 0.5) / (several - 0.5) }),
      (one, several) => {
        const all = [-0.5, 0.5].flatMap((a) => [-0.5, 0.5].map((b) => (one + a) / (several + b)));
        return { most: Math.max(...all), least: Math.min(...all) };
      },
    ],
    wrong: [
      {
        what: "the two swapped",
        answer: (one, several) => ({ most: (one - 0.5) / (several + 0.5), least: (one + 0.5) / (several - 0.5) }),
        says: /wrong way round/,
      },
      {
        what: "both rounded the same way",
        answer: (one, several) => ({ least: (one + 0.5) / (several + 0.5), most: (one - 0.5) / (several - 0.5) }),
        says: /independently/,
      },
      {
        what: "a whole second",
        answer: (one, several) => ({ least: (one - 1) / (several + 1), most: (one + 1) / (several - 1) }),
        says: /half a second/,
      },
      { what: "no range", answer: (one, several) => ({ least: one / several, most: one / several }), says: /13.5/ },
      {
        what: "only one of them rounded",
        answer: (one, several) => ({ least: one / (several + 0.5), most: one / (several - 0.5) }),
        says: /rounded, too/,
      },
    ],
  }),
  exercise({
    what: "what added devices bring",
    cell: "02-mirrored/test-added-efficiency",
    check: checkAddedEfficiency,
    right: [
      (a, b, one) => (b.imagesPerSecond - a.imagesPerSecond) / ((b.devices - a.devices) * one),
      (a, b, one) => (b.imagesPerSecond / one - a.imagesPerSecond / one) / (b.devices - a.devices),
    ],
    wrong: [
      { what: "the efficiency of all", answer: (_, b, one) => b.imagesPerSecond / (b.devices * one), says: /of all/ },
      {
        what: "the gain undivided",
        answer: (a, b, one) => (b.imagesPerSecond - a.imagesPerSecond) / one,
        says: /added/,
      },
      {
        what: "the gain over all",
        answer: (a, b, one) => (b.imagesPerSecond - a.imagesPerSecond) / (b.devices * one),
        says: /how many are they/,
      },
      {
        what: "images a second",
        answer: (a, b) => (b.imagesPerSecond - a.imagesPerSecond) / (b.devices - a.devices),
        says: /as a share/,
      },
      {
        what: "a share of what was before",
        answer: (a, b) => (b.imagesPerSecond - a.imagesPerSecond) / a.imagesPerSecond,
        says: /one device alone/,
      },
    ],
  }),
  exercise({
    what: "the device-seconds of a job",
    cell: "02-mirrored/test-device-seconds",
    check: checkDeviceSeconds,
    right: [
      (n, startUp, epoch, epochs) => n * (startUp + epochs * epoch),
      (n, startUp, epoch, epochs) => n * (startUp + epoch) + n * (epochs - 1) * epoch,
    ],
    wrong: [
      { what: "the time", answer: (_, startUp, epoch, epochs) => startUp + epochs * epoch, says: /how long/ },
      { what: "no start-up", answer: (n, _, epoch, epochs) => n * epochs * epoch, says: /while the program starts/ },
      { what: "a start-up an epoch", answer: (n, s, epoch, epochs) => n * epochs * (s + epoch), says: /once a job/ },
      { what: "one device starting", answer: (n, s, epoch, epochs) => s + n * epochs * epoch, says: /during the/ },
      { what: "a division", answer: (n, s, epoch, epochs) => (s + epochs * epoch) / n, says: /multiply/ },
      { what: "an epoch too few", answer: (n, s, epoch, epochs) => n * (s + (epochs - 1) * epoch), says: /Epoch 1/ },
    ],
  }),
  exercise({
    what: "the most that Amdahl's law allows",
    cell: "02-mirrored/test-most-speedup",
    check: checkMostSpeedup,
    right: [
      (speedup, n) => 1 / share(speedup, n),
      (speedup, n) => fitAmdahl([{ n, speedup }])!.mostSpeedup,
      (speedup, n) => (speedup * (n - 1)) / (n - speedup),
    ],
    wrong: [
      { what: "the share itself", answer: share, says: /share s/ },
      { what: "the other share", answer: (speedup, n) => 1 / (1 - share(speedup, n)), says: /what stays/ },
      { what: "half the formula", answer: (speedup, n) => 1 / (1 / speedup - 1 / n), says: /Divide by 1 - 1/ },
      { what: "the distance from ideal", answer: (speedup, n) => n / speedup, says: /on these devices/ },
      { what: "what is lost", answer: (speedup, n) => 1 / (1 - speedup / n), says: /follow the formula/ },
    ],
  }),
];
