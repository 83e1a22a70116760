import { exampleNodesRun } from "../runs";
import { numberAmong } from "../jobs/run-program";
import type { RunRecord } from "../runs/record";
import { argumentsOfRun, nodesOfLevels, plannedRuns, type Design, type PlannedRun } from "./design";

/** Made-up seconds: computing of an image, computing of a step, and an all-reduce between two nodes. */
const [perImage, perStep, perSync] = [0.001, 0.02, 0.03];
/** Made-up variation between runs of a configuration and between epochs of a run, as shares of their time. */
const [betweenRuns, betweenEpochs] = [0.03, 0.01];

/** A record with made-up times for every run of a design, for places where nothing may be trained. */
export function standInRuns(design: Design): Map<RunRecord, PlannedRun> {
  return new Map(plannedRuns(design).map((planned) => [standInRun(design, planned), planned]));
}

function standInRun(design: Design, planned: PlannedRun): RunRecord {
  const { number, levels } = planned;
  const values = argumentsOfRun(design, planned);
  const nodes = nodesOfLevels(levels);
  const localBatchSize = numberAmong(values, "localBatchSize") ?? 8;
  const run = exampleNodesRun({
    nodes,
    localBatchSize,
    steps: Math.max(1, Math.round((numberAmong(values, "trainImages") ?? 192) / (localBatchSize * nodes))),
    epochs: numberAmong(values, "epochs") ?? 3,
    syncEvery: numberAmong(values, "syncEvery"),
    model: typeof values.model === "string" ? values.model : undefined,
    compute: (perStep + perImage * localBatchSize) * (1 + betweenRuns * pseudoRandom(number)),
    allReduce: nodes === 1 ? 0 : (perSync * 2 * (nodes - 1)) / nodes,
  });
  for (const { epoch, steps } of run.epochs) {
    const [from, slowdown] = [steps.start[0], 1 + betweenEpochs * pseudoRandom(100 * number + epoch)];
    const stretch = (time: number): number => from + slowdown * (time - from);
    Object.assign(steps, { start: steps.start.map(stretch), end: steps.end.map(stretch) });
  }
  const startedAt = new Date(Date.UTC(2025, 0, 1, 10) + 10_000 * number).toISOString();
  return { ...run, id: `${run.id}-${design.name}-${number}`, startedAt };
}

/** A number from -1 to 1 that looks random but depends on the seed alone. */
function pseudoRandom(seed: number): number {
  const value = Math.sin(seed) * 43_758.5453;
  return 2 * (value - Math.floor(value)) - 1;
}
