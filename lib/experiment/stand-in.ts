import { exampleNodesRun } from "../runs";
import { numberAmong } from "../jobs/run-program";
import type { RunRecord } from "../runs/record";
import { argumentsOfLevels, nodesOfLevels, plannedRuns, type Design, type PlannedRun } from "./design";

/** Seconds of a made-up run: of an image's and a step's computing, and of an all-reduce between two nodes. */
const [perImage, perStep, perSync] = [0.001, 0.02, 0.03];
/** By how much made-up runs of one configuration differ, and the epochs of one of them: shares of their time. */
const [betweenRuns, betweenEpochs] = [0.03, 0.01];

/** A record for every run that a design asks for, with made-up times: where nothing may be trained. */
export function standInRuns(design: Design): Map<RunRecord, PlannedRun> {
  return new Map(plannedRuns(design).map((planned) => [standInRun(design, planned), planned]));
}

function standInRun(design: Design, { number, levels }: PlannedRun): RunRecord {
  const values = argumentsOfLevels(design, levels);
  const nodes = nodesOfLevels(levels);
  const localBatchSize = numberAmong(values, "localBatchSize") ?? 8;
  const run = exampleNodesRun({
    nodes,
    localBatchSize,
    steps: Math.max(1, Math.round((numberAmong(values, "trainImages") ?? 192) / (localBatchSize * nodes))),
    epochs: numberAmong(values, "epochs") ?? 3,
    syncEvery: numberAmong(values, "syncEvery"),
    model: typeof values.model === "string" ? values.model : undefined,
    compute: (perStep + perImage * localBatchSize) * (1 + betweenRuns * lot(number)),
    allReduce: nodes === 1 ? 0 : (perSync * 2 * (nodes - 1)) / nodes,
  });
  for (const { epoch, steps } of run.epochs) {
    const [from, slower] = [steps.start[0], 1 + betweenEpochs * lot(100 * number + epoch)];
    const later = (time: number): number => from + slower * (time - from);
    Object.assign(steps, { start: steps.start.map(later), end: steps.end.map(later) });
  }
  const startedAt = new Date(Date.UTC(2025, 0, 1, 10) + 10_000 * number).toISOString();
  return { ...run, id: `${run.id}-${design.name}-${number}`, startedAt };
}

/** A number from -1 to 1 that looks like chance and is the same each time. */
function lot(at: number): number {
  const [whole, part] = [Math.floor, Math.sin(at) * 43_758.5453];
  return 2 * (part - whole(part)) - 1;
}
