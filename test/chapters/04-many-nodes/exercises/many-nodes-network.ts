import { linearRegression } from "simple-statistics";
import {
  checkFewestBatches,
  checkNetworkRate,
  checkSecondsPerSync,
} from "../../../../solutions/04-many-nodes/exercises/many-nodes-network";
import { allReduceSeconds, epochCounts, sentBytes } from "../../../../lib/measure";
import { exercise } from "../../../checks/exercise";
import { epochTimes } from "../../../measure/epoch-times";

export const exercises = [
  exercise({
    cell: "04-many-nodes/test-network-rate",
    check: checkNetworkRate,
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
    wrong: {
      what: "the nodes' computing added",
      answer: (epoch, plan, compute, bytes) => {
        const { steps, syncs } = epochCounts(plan);
        return (syncs * sentBytes(plan.nodes, bytes)) / (epoch - plan.nodes * steps * compute);
      },
      says: /at the same time/,
    },
  }),
  exercise({
    cell: "04-many-nodes/test-seconds-per-sync",
    check: checkSecondsPerSync,
    right: (...epochs) => linearRegression(epochs.map(({ syncs, epochSeconds }) => [syncs, epochSeconds])).m,
    wrong: {
      what: "dividing first",
      answer: (a, b) => a.epochSeconds / a.syncs - b.epochSeconds / b.syncs,
      says: /Subtract first/,
    },
  }),
  exercise({
    cell: "04-many-nodes/test-fewest-batches",
    check: checkFewestBatches,
    right: (compute, allReduce, share) => {
      let batches = 1;
      while (allReduce / (batches * compute + allReduce) > share + 1e-12) batches++;
      return batches;
    },
    wrong: {
      what: "a share of the computing",
      answer: (compute, allReduce, share) => Math.ceil(allReduce / (share * compute)),
      says: /whole time/,
    },
  }),
];
