/** An epoch on several nodes. */
export interface EpochPlan {
  /** Of the epoch, over all nodes. */
  images: number;
  /** Images of one step on one node. */
  localBatchSize: number;
  nodes: number;
  /** Steps from one all-reduce to the next: 1 is `sync`, more is `accumulate`. */
  syncEvery: number;
}

/** What is counted in an epoch. */
export interface EpochCounts {
  /** Batches that each node works through. */
  steps: number;
  /** All-reduces, each with an update of the weights; a group of steps that stays incomplete has one, too. */
  syncs: number;
  /** Images behind a full update. */
  effectiveBatch: number;
}

/** What one step takes, in seconds. */
export interface StepSeconds {
  /** Of one batch on a node, without all-reduce. */
  compute: number;
  /** Of one all-reduce. */
  allReduce: number;
}

/** What an epoch should take, in seconds. */
export interface EpochPrediction extends EpochCounts {
  computeSeconds: number;
  communicationSeconds: number;
  /** One after the other: nothing is sent while something is computed. */
  epochSeconds: number;
  /** At best: an all-reduce hides behind the computation of its own step, as far as that is long. */
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

/** What an epoch should take, from what a step takes; the smaller last batch counts as a full one. */
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
