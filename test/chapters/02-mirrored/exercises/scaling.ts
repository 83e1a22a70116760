import {
  checkAddedEfficiency,
  checkCharged,
  checkCompared,
  checkMostSpeedup,
  checkSpeedupRange,
  checkTwoSpeedups,
  type TrainingJob,
} from "../../../../solutions/02-mirrored/exercises/scaling";
import { amdahlSpeedup, fitAmdahl } from "../../../../lib/measure";
import { scaledSpeedup } from "../../../../chapters/02-mirrored/gustafson";
import { runStatistics } from "../../../../lib/runs";
import { exercise } from "../../../checks/exercise";

const lasting = ({ startUpSeconds, epochs, epochSeconds }: TrainingJob) => startUpSeconds + epochs * epochSeconds;

export const exercises = [
  exercise({
    cell: "02-mirrored/test-compared",
    check: checkCompared,
    right: (one, several) => {
      const speedup = runStatistics(several).imagesPerSecond / runStatistics(one).imagesPerSecond;
      return { speedup, efficiency: speedup / several.configuration.replicas };
    },
    wrong: {
      what: "whole runs",
      answer: (one, several) => {
        const [slow, fast] = [one, several].map(runStatistics);
        const speedup =
          (slow.firstEpochSeconds + slow.steadyEpochSeconds) / (fast.firstEpochSeconds + fast.steadyEpochSeconds);
        return { speedup, efficiency: speedup / several.configuration.replicas };
      },
      says: /start-up/,
    },
  }),
  exercise({
    cell: "02-mirrored/test-speedup-range",
    check: checkSpeedupRange,
    right: (one, several) => {
      const all = [-0.5, 0.5].flatMap((a) => [-0.5, 0.5].map((b) => (one + a) / (several + b)));
      return { most: Math.max(...all), least: Math.min(...all) };
    },
    wrong: {
      what: "both rounded the same way",
      answer: (one, several) => ({ least: (one + 0.5) / (several + 0.5), most: (one - 0.5) / (several - 0.5) }),
      says: /independently/,
    },
  }),
  exercise({
    cell: "02-mirrored/test-added-efficiency",
    check: checkAddedEfficiency,
    right: (a, b, one) => (b.imagesPerSecond / one - a.imagesPerSecond / one) / (b.devices - a.devices),
    wrong: {
      what: "the efficiency of all",
      answer: (_, b, one) => b.imagesPerSecond / (b.devices * one),
      says: /of all/,
    },
  }),
  exercise({
    cell: "02-mirrored/test-charged",
    check: checkCharged,
    right: (jobs) => {
      const most = [...jobs].sort((a, b) => b.devices - a.devices)[0].devices;
      let [separate, together] = [0, 0];
      for (const job of jobs) {
        separate += lasting(job) * job.devices;
        together += lasting(job) * most;
      }
      return { together, separate };
    },
    wrong: {
      what: "idle devices free",
      answer: (jobs) => {
        const separate = jobs.reduce((total, job) => total + job.devices * lasting(job), 0);
        return { separate, together: separate };
      },
      says: /from its first second/,
    },
  }),
  exercise({
    cell: "02-mirrored/test-two-speedups",
    check: checkTwoSpeedups,
    right: (stays, shared, n) => {
      const s = stays / (stays + shared);
      return { fixedWork: amdahlSpeedup(s, n), grownWork: scaledSpeedup(s, n) };
    },
    wrong: {
      what: "n times as much",
      answer: (stays, shared, n) => ({ fixedWork: (stays + shared) / (stays + shared / n), grownWork: n }),
      says: /come once/,
    },
  }),
  exercise({
    cell: "02-mirrored/test-most-speedup",
    check: checkMostSpeedup,
    right: (speedup, n) => fitAmdahl([{ n, speedup }])!.mostSpeedup,
    wrong: { what: "what is lost", answer: (speedup, n) => 1 / (1 - speedup / n), says: /follow the formula/ },
  }),
];
