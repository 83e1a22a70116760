import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { observations } from "../../lib/experiment";
import { type Observation } from "../../lib/experiment/observations";
import type { RunRecord } from "../../lib/runs/record";
import { madeUpRun } from "../measure/runs";

/** The law that made-up runs follow, in seconds. */
export interface Law {
  perImage: number;
  perStep?: number;
  bytesPerSecond: number;
  latency?: number;
  overlap?: number;
}

export interface MadeUp {
  model?: string;
  parameters?: number;
  batch: number;
  nodes: number;
  syncEvery?: number;
  images?: number;
  /** Nodes that share one machine, which has 2 cores. */
  sharesMachine?: boolean;
  device?: "cpu" | "gpu";
  outcome?: RunRecord["outcome"];
}

/** Seconds of an epoch by the law, reckoned step by step. */
export function secondsBy(law: Law, run: MadeUp): number {
  const { batch, nodes, syncEvery = 1, images = 6000, parameters = 5e6, sharesMachine = false } = run;
  const share = sharesMachine ? nodes : 1;
  const send = (law.latency ?? 0) + (2 * (nodes - 1) * 4 * parameters) / nodes / law.bytesPerSecond;
  const step = batch * law.perImage * share + (law.perStep ?? 0) * Math.max(1, share / 2);
  let seconds = 0;
  const steps = images / (batch * nodes);
  if (!Number.isInteger(steps)) throw new Error(`${images} images are no whole number of steps of ${batch * nodes}`);
  for (let at = 1; at <= steps; at++) {
    seconds += step;
    const isSync = nodes > 1 && (at % syncEvery === 0 || at === steps);
    if (isSync) seconds += Math.max(0, send - (law.overlap ?? 0) * step);
  }
  return seconds;
}

/** Made-up runs, their times disturbed by a share that is normally distributed. */
export function madeUpObservations(law: Law, runs: readonly MadeUp[], { noise = 0, seed = 1 } = {}): Observation[] {
  const chance = xoroshiro128plus(seed);
  for (let at = 0; at < 50; at++) uniformFloat64(chance); // the first numbers of neighbouring seeds are alike
  return observations(runs.map((run, at) => recordOf(run, at, secondsBy(law, run) * (1 + noise * normal(chance)))));
}

/** Of mean 0 and deviation 1, by Box and Muller. */
function normal(chance: ReturnType<typeof xoroshiro128plus>): number {
  const [radius, angle] = [1 - uniformFloat64(chance), uniformFloat64(chance)];
  return Math.sqrt(-2 * Math.log(radius)) * Math.cos(2 * Math.PI * angle);
}

function recordOf(run: MadeUp, at: number, seconds: number): RunRecord {
  const { model = "resnet50", parameters = 5e6, batch, nodes, syncEvery = 1, images = 6000, device = "cpu" } = run;
  const record = madeUpRun({ id: `run-${at}`, stepSeconds: [seconds, seconds], images: [images] });
  const hosts = Array.from({ length: nodes }, (_, node) => `node${node + 1}`);
  return {
    ...record,
    outcome: run.outcome ?? "completed",
    where: { ...record.where, hosts, ...(run.sharesMachine ? { machines: 1, coresInAll: 2 } : {}) },
    configuration: {
      ...record.configuration,
      ...{ model, parameters, syncEvery, device, workers: nodes, replicas: nodes },
      localBatchSize: batch,
      globalBatchSize: batch * nodes,
    },
  };
}

/** Every combination of these levels, so many times. */
export function design(
  {
    batches = [10, 20, 50],
    nodes = [1, 2, 3],
    replicates = 1,
  }: { batches?: number[]; nodes?: number[]; replicates?: number },
  others: Partial<MadeUp> = {},
): MadeUp[] {
  return batches.flatMap((batch) =>
    nodes.flatMap((count) => Array.from({ length: replicates }, () => ({ ...others, batch, nodes: count }))),
  );
}
