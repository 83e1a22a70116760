import { checkCountedJoules, checkTonnes } from "../../../../solutions/10-thousand-nodes/exercises/energy";
import { exercise, guess, slip } from "../../../checks/exercise";

export const exercises = [
  exercise("10-thousand-nodes/test-counted-joules", checkCountedJoules, {
    right: (readings: number[], range: number) => {
      let total = 0;
      for (let at = 1; at < readings.length; at++) total += (readings[at] - readings[at - 1] + range) % range;
      return total / 1_000_000;
    },
    wrong: [
      slip("no range", /began at 0 again/, (readings) => (readings[readings.length - 1] - readings[0]) / 1e6),
      guess("the distance", (readings) => Math.abs(readings[readings.length - 1] - readings[0]) / 1e6),
    ],
  }),
  exercise("10-thousand-nodes/test-tonnes", checkTonnes, {
    right: (gpuHours, watts, grams) => ((gpuHours * watts) / 1000) * (grams / 1e6),
    wrong: slip("kilograms", /factor of a thousand/, (gpuHours, watts, grams) => (gpuHours * watts * grams) / 1e6),
  }),
];
