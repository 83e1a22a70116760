/** An activity of a node. Times are seconds since the first step began. */
export interface Spell {
  what: "compute" | "wait" | "all-reduce";
  start: number;
  end: number;
}

/** The activities of all nodes during some steps. */
export interface NodesTimeline {
  syncEvery: number;
  /** One list for each node, in order of time. */
  nodes: Spell[][];
  /** From the start of the first step to the end of the last one. */
  seconds: number;
}

/** The steps of a timeline. */
export interface TimelinePlan {
  /** Computing seconds of a step, for each node. */
  compute: number[];
  /** Seconds of an all-reduce. */
  allReduce: number;
  steps: number;
  syncEvery: number;
}

/**
 * The timeline of some steps. Each node computes by itself until the next all-reduce and waits there for the slowest node.
 * The last step always ends with an all-reduce.
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
