import { median } from "simple-statistics";
import { stepSeconds } from "../../runs/epochs";
import type { RunRecord } from "../../runs/record";
import { queryTopology } from "../../system/nvidia-smi";
import { counted } from "../../system/words";
import { installation } from "../../tensorflow/installation";
import { failed, type Check, type Finding } from "../check";
import { lackingNodes, runJob, type OnNodes } from "./nodes";

/** Batches of an update: those before the last one exchange nothing. */
const SYNC_EVERY = 4;
const STEPS = 4 * SYNC_EVERY;

/**
 * What an exchange of gradients takes longer than a step without one, after the first update.
 * @returns undefined where no record of steps says so, as where nothing was sent.
 */
export function exchangeOf({
  epochs: [epoch],
  sentBytes = {},
}: RunRecord): { seconds: number; bytes: number } | undefined {
  const bytes = Math.max(0, ...Object.values(sentBytes).flat());
  const steps = stepSeconds(epoch).slice(SYNC_EVERY);
  const [exchanging, alone] = [true, false].map((ends) =>
    steps.filter((_, step) => (step % SYNC_EVERY === SYNC_EVERY - 1) === ends),
  );
  if (bytes === 0 || exchanging.length === 0) return undefined;
  return { seconds: median(exchanging) - median(alone), bytes };
}

/** How fast nodes exchange gradients, by a job, and how GPUs are connected, as their driver tells. */
export function links(nodes: OnNodes): Check {
  return {
    id: "links",
    name: `links between ${counted(nodes.nodes, "node")}`,
    run: async (machine) => {
      const topology = machine.device === "gpu" ? await queryTopology() : [];
      const told: Finding["numbers"] = topology.length > 0 ? { topology } : {};
      const lacking = await lackingNodes(nodes.nodes);
      if (lacking) return { ...lacking, numbers: told };
      const run = await runJob(machine, installation().device, nodes, { steps: STEPS, syncEvery: SYNC_EVERY });
      if ("state" in run) return { ...run, numbers: told };
      const exchange = exchangeOf(run);
      if (!exchange) return failed("the job's record says nothing of what its nodes sent", told);
      const { seconds, bytes } = exchange;
      const numbers = { ...told, "bytes of an update": bytes, "seconds longer than a step alone": seconds };
      const megabytes = `${(bytes / 1e6).toFixed(0)} MB`;
      if (seconds <= 0) return { state: "pass", found: `sending ${megabytes} takes no longer than computing`, numbers };
      return {
        state: "pass",
        found: `${megabytes} in ${(1000 * seconds).toFixed(0)} ms beyond a step's computing`,
        numbers,
      };
    },
  };
}
