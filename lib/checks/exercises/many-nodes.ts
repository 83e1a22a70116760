import { Check } from "../check";
import { formatNumber } from "../compare";
import { counted } from "../../system/words";

const GIGABIT = 1e9;

/** An all-reduce over a wire: the model's parameters, the nodes, the wire's bits a second. */
export type WireCase = [parameters: number, nodes: number, bitsPerSecond: number];
/** ResNet50 and EfficientNetB0 with 1,000 classes. */
const WIRES: WireCase[] = [
  [25_636_712, 2, GIGABIT],
  [25_636_712, 3, GIGABIT],
  [5_330_571, 3, 0.2 * GIGABIT],
];

/** Checks a function that gives the least seconds of a ring all-reduce of float32 gradients over a wire. */
export function checkLeastSeconds(
  leastSeconds: (parameters: number, nodes: number, bitsPerSecond: number) => number,
  cases = WIRES,
): Check {
  return new Check(
    "How long it must take",
    cases.map(([parameters, nodes, bits]) => {
      const bytes = 4 * parameters;
      const sent = (2 * (nodes - 1) * bytes) / nodes;
      const seconds = (some: number) => (8 * some) / bits;
      return {
        what: `${formatNumber(parameters)} parameters, ${counted(nodes, "node")}, ${bits / GIGABIT} Gb/s`,
        came: () => leastSeconds(parameters, nodes, bits),
        expected: seconds(sent),
        unit: "s",
        slips: [
          { value: sent / bits, hint: "A wire's speed is in bits a second, and a byte has 8 of them." },
          { value: seconds(sent) / 4, hint: "A gradient is a float32: how many bytes is that?" },
          { value: seconds(bytes), hint: "That sends the gradients once: a ring sends 2 (n - 1) parts of n." },
          { value: seconds(2 * bytes), hint: "A node keeps one of its n parts in each round: n - 1 are sent." },
          { value: seconds(sent) / 2, hint: "The sums have to come back, too: two rounds." },
          { value: seconds(2 * (nodes - 1) * bytes), hint: "What is sent at a time is one part of n, not everything." },
          { value: seconds(sent) / 8, hint: "A byte has 8 bits: the wire takes 8 times as long as that." },
        ],
      };
    }),
  );
}

/** An epoch: its images, the batch of a node, the nodes, the batches from one all-reduce to the next. */
export type AccumulationCase = [images: number, localBatch: number, nodes: number, syncEvery: number];
/** TinyImageNet-200's images, in the batches of the published study. */
const EPOCHS: AccumulationCase[] = [
  [100_000, 32, 2, 1],
  [100_000, 32, 2, 4],
  [100_000, 100, 3, 4],
];

const planText = ([, localBatch, nodes, syncEvery]: AccumulationCase): string =>
  `${localBatch} images on each of ${counted(nodes, "node")}, all-reduce every ${syncEvery === 1 ? "batch" : `${syncEvery} batches`}`;

/** Checks a function that gives the updates of an epoch: one for each all-reduce, an incomplete group's included. */
export function checkUpdates(
  updates: (images: number, localBatch: number, nodes: number, syncEvery: number) => number,
  cases = EPOCHS,
): Check {
  return new Check(
    "Fewer all-reduces",
    cases.map((plan) => {
      const [images, localBatch, nodes, syncEvery] = plan;
      const exact = images / (localBatch * nodes);
      return {
        what: `${formatNumber(images)} images, ${planText(plan)}`,
        came: () => updates(...plan),
        expected: Math.ceil(Math.ceil(exact) / syncEvery),
        unit: "updates",
        slips: [
          { value: Math.ceil(exact), hint: "Those are the batches: one all-reduce serves several of them." },
          { value: Math.ceil(exact) * syncEvery, hint: "More batches for each all-reduce make fewer of them." },
          {
            value: Math.ceil(images / localBatch / syncEvery),
            hint: "The nodes divide the images: each works through a part of them.",
          },
          {
            value: Math.floor(Math.ceil(exact) / syncEvery),
            hint: "The batches left over at the end of the epoch have an all-reduce, too.",
          },
          { value: Math.floor(Math.floor(exact) / syncEvery), hint: "The images left over make a batch, too." },
          { value: exact / syncEvery, hint: "An update is made or it is not: the number is whole." },
          { value: Math.ceil(exact) / syncEvery, hint: "An update is made or it is not: the number is whole." },
        ],
      };
    }),
  );
}

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
        came: () => effectiveBatch(localBatch, nodes, syncEvery),
        expected: localBatch * nodes * syncEvery,
        unit: "images",
        slips: [
          { value: localBatch * nodes, hint: "That is the global batch of one step: the update has more behind it." },
          { value: localBatch * syncEvery, hint: "Those are one node's images: all nodes' gradients are added up." },
          { value: (localBatch * nodes) / syncEvery, hint: "More batches for each update: multiply." },
          { value: localBatch * (nodes + syncEvery), hint: "Every node adds up that many batches: multiply." },
        ],
      };
    }),
  );
}

