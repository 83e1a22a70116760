import { checkByCases } from "../../../lib/checks/check";
import type { EpochPlan } from "../../../lib/measure";
import { planText } from "./many-nodes";

/** What the time of an epoch follows from. */
export interface NodesCosts {
  /** Seconds that a node computes for one batch. */
  compute: number;
  /** Bytes of the gradients that each node holds. */
  bytes: number;
  /** Bytes a second that the network carries to and from each node. */
  bytesPerSecond: number;
  /** Seconds that each round of the ring takes beyond those of its bytes. */
  latency: number;
}

/** The seconds of an epoch. */
export interface EpochTimes {
  /** Computing and sending come one after the other. */
  inTurn: number;
  /** Each all-reduce hides behind the computing of its own step as far as it can. */
  overlapped: number;
}

const resnet: NodesCosts = { compute: 0.1062, bytes: 102_546_848, bytesPerSecond: 96e6, latency: 0 };
const EPOCHS: [EpochPlan, NodesCosts][] = [
  [{ images: 100_000, localBatchSize: 32, nodes: 2, syncEvery: 1 }, resnet],
  [{ images: 640, localBatchSize: 32, nodes: 2, syncEvery: 4 }, { ...resnet, compute: 2.5 }],
  [{ images: 1_000, localBatchSize: 10, nodes: 3, syncEvery: 4 }, { ...resnet, latency: 0.0105 }],
  [{ images: 1_000, localBatchSize: 100, nodes: 1, syncEvery: 4 }, { ...resnet, latency: 0.0105 }],
]; // prettier-ignore

/** Checks a student's model of an epoch's time: computing, bytes, bandwidth, latency and accumulation. */
export const checkEpochTimes = checkByCases("A model of the epoch", EPOCHS, (plan, costs) => {
  const { images, localBatchSize, nodes, syncEvery } = plan;
  const { compute, bytes, bytesPerSecond, latency } = costs;
  const exact = images / (localBatchSize * nodes);
  const steps = Math.ceil(exact);
  const syncs = Math.ceil(steps / syncEvery);
  const rounds = 2 * (nodes - 1);
  const times = (allReduce: number, count = syncs, computing = steps * compute): EpochTimes => ({
    inTurn: computing + count * allReduce,
    overlapped: computing + count * Math.max(0, allReduce - compute),
  });
  const round = bytes / nodes / bytesPerSecond + latency;
  const allReduce = rounds * round;
  const right = times(allReduce);
  return {
    what: `${planText(plan)}; ${compute} s a step, ${latency} s a round`,
    expected: right,
    unit: "s",
    slips: [
      [times(allReduce, steps), "Not every step has an all-reduce: count the all-reduces."],
      [times(allReduce, syncs, syncs * compute), "Every step computes, also those between all-reduces."],
      [times(allReduce, exact / syncEvery, exact * compute), "Steps and all-reduces are whole: round up."],
      [times(rounds * (round - latency)), "Each of the ring's 2 (n - 1) rounds has its latency."],
      [
        times(rounds * (round - latency) + latency),
        "Every round has the latency, and an all-reduce has several rounds.",
      ],
      [
        times(rounds * (bytes / bytesPerSecond + latency)),
        "In one round, a node sends one of its n parts, and not all of them.",
      ],
      [
        times((rounds / 2) * round),
        "A ring has 2 (n - 1) rounds: after n - 1 rounds, the sums must travel to all nodes.",
      ],
      [times(bytes / bytesPerSecond), "In a ring, each node sends 2 (n - 1) / n times the bytes."],
      [
        { inTurn: right.overlapped, overlapped: right.inTurn },
        "inTurn and overlapped are swapped: which of the two can be shorter?",
      ],
      [
        { ...right, overlapped: steps * compute + syncs * (allReduce - compute) },
        "An all-reduce that is shorter than its step is hidden. It adds 0 s to the epoch, and not less than 0 s.",
      ],
      [
        { ...right, overlapped: Math.max(steps * compute, syncs * allReduce) },
        "An all-reduce hides only behind its own step. Before the last step of the group, there is nothing to send.",
      ],
      [
        { ...right, overlapped: steps * compute },
        "An all-reduce hides only behind its own step. The part that is longer than this step adds to the epoch.",
      ],
    ],
  };
});
