import {
  checkAddedEfficiency,
  checkCharged,
  checkCompared,
  checkMostSpeedup,
  checkSpeedupRange,
  checkTwoSpeedups,
  type TrainingJob,
} from "../../../../solutions/02-mirrored/exercises/scaling";
import { amdahlSpeedup, fitAmdahl } from "../../../../lib/measure/scaling";
import { scaledSpeedup } from "../../../../chapters/02-mirrored/gustafson";
import { runStatistics } from "../../../../lib/runs";
import { exercise, slip } from "../../../checks/exercise";

const lasting = ({ startUpSeconds, epochs, epochSeconds }: TrainingJob) => startUpSeconds + epochs * epochSeconds;

export const exercises = [
  exercise("02-mirrored/test-compared", checkCompared, {
    right: (one, several) => {
      const speedup = runStatistics(several).imagesPerSecond / runStatistics(one).imagesPerSecond;
      return { speedup, efficiency: speedup / several.configuration.replicas };
    },
    wrong: slip("whole runs", /start-up/, (one, several) => {
      const [slow, fast] = [one, several].map(runStatistics);
      const speedup =
        (slow.firstEpochSeconds + slow.steadyEpochSeconds) / (fast.firstEpochSeconds + fast.steadyEpochSeconds);
      return { speedup, efficiency: speedup / several.configuration.replicas };
    }),
  }),
  exercise("02-mirrored/test-speedup-range", checkSpeedupRange, {
    right: (one, several) => {
      const all = [-0.5, 0.5].flatMap((a) => [-0.5, 0.5].map((b) => (one + a) / (several + b)));
      return { most: Math.max(...all), least: Math.min(...all) };
    },
    wrong: slip("both rounded the same way", /independently/, (one, several) => ({
      least: (one + 0.5) / (several + 0.5),
      most: (one - 0.5) / (several - 0.5),
    })),
  }),
  exercise("02-mirrored/test-added-efficiency", checkAddedEfficiency, {
    right: (a, b, one) => (b.imagesPerSecond / one - a.imagesPerSecond / one) / (b.devices - a.devices),
    wrong: slip("the efficiency of all", /of all/, (_, b, one) => b.imagesPerSecond / (b.devices * one)),
  }),
  exercise("02-mirrored/test-charged", checkCharged, {
    right: (jobs) => {
      const most = [...jobs].sort((a, b) => b.devices - a.devices)[0].devices;
      let [separate, together] = [0, 0];
      for (const job of jobs) {
        separate += lasting(job) * job.devices;
        together += lasting(job) * most;
      }
      return { together, separate };
    },
    wrong: slip("idle devices free", /from its first second/, (jobs) => {
      const separate = jobs.reduce((total, job) => total + job.devices * lasting(job), 0);
      return { separate, together: separate };
    }),
  }),
  exercise("02-mirrored/test-two-speedups", checkTwoSpeedups, {
    right: (stays, shared, n) => {
      const s = stays / (stays + shared);
      return { fixedWork: amdahlSpeedup(s, n), grownWork: scaledSpeedup(s, n) };
    },
    wrong: slip("n times as much", /come once/, (stays, shared, n) => ({
      fixedWork: (stays + shared) / (stays + shared / n),
      grownWork: n,
    })),
  }),
  exercise("02-mirrored/test-most-speedup", checkMostSpeedup, {
    right: (speedup, n) => fitAmdahl([{ n, speedup }])!.mostSpeedup,
    wrong: slip("what is lost", /One minus the efficiency is not s/, (speedup, n) => 1 / (1 - speedup / n)),
  }),
];
