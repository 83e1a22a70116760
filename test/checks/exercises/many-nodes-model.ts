import { checkEpochTimes, type EpochTimes, type NodesCosts } from "../../../lib/checks";
import { allReduceSeconds, epochCounts, predictEpoch, type EpochPlan } from "../../../lib/measure";
import { exercise } from "../exercise";

/** The model with another time of an all-reduce, or other counts. */
const model = (
  plan: EpochPlan,
  { compute, bytes, bytesPerSecond, latency }: NodesCosts,
  changed: { allReduce?: number; syncs?: number } = {},
): EpochTimes => {
  const { steps, syncs: all } = epochCounts(plan);
  const rounds = 2 * (plan.nodes - 1);
  const { syncs = all, allReduce = (rounds * bytes) / plan.nodes / bytesPerSecond + rounds * latency } = changed;
  return {
    inTurn: steps * compute + syncs * allReduce,
    overlapped: steps * compute + syncs * Math.max(0, allReduce - compute),
  };
};

export const exercises = [
  exercise({
    what: "a model of the epoch",
    cell: "04-many-nodes/test-epoch-times",
    check: checkEpochTimes,
    right: [
      (plan, costs) => model(plan, costs),
      (plan, { compute, bytes, bytesPerSecond, latency }) => {
        const link = { bytesPerSecond, latencySeconds: 2 * (plan.nodes - 1) * latency };
        const found = predictEpoch(plan, { compute, allReduce: allReduceSeconds(plan.nodes, bytes, link) });
        return { inTurn: found.epochSeconds, overlapped: found.overlappedSeconds };
      },
    ],
    wrong: [
      {
        what: "an all-reduce in each step",
        answer: (plan, costs) => model(plan, costs, { syncs: epochCounts(plan).steps }),
        says: /Not every step/,
      },
      { what: "no latency", answer: (plan, costs) => model(plan, { ...costs, latency: 0 }), says: /has its latency/ },
      {
        what: "latency once",
        answer: (plan, costs) => model(plan, { ...costs, latency: costs.latency / (2 * plan.nodes - 2) }),
        says: /comes with every round/,
      },
      {
        what: "everything in every round",
        answer: (plan, costs) => model(plan, { ...costs, bytes: costs.bytes * plan.nodes }),
        says: /one part of n/,
      },
      {
        what: "one pass of the ring",
        answer: (plan, costs) =>
          model(plan, costs, {
            allReduce: (plan.nodes - 1) * (costs.bytes / plan.nodes / costs.bytesPerSecond + costs.latency),
          }),
        says: /come back/,
      },
      {
        what: "time that comes back",
        answer: (plan, costs) => {
          const { inTurn } = model(plan, costs);
          return { inTurn, overlapped: inTurn - epochCounts(plan).syncs * costs.compute };
        },
        says: /no time comes back/,
      },
      {
        what: "hiding behind the group",
        answer: (plan, costs) => {
          const { inTurn } = model(plan, costs);
          const computing = epochCounts(plan).steps * costs.compute;
          return { inTurn, overlapped: Math.max(computing, inTurn - computing) };
        },
        says: /its own step only/,
      },
    ],
  }),
];
