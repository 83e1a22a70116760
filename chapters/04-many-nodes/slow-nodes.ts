import { publishedRows } from "../../lib/runs/published/published-record";

/** The steps of a run on several nodes, as each node saw them. */
export interface NodesSteps {
  name: string;
  /** Steps from one all-reduce to the next. */
  syncEvery: number;
  /** For each node, a number for each of its steps. */
  nodes: {
    /** Seconds that the step waited for its images before it began. */
    wait: number[];
    /** Seconds of the step, with its all-reduce if it has one. */
    seconds: number[];
  }[];
}

/**
 * The steady epochs of three runs on two nodes, each slow for another reason. Lesson 4 asks for the reasons;
 * datasets/published/README.md describes the conditions.
 */
export async function slowNodesRuns(): Promise<NodesSteps[]> {
  const runs = new Map<string, NodesSteps>();
  for (const { run, sync_every: syncEvery, node, wait_s: wait, seconds } of await publishedRows("slow-nodes")) {
    const found = runs.get(run) ?? { name: run, syncEvery: Number(syncEvery), nodes: [] };
    runs.set(run, found);
    const steps = (found.nodes[Number(node) - 1] ??= { wait: [], seconds: [] });
    steps.wait.push(Number(wait));
    steps.seconds.push(Number(seconds));
  }
  return [...runs.values()];
}