/** An epoch of so many steps: how many from one all-reduce to the next, and the seconds of a step's parts. */
export type EpochTimeCase = [steps: number, syncEvery: number, compute: number, allReduce: number];
const TIMES: EpochTimeCase[] = [
  [1_563, 1, 0.1, 1.06],
  [10, 4, 0.1, 1.06],
  [10, 4, 0.5, 0.6],
  [500, 4, 0.3, 0.2],
];

const timeText = ([steps, syncEvery, compute, allReduce]: EpochTimeCase): string =>
  `${formatNumber(steps)} steps of ${compute} s, all-reduce of ${allReduce} s every ${syncEvery === 1 ? "step" : `${syncEvery} steps`}`;

type EpochTime = (steps: number, syncEvery: number, compute: number, allReduce: number) => number;

/** Checks a function that gives an epoch's seconds where nothing is sent while something is computed. */
export function checkEpochTime(epochTime: EpochTime, cases = TIMES): Check {
  return new Check(
    "Predict an epoch",
    cases.map((plan) => {
      const [steps, every, compute, allReduce] = plan;
      const syncs = Math.ceil(steps / every);
      return {
        what: timeText(plan),
        came: () => epochTime(...plan),
        expected: steps * compute + syncs * allReduce,
        unit: "s",
        slips: [
          { value: steps * (compute + allReduce), hint: "Not every step has an all-reduce." },
          { value: syncs * (compute + allReduce), hint: "Every step computes, also between all-reduces." },
          { value: steps * compute + (steps / every) * allReduce, hint: "There are whole all-reduces only: round up." },
          {
            value: steps * compute + Math.floor(steps / every) * allReduce,
            hint: "The last, incomplete group counts.",
          },
          { value: steps * compute + allReduce, hint: "There is more than one all-reduce in an epoch." },
          {
            value: steps * compute + steps * every * allReduce,
            hint: "More steps for each all-reduce: fewer of them.",
          },
          { value: Math.max(steps * compute, syncs * allReduce), hint: "Here one comes after the other: add." },
        ],
      };
    }),
  );
}

/** Checks a function that gives an epoch's seconds where each all-reduce hides behind its own step, as far as that goes. */
export function checkOverlappedTime(overlappedTime: EpochTime, cases = TIMES): Check {
  return new Check(
    "Sending while computing",
    cases.map((plan) => {
      const [steps, every, compute, allReduce] = plan;
      const syncs = Math.ceil(steps / every);
      return {
        what: timeText(plan),
        came: () => overlappedTime(...plan),
        expected: steps * compute + syncs * Math.max(0, allReduce - compute),
        unit: "s",
        slips: [
          { value: steps * compute + syncs * allReduce, hint: "That is without overlap: what can be hidden?" },
          {
            value: steps * compute + syncs * (allReduce - compute),
            hint: "An all-reduce that is shorter than its step is hidden, and no time comes back.",
          },
          { value: steps * Math.max(compute, allReduce), hint: "Not every step has an all-reduce." },
          { value: syncs * Math.max(compute, allReduce), hint: "The steps between all-reduces compute, too." },
          {
            value: Math.max(steps * compute, syncs * allReduce),
            hint: "It hides behind its own step only: before the group's last step there is nothing to send.",
          },
          {
            value: steps * compute,
            hint: "It hides behind its own step only, and what is longer than that step is not hidden.",
          },
        ],
      };
    }),
  );
}
