/** An epoch on several nodes. */
export interface EpochPlan {
  /** Images of the epoch, over all nodes. */
  images: number;
  /** Images of one step on one node. */
  localBatchSize: number;
  nodes: number;
  /** Steps from one all-reduce to the next: 1 is `sync`, more is `accumulate`. */
  syncEvery: number;
}

/** The counts of an epoch. */
export interface EpochCounts {
  /** Batches of each node. */
  steps: number;
  /** All-reduces, each with an update of the weights; an incomplete last group of steps has one, too. */
  syncs: number;
  /** Images behind a full update. */
  effectiveBatch: number;
}

/** The parts of a step, in seconds. */
export interface StepSeconds {
  /** One batch on a node, without all-reduce. */
  compute: number;
  /** One all-reduce. */
  allReduce: number;
}

/** The expected time of an epoch, in seconds. */
export interface EpochPrediction extends EpochCounts {
  computeSeconds: number;
  communicationSeconds: number;
  /** Without overlap of sending and computing. */
  epochSeconds: number;
  /** With the best overlap: the computing of its own step hides an all-reduce as far as possible. */
  overlappedSeconds: number;
}

/** Images behind one update of the weights: local batch x nodes x steps between two all-reduces. */
export function effectiveBatch({ localBatchSize, nodes, syncEvery }: Omit<EpochPlan, "images">): number {
  return localBatchSize * nodes * syncEvery;
}

/**
 * Steps and all-reduces of an epoch.
 * @throws one line when one of the plan's numbers is not a whole number from 1.
 */
export function epochCounts(plan: EpochPlan): EpochCounts {
  for (const [name, value] of Object.entries(plan) as [keyof EpochPlan, number][]) {
    if (!Number.isInteger(value) || value < 1) {
      throw new Error(`${name} is ${value}: an epoch is counted with whole numbers from 1.`);
    }
  }
  const steps = Math.ceil(plan.images / (plan.localBatchSize * plan.nodes));
  return { steps, syncs: Math.ceil(steps / plan.syncEvery), effectiveBatch: effectiveBatch(plan) };
}

/**
 * Predicts the time of an epoch from the time of a step. The smaller last batch counts as a full one.
 * @param plan The epoch's images, the local batch, the nodes, and the steps from one all-reduce to the next.
 * @param step Seconds of computing one batch, and of one all-reduce.
 * @throws one line when one of the plan's numbers is not a whole number from 1.
 * @example
 * predictEpoch({ images: 50_000, localBatchSize: 100, nodes: 2, syncEvery: 4 }, { compute: 0.5, allReduce: 0.8 }).epochSeconds
 */
export function predictEpoch(plan: EpochPlan, { compute, allReduce }: StepSeconds): EpochPrediction {
  const counts = epochCounts(plan);
  const computeSeconds = counts.steps * compute;
  const communicationSeconds = counts.syncs * allReduce;
  return {
    ...counts,
    computeSeconds,
    communicationSeconds,
    epochSeconds: computeSeconds + communicationSeconds,
    overlappedSeconds: computeSeconds + counts.syncs * Math.max(0, allReduce - compute),
  };
}
