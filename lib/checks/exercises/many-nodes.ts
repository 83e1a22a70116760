import { Check, checkByCases } from "../check";
import { formatNumber } from "../compare";
import { counted } from "../../system/words";

const GIGABIT = 1e9;

/** All-reduces over a wire, of ResNet50 and of EfficientNetB0 with 1,000 classes. */
const WIRES: [parameters: number, nodes: number, bitsPerSecond: number][] = [
  [25_636_712, 2, GIGABIT],
  [25_636_712, 3, GIGABIT],
  [5_330_571, 3, 0.2 * GIGABIT],
];

/** Checks a function that gives the least seconds of a ring all-reduce of float32 gradients over a wire. */
export const checkLeastSeconds = checkByCases("How long it must take", WIRES, (parameters, nodes, bits) => {
  const bytes = 4 * parameters;
  const sent = (2 * (nodes - 1) * bytes) / nodes;
  const seconds = (bytes: number) => (8 * bytes) / bits;
  return {
    what: `${formatNumber(parameters)} parameters, ${counted(nodes, "node")}, ${bits / GIGABIT} Gb/s`,
    expected: seconds(sent),
    unit: "s",
    slips: [
      [sent / bits, "A wire's speed is in bits a second, and a byte has 8 of them."],
      [seconds(sent) / 4, "A gradient is a float32: how many bytes is that?"],
      [seconds(bytes), "That sends the gradients once: a ring sends 2 (n - 1) parts of n."],
      [seconds(2 * bytes), "A node keeps one of its n parts in each round: n - 1 are sent."],
      [seconds(sent) / 2, "The sums have to come back, too: two rounds."],
      [seconds(2 * (nodes - 1) * bytes), "What is sent at a time is one part of n, not everything."],
      [seconds(sent) / 8, "A byte has 8 bits: the wire takes 8 times as long as that."],
    ],
  };
});

type AccumulationCase = [images: number, localBatch: number, nodes: number, syncEvery: number];
/** The published study's batches of TinyImageNet-200. */
const EPOCHS: AccumulationCase[] = [
  [100_000, 32, 2, 1],
  [100_000, 32, 2, 4],
  [100_000, 100, 3, 4],
];

const planText = ([, localBatch, nodes, syncEvery]: AccumulationCase): string =>
  `${localBatch} images on each of ${counted(nodes, "node")}, all-reduce every ${syncEvery === 1 ? "batch" : `${syncEvery} batches`}`;

/** Checks a function that gives the updates of an epoch: one for each all-reduce, an incomplete group's included. */
export const checkUpdates = checkByCases("Fewer all-reduces", EPOCHS, (...plan) => {
  const [images, localBatch, nodes, syncEvery] = plan;
  const exact = images / (localBatch * nodes);
  return {
    what: `${formatNumber(images)} images, ${planText(plan)}`,
    expected: Math.ceil(Math.ceil(exact) / syncEvery),
    unit: "updates",
    slips: [
      [Math.ceil(exact), "Those are the batches: one all-reduce serves several of them."],
      [Math.ceil(exact) * syncEvery, "More batches for each all-reduce make fewer of them."],
      [Math.ceil(images / localBatch / syncEvery), "The nodes divide the images: each works through a part of them."],
      [
        Math.floor(Math.ceil(exact) / syncEvery),
        "The batches left over at the end of the epoch have an all-reduce, too.",
      ],
      [Math.floor(Math.floor(exact) / syncEvery), "The images left over make a batch, too."],
      [exact / syncEvery, "An update is made or it is not: the number is whole."],
      [Math.ceil(exact) / syncEvery, "An update is made or it is not: the number is whole."],
    ],
  };
});

/** Checks a function that gives the effective batch: the images behind one update. */
export function checkEffectiveBatch(
  effectiveBatch: (localBatch: number, nodes: number, syncEvery: number) => number,
  cases = EPOCHS,
): Check {
  return new Check(
    "Fewer all-reduces",
    cases.map((plan) => {
      const [, localBatch, nodes, syncEvery] = plan;
      return {
        what: planText(plan),
        call: () => effectiveBatch(localBatch, nodes, syncEvery),
        expected: localBatch * nodes * syncEvery,
        unit: "images",
        slips: [
          [localBatch * nodes, "That is the global batch of one step: the update has more behind it."],
          [localBatch * syncEvery, "Those are one node's images: all nodes' gradients are added up."],
          [(localBatch * nodes) / syncEvery, "More batches for each update: multiply."],
          [localBatch * (nodes + syncEvery), "Every node adds up that many batches: multiply."],
        ],
      };
    }),
  );
}

/** One epoch, with the seconds that a step computes and an all-reduce takes. */
type EpochTimeCase = [steps: number, syncEvery: number, compute: number, allReduce: number];
const TIMES: EpochTimeCase[] = [
  [1_563, 1, 0.1, 1.06],
  [10, 4, 0.1, 1.06],
  [10, 4, 0.5, 0.6],
  [500, 4, 0.3, 0.2],
];

const timeText = ([steps, syncEvery, compute, allReduce]: EpochTimeCase): string =>
  `${formatNumber(steps)} steps of ${compute} s, all-reduce of ${allReduce} s every ${syncEvery === 1 ? "step" : `${syncEvery} steps`}`;

/** Checks a function that gives an epoch's seconds where sending and computing do not overlap. */
export const checkEpochTime = checkByCases("Predict an epoch", TIMES, (...plan) => {
  const [steps, every, compute, allReduce] = plan;
  const syncs = Math.ceil(steps / every);
  return {
    what: timeText(plan),
    expected: steps * compute + syncs * allReduce,
    unit: "s",
    slips: [
      [steps * (compute + allReduce), "Not every step has an all-reduce."],
      [syncs * (compute + allReduce), "Every step computes, also between all-reduces."],
      [steps * compute + (steps / every) * allReduce, "There are whole all-reduces only: round up."],
      [steps * compute + Math.floor(steps / every) * allReduce, "The last, incomplete group counts."],
      [steps * compute + allReduce, "There is more than one all-reduce in an epoch."],
      [steps * compute + steps * every * allReduce, "More steps for each all-reduce: fewer of them."],
      [Math.max(steps * compute, syncs * allReduce), "Here one comes after the other: add."],
    ],
  };
});

/** Checks a function that gives an epoch's seconds where each all-reduce overlaps with its own step's computing. */
export const checkOverlappedTime = checkByCases("Sending while computing", TIMES, (...plan) => {
  const [steps, every, compute, allReduce] = plan;
  const syncs = Math.ceil(steps / every);
  return {
    what: timeText(plan),
    expected: steps * compute + syncs * Math.max(0, allReduce - compute),
    unit: "s",
    slips: [
      [steps * compute + syncs * allReduce, "That is without overlap: what can be hidden?"],
      [
        steps * compute + syncs * (allReduce - compute),
        "An all-reduce that is shorter than its step is hidden, and no time comes back.",
      ],
      [steps * Math.max(compute, allReduce), "Not every step has an all-reduce."],
      [syncs * Math.max(compute, allReduce), "The steps between all-reduces compute, too."],
      [
        Math.max(steps * compute, syncs * allReduce),
        "It hides behind its own step only: before the group's last step there is nothing to send.",
      ],
      [steps * compute, "It hides behind its own step only, and what is longer than that step is not hidden."],
    ],
  };
});
