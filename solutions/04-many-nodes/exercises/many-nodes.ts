import { sum } from "simple-statistics";
import { checkByCases } from "../../../lib/checks/check";
import { formatNumber } from "../../../lib/checks/compare";
import type { EpochCounts, EpochPlan } from "../../../lib/measure";
import { counted } from "../../../lib/system/words";

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
      [seconds(bytes), "This sends the gradients once, but each node of a ring sends 2 (n - 1) / n times the bytes."],
      [seconds(2 * bytes), "In each half of an all-reduce, a node sends n - 1 of its n parts, and not all n."],
      [seconds(sent) / 2, "This is only the first half: the sums must also travel to all nodes."],
      [seconds(2 * (nodes - 1) * bytes), "In one round, a node sends one of its n parts, and not all of them."],
    ],
  };
});

/** The published study's batches of TinyImageNet-200. */
const EPOCHS: [EpochPlan][] = [
  [{ images: 100_000, localBatchSize: 32, nodes: 2, syncEvery: 1 }],
  [{ images: 100_000, localBatchSize: 32, nodes: 2, syncEvery: 4 }],
  [{ images: 100_000, localBatchSize: 100, nodes: 3, syncEvery: 4 }],
];

/** An epoch in words: `100,000 images, 32 on each of 2 nodes, all-reduce after every 4 batches`. */
export function planText({ images, localBatchSize, nodes, syncEvery }: EpochPlan): string {
  const often = syncEvery === 1 ? "batch" : `${syncEvery} batches`;
  return `${formatNumber(images)} images, ${localBatchSize} on each of ${counted(nodes, "node")}, all-reduce after every ${often}`;
}

/** Checks a function that counts an epoch's steps and updates, and the images behind an update. */
export const checkEpochCounts = checkByCases("Count an epoch", EPOCHS, (plan) => {
  const { images, localBatchSize, nodes, syncEvery } = plan;
  const batches = images / (localBatchSize * nodes);
  const steps = Math.ceil(batches);
  const right: EpochCounts = {
    steps,
    syncs: Math.ceil(steps / syncEvery),
    effectiveBatch: localBatchSize * nodes * syncEvery,
  };
  const but = (wrong: Partial<EpochCounts>): EpochCounts => ({ ...right, ...wrong });
  const oneNode = Math.ceil(images / localBatchSize);
  return {
    what: planText(plan),
    expected: right,
    slips: [
      [but({ steps: batches }), "The number of steps must be whole: the images that are left make a smaller batch."],
      [but({ steps: Math.floor(batches) }), "The images that are left make a batch, too: round up."],
      [but({ steps: oneNode, syncs: Math.ceil(oneNode / syncEvery) }), "The nodes divide the images among them."],
      [but({ syncs: steps }), "These are the batches, and several batches share one all-reduce."],
      [but({ syncs: steps * syncEvery }), "More batches for each all-reduce make fewer all-reduces."],
      [but({ syncs: steps / syncEvery }), "The number of updates must be whole: round up."],
      [but({ syncs: Math.floor(steps / syncEvery) }), "The batches that are left at the end have an all-reduce, too."],
      [
        but({ effectiveBatch: localBatchSize * nodes }),
        "This is the batch of one step: an update uses several batches.",
      ],
      [
        but({ effectiveBatch: localBatchSize * syncEvery }),
        "These are the images of one node: every node adds its own images.",
      ],
      [
        but({ effectiveBatch: (localBatchSize * nodes) / syncEvery }),
        "An update uses syncEvery batches: multiply by this number, and do not divide.",
      ],
      [
        but({ effectiveBatch: localBatchSize * (nodes + syncEvery) }),
        "Every node adds up syncEvery batches: multiply by this number.",
      ],
    ],
  };
});

/** A batch of a node, with the gradient of its mean loss. */
export interface BatchGradient {
  gradient: number[];
  images: number;
}

/** The gradients of images, batch by batch, and the batches of an update. */
type Accumulated = [batches: BatchGradient[], syncEvery: number];

/** Makes batches of so many images, each image with two gradients of its own. */
const batchesOf = (sizes: number[]): BatchGradient[] => {
  let image = 0;
  return sizes.map((images) => {
    const own = Array.from({ length: images }, () => {
      image++;
      return [Math.sin(3.1 * image) + 0.2, 0.37 * image - 1.55];
    });
    return { images, gradient: [0, 1].map((at) => own.reduce((sum, each) => sum + each[at], 0) / images) };
  });
};

const GROUPS: Accumulated[] = [
  [batchesOf([4, 4, 4, 4]), 4],
  [batchesOf([4, 4, 4, 2]), 4],
  [batchesOf([3, 3, 3, 3, 1]), 2],
];

/** Checks a function that gives the gradient of each update: that of the mean loss over all images of its group. */
export const checkAccumulated = checkByCases("Accumulate by hand", GROUPS, (batches, syncEvery) => {
  const groups: BatchGradient[][] = [];
  for (let first = 0; first < batches.length; first += syncEvery) groups.push(batches.slice(first, first + syncEvery));
  const each = (of: (group: BatchGradient[], at: number) => number): number[][] =>
    groups.map((group) => group[0].gradient.map((_, at) => of(group, at)));
  const weighted = (group: BatchGradient[], at: number): number =>
    sum(group.map(({ gradient, images }) => gradient[at] * images));
  const images = (group: BatchGradient[]): number => sum(group.map((batch) => batch.images));
  const plain = (group: BatchGradient[], at: number): number => sum(group.map(({ gradient }) => gradient[at]));
  const right = each((group, at) => weighted(group, at) / images(group));
  return {
    what: `batches of ${batches.map((batch) => batch.images).join(", ")} images, an update every ${syncEvery}`,
    expected: right,
    slips: [
      [each(plain), "That is the sum of the batches' gradients. The loss is a mean over images: divide."],
      [
        each((group, at) => plain(group, at) / group.length),
        "Here, batches of different sizes count alike: weight each batch by the number of its images.",
      ],
      [
        each((group, at) => plain(group, at) / syncEvery),
        "The last group may have fewer batches, and its batches may be smaller.",
      ],
      [each(weighted), "Divide by the images of the group."],
      [
        each((group, at) => weighted(group, at) / (syncEvery * batches[0].images)),
        "The last group has fewer images: divide by the number of its own images.",
      ],
      [
        right.slice(0, Math.floor(batches.length / syncEvery)),
        "The batches that are left at the end make an update, too.",
      ],
      [
        batches.map(({ gradient }) => gradient),
        "This makes an update after every batch: add up the gradients of a group first.",
      ],
    ],
  };
});
