import { exampleNodesRun } from "../../lib/runs";
import type { Observation } from "../../lib/experiment/observations";

/** A configuration of an experiment; what is left out is ResNet50, sync, batch 32, 1 node. */
export interface Configured {
  model?: string;
  mode?: "sync" | "accumulate";
  batch?: number;
  nodes?: number;
}

const day = 24 * 60;

/**
 * Observations of one configuration, one for each value in seconds, made up. Each replicate ran a day after the one
 * before, `minute` minutes after its day began, and its four epochs after the first differ by 0.1 %.
 */
export function observed(configuration: Configured, seconds: number[], minute = 0): Observation[] {
  const levels = { model: "resnet50", mode: "sync" as const, batch: 32, nodes: 1, ...configuration };
  return seconds.map((each, at): Observation => {
    const run = exampleNodesRun({
      nodes: levels.nodes,
      model: levels.model,
      localBatchSize: levels.batch,
      syncEvery: levels.mode === "sync" ? 1 : 4,
      steps: 4,
      epochs: 5,
    });
    run.id = `${Object.values(levels).join("-")}-${at + 1}`;
    run.startedAt = new Date(Date.UTC(2026, 0, 1) + (at * day + minute) * 60_000).toISOString();
    const epochSeconds = [0.9985, 0.9995, 1.0005, 1.0015].map((share) => share * each);
    return { levels, replicate: at + 1, seconds: each, epochs: 1, epochSeconds, run };
  });
}

/** Seconds of an epoch that computes 300 s on one node, with all-reduces that take 12,800 s at batch 1 between two nodes. */
export function modelled({ batch, nodes }: { batch: number; nodes: number }): number {
  return 300 / nodes + (nodes === 1 ? 0 : (2 * (nodes - 1) * 12_800) / (nodes * batch));
}
