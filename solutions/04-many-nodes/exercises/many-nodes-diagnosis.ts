import { type Check, checkAnswer } from "../../../lib/checks/check";
import type { NodesSteps } from "../../../chapters/04-many-nodes/slow-nodes";

/** What makes a training on several nodes slow. */
export type SlowNodesCause = "straggler" | "starved" | "small buckets";

/** A made-up run with a known cause; times vary from step to step as measured ones do. */
function madeUp(name: string, cause: SlowNodesCause, { seed, nodes = 2, step = 0.2 }: Kind): NodesSteps {
  const [syncEvery, steps] = [4, 12];
  let state = seed;
  const random = (): number => {
    state = (state * 16_807) % 2_147_483_647; // Park and Miller's generator
    return state / 2_147_483_647;
  };
  const about = (seconds: number): number => seconds * (0.85 + 0.3 * random());
  const slow = nodes === 2 ? 1 : 0;
  const computed = Array.from({ length: nodes }, (_, node) =>
    Array.from({ length: steps }, () => about(cause === "straggler" && node === slow ? 2.2 * step : step)),
  );
  const waits = computed.map((of, node) =>
    of.map(() => about(cause === "starved" && (nodes > 2 || node === slow) ? 1.5 * step : 0.005 * step)),
  );
  const allReduce = about((cause === "small buckets" ? 1.5 : 0.15) * step);
  // The slowest node decides when an all-reduce can begin.
  const group = (node: number, last: number, of: number[][]): number =>
    of[node].slice(last - syncEvery + 1, last + 1).reduce((sum, each) => sum + each, 0);
  return {
    name,
    syncEvery,
    nodes: computed.map((of, node) => ({
      wait: waits[node],
      seconds: of.map((seconds, at) => {
        if ((at + 1) % syncEvery !== 0) return seconds;
        const ready = computed.map((_, other) => group(other, at, computed) + group(other, at, waits));
        return seconds + Math.max(...ready) - ready[node] + allReduce;
      }),
    })),
  };
}

interface Kind {
  seed: number;
  nodes?: number;
  /** Seconds that a step computes. */
  step?: number;
}

const causes: SlowNodesCause[] = ["straggler", "starved", "small buckets"];

/**
 * Unseen runs, made up for the check: three causes on two nodes and on three, with short steps and long ones.
 * @param seed Other seeds give other runs.
 */
function madeUpDiagnoses(seed: number): [run: NodesSteps, cause: SlowNodesCause][] {
  return causes.flatMap((cause, at) =>
    [2, 3].map((nodes): [NodesSteps, SlowNodesCause] => {
      const kind = { seed: seed + 7 * at + nodes, nodes, step: nodes === 2 ? 0.2 : 1.1 };
      return [madeUp("an unseen run", cause, kind), cause];
    }),
  );
}

const hints: Record<SlowNodesCause, string> = {
  straggler: "Compare the nodes in the steps without an all-reduce: does one node compute longer than the others?",
  starved: "Look at the waits before the steps: how long are they, compared with the steps?",
  "small buckets":
    "All nodes compute equally long, and none waits for images: so what is left for the steps with an all-reduce?",
};

/**
 * Checks a function that says what makes a run slow, by runs that it has not seen.
 * @param seed Other seeds give other runs.
 */
export function checkSlowNodes(diagnose: (run: NodesSteps) => SlowNodesCause, seed = 1): Check {
  return checkAnswer("Three slow runs", diagnose, (diagnose) =>
    madeUpDiagnoses(seed).map(([run, cause], at) => ({
      what: `unseen run ${at + 1}, ${run.nodes.length} nodes, steps of about ${run.nodes[0].seconds[0].toPrecision(1)} s`,
      call: () => diagnose(structuredClone(run)),
      expected: cause,
      secret: true,
      slips: causes.filter((other) => other !== cause).map((other) => [other, hints[cause]]),
    })),
  );
}
