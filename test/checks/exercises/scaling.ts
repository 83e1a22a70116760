import {
  checkAddedEfficiency,
  checkCharged,
  checkCompared,
  checkMostSpeedup,
  checkSpeedupRange,
  checkTwoSpeedups,
  type Charged,
  type Compared,
  type TrainingJob,
} from "../../../lib/checks";
import { amdahlSpeedup, fitAmdahl, scaledSpeedup } from "../../../lib/measure";
import { runStatistics } from "../../../lib/runs";
import type { RunRecord } from "../../../lib/runs";
import { exercise } from "../exercise";

const steady = (run: RunRecord) => runStatistics(run).steadyEpochSeconds;
const first = (run: RunRecord) => runStatistics(run).firstEpochSeconds;
const share = (speedup: number, n: number) => (1 / speedup - 1 / n) / (1 - 1 / n);

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const compared = (speedup: number, { configuration }: RunRecord): Compared => ({
  speedup,
  efficiency: speedup / configuration.replicas,
});
const lasting = ({ startUpSeconds, epochs, epochSeconds }: TrainingJob) => startUpSeconds + epochs * epochSeconds;
/** A bill with the right sum for one job. */
const bill = (separate: number, jobs: TrainingJob[]): Charged => ({
  separate,
  together: Math.max(...jobs.map(({ devices }) => devices)) * sum(jobs.map(lasting)),
});

export const scalingExercises = [
  exercise({
    what: "speedup and efficiency",
    cell: "02-mirrored/test-compared",
    check: checkCompared,
    right: [
      (one, several) => compared(steady(one) / steady(several), several),
      (one, several) => compared(runStatistics(several).imagesPerSecond / runStatistics(one).imagesPerSecond, several),
    ],
    wrong: [
      {
        what: "upside down",
        answer: (one, several) => compared(steady(several) / steady(one), several),
        says: /upside down/,
      },
      {
        what: "first epochs",
        answer: (one, several) => compared(first(one) / first(several), several),
        says: /first epochs/,
      },
      {
        what: "whole runs",
        answer: (one, several) => compared((first(one) + steady(one)) / (first(several) + steady(several)), several),
        says: /start-up/,
      },
      {
        what: "per cent",
        answer: (one, several) => ({
          speedup: steady(one) / steady(several),
          efficiency: (100 * steady(one)) / steady(several) / several.configuration.replicas,
        }),
        says: /from 0 to 1/,
      },
      {
        what: "one device too few",
        answer: (one, several) => ({
          speedup: steady(one) / steady(several),
          efficiency: steady(one) / steady(several) / (several.configuration.replicas - 1),
        }),
        says: /first device works/,
      },
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
    what: "the device-seconds of jobs",
    cell: "02-mirrored/test-charged",
    check: checkCharged,
    right: [
      (jobs) => ({
        separate: sum(jobs.map((job) => job.devices * lasting(job))),
        together: Math.max(...jobs.map(({ devices }) => devices)) * sum(jobs.map(lasting)),
      }),
      (jobs) => {
        const most = [...jobs].sort((a, b) => b.devices - a.devices)[0].devices;
        let [separate, together] = [0, 0];
        for (const job of jobs) {
          separate += lasting(job) * job.devices;
          together += lasting(job) * most;
        }
        return { together, separate };
      },
    ],
    wrong: [
      { what: "the time", answer: (jobs) => bill(sum(jobs.map(lasting)), jobs), says: /how long/ },
      {
        what: "no start-up",
        answer: (jobs) => bill(sum(jobs.map((job) => job.devices * job.epochs * job.epochSeconds)), jobs),
        says: /while a program starts/,
      },
      {
        what: "a start-up an epoch",
        answer: (jobs) =>
          bill(sum(jobs.map((job) => job.devices * job.epochs * (job.startUpSeconds + job.epochSeconds))), jobs),
        says: /not once an epoch/,
      },
      {
        what: "idle devices free",
        answer: (jobs) => {
          const separate = sum(jobs.map((job) => job.devices * lasting(job)));
          return { separate, together: separate };
        },
        says: /from its first second/,
      },
      {
        what: "all devices at once",
        answer: (jobs) => ({
          separate: sum(jobs.map((job) => job.devices * lasting(job))),
          together: sum(jobs.map(({ devices }) => devices)) * sum(jobs.map(lasting)),
        }),
        says: /one after another/,
      },
    ],
  }),
  exercise({
    what: "fixed and growing work",
    cell: "02-mirrored/test-two-speedups",
    check: checkTwoSpeedups,
    right: [
      (stays, shared, n) => ({
        fixedWork: (stays + shared) / (stays + shared / n),
        grownWork: (stays + n * shared) / (stays + shared),
      }),
      (stays, shared, n) => {
        const s = stays / (stays + shared);
        return { fixedWork: amdahlSpeedup(s, n), grownWork: scaledSpeedup(s, n) };
      },
    ],
    wrong: [
      {
        what: "everything divided",
        answer: (stays, shared, n) => ({ fixedWork: n, grownWork: (stays + n * shared) / (stays + shared) }),
        says: /not divided/,
      },
      {
        what: "one law for both",
        answer: (stays, shared, n) => {
          const fixedWork = (stays + shared) / (stays + shared / n);
          return { fixedWork, grownWork: fixedWork };
        },
        says: /as long as the one/,
      },
      {
        what: "n times as much",
        answer: (stays, shared, n) => ({ fixedWork: (stays + shared) / (stays + shared / n), grownWork: n }),
        says: /come once/,
      },
      {
        what: "upside down",
        answer: (stays, shared, n) => ({
          fixedWork: (stays + shared / n) / (stays + shared),
          grownWork: (stays + n * shared) / (stays + shared),
        }),
        says: /Upside down/,
      },
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
