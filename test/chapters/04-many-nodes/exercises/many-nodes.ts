import { mean } from "simple-statistics";
import {
  checkAccumulated,
  checkEpochCounts,
  checkLeastSeconds,
} from "../../../../solutions/04-many-nodes/exercises/many-nodes";
import { epochCounts, gradientBytes } from "../../../../lib/measure";
import { allReduceSeconds } from "../../../../lib/measure/communication";
import { exercise, slip } from "../../../checks/exercise";

export const exercises = [
  exercise("04-many-nodes/test-least-seconds", checkLeastSeconds, {
    right: (parameters, n, bits) => allReduceSeconds(n, gradientBytes(parameters), { bytesPerSecond: bits / 8 }),
    wrong: slip("one round", /travel to all nodes/, (parameters, n, bits) => (32 * (n - 1) * parameters) / n / bits),
  }),
  exercise("04-many-nodes/test-accumulate", checkAccumulated, {
    right: (batches, syncEvery) => {
      const updates: number[][] = [];
      let [sum, images] = [[] as number[], 0];
      batches.forEach((batch, at) => {
        sum = batch.gradient.map((value, i) => (sum[i] ?? 0) + value * batch.images);
        images += batch.images;
        if ((at + 1) % syncEvery !== 0 && at + 1 < batches.length) return;
        updates.push(sum.map((value) => value / images));
        [sum, images] = [[], 0];
      });
      return updates;
    },
    wrong: slip("a plain mean of batches", /weight each batch by/, (batches, syncEvery) => {
      const starts = batches.map((_, at) => at).filter((at) => at % syncEvery === 0);
      return starts.map((at) => {
        const group = batches.slice(at, at + syncEvery);
        return group[0].gradient.map((_, i) => mean(group.map(({ gradient }) => gradient[i])));
      });
    }),
  }),
  exercise("04-many-nodes/test-epoch-counts", checkEpochCounts, {
    right: epochCounts,
    wrong: slip("the incomplete group dropped", /left at the end/, (plan) => {
      const right = epochCounts(plan);
      return { ...right, syncs: Math.floor(right.steps / plan.syncEvery) };
    }),
  }),
];
