import {
  checkEpochTimes,
  type EpochTimes,
  type NodesCosts,
} from "../../../../solutions/04-many-nodes/exercises/many-nodes-model";
import { epochCounts, type EpochPlan } from "../../../../lib/measure";
import { allReduceSeconds } from "../../../../lib/measure/communication";
import { exercise, slip } from "../../../checks/exercise";
import { epochTimes } from "../../../measure/epoch-times";

function times(plan: EpochPlan, { compute, bytes, bytesPerSecond, latency }: NodesCosts): EpochTimes {
  const link = { bytesPerSecond, latencySeconds: 2 * (plan.nodes - 1) * latency };
  const found = epochTimes(plan, { compute, allReduce: allReduceSeconds(plan.nodes, bytes, link) });
  return { inTurn: found.epochSeconds, overlapped: found.overlappedSeconds };
}

export const exercises = [
  exercise("04-many-nodes/test-epoch-times", checkEpochTimes, {
    right: times,
    wrong: slip("hiding behind the group", /only behind its own step/, (plan, costs) => {
      const { inTurn } = times(plan, costs);
      const computing = epochCounts(plan).steps * costs.compute;
      return { inTurn, overlapped: Math.max(computing, inTurn - computing) };
    }),
  }),
];
