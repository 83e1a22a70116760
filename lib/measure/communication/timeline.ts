/** What a node does for a while. Seconds since the first step began. */
export interface Spell {
  what: "compute" | "wait" | "all-reduce";
  start: number;
  end: number;
}

/** What each node does over some steps. */
export interface NodesTimeline {
  syncEvery: number;
  /** Of one node each, in order. */
  nodes: Spell[][];
  /** From the start of the first step to the end of the last one. */
  seconds: number;
}

/** What to lay out. */
export interface TimelinePlan {
  /** Seconds that a step computes, on each node. */
  compute: number[];
  /** Seconds of an all-reduce. */
  allReduce: number;
  /** How many steps. */
  steps: number;
  syncEvery: number;
}

/**
 * Lays steps out in time: every node computes by itself up to an all-reduce, where it waits for the slowest one; then all
 * of them add up their gradients together. The last step ends with an all-reduce in any case.
 */
export function nodesTimeline({ compute, allReduce, steps, syncEvery }: TimelinePlan): NodesTimeline {
  const nodes: Spell[][] = compute.map(() => []);
  let clock = 0;
  for (let first = 0; first < steps; first += syncEvery) {
    const group = Math.min(syncEvery, steps - first);
    const slowest = clock + group * Math.max(...compute);
    compute.forEach((seconds, node) => {
      for (let step = 0; step < group; step++) {
        nodes[node].push({ what: "compute", start: clock + step * seconds, end: clock + (step + 1) * seconds });
      }
      const ready = clock + group * seconds;
      if (ready < slowest) nodes[node].push({ what: "wait", start: ready, end: slowest });
      nodes[node].push({ what: "all-reduce", start: slowest, end: slowest + allReduce });
    });
    clock = slowest + allReduce;
  }
  return { syncEvery, nodes, seconds: clock };
}
