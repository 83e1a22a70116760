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
