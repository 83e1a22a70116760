import { linearRegression } from "simple-statistics";
import {
  checkFewestBatches,
  checkNetworkRate,
  checkSecondsPerSync,
} from "../../../../solutions/04-many-nodes/exercises/many-nodes-network";
import { epochCounts, sentBytes } from "../../../../lib/measure";
import { allReduceSeconds } from "../../../../lib/measure/communication";
import { exercise, slip } from "../../../checks/exercise";
import { epochTimes } from "../../../measure/epoch-times";

export const exercises = [
  exercise("04-many-nodes/test-network-rate", checkNetworkRate, {
    // The rate at which the model gives the measured epoch, by bisection.
    right: (epoch, plan, compute, bytes) => {
      let [low, high] = [1, 1e12];
      for (let turn = 0; turn < 200; turn++) {
        const middle = Math.sqrt(low * high);
        const allReduce = allReduceSeconds(plan.nodes, bytes, { bytesPerSecond: middle });
        if (epochTimes(plan, { compute, allReduce }).epochSeconds > epoch) low = middle;
        else high = middle;
      }
      return high;
    },
    wrong: slip("the nodes' computing added", /at the same time/, (epoch, plan, compute, bytes) => {
      const { steps, syncs } = epochCounts(plan);
      return (syncs * sentBytes(plan.nodes, bytes)) / (epoch - plan.nodes * steps * compute);
    }),
  }),
  exercise("04-many-nodes/test-seconds-per-sync", checkSecondsPerSync, {
    right: (...epochs) => linearRegression(epochs.map(({ syncs, epochSeconds }) => [syncs, epochSeconds])).m,
    wrong: slip("dividing first", /Subtract first/, (a, b) => a.epochSeconds / a.syncs - b.epochSeconds / b.syncs),
  }),
  exercise("04-many-nodes/test-fewest-batches", checkFewestBatches, {
    right: (compute, allReduce, share) => {
      let batches = 1;
      while (allReduce / (batches * compute + allReduce) > share + 1e-12) batches++;
      return batches;
    },
    wrong: slip("a share of the computing", /whole time/, (compute, allReduce, share) =>
      Math.ceil(allReduce / (share * compute)),
    ),
  }),
];
