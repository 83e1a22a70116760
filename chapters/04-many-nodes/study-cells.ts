import { sum } from "simple-statistics";
import { datasetAtHand } from "../../datasets/at-hand";
import { estimateDeviceHours, type DeviceHours } from "../../lib/jobs/device-hours";
import { jobOf } from "../../lib/jobs/request";
import { flags } from "../../lib/jobs/run-program";
import { taskNamed } from "../../lib/jobs/tasks";
import type { RunRecord } from "../../lib/runs/record";
import { counted } from "../../lib/system/words";
import { measure, type PlacedMeasurement } from "../../lib/cells/measure";
import type { Place } from "../../lib/cells/place-schema";

/** A cell of the design of the study on a slow network: one configuration, to be run. */
export interface StudyCell {
  /** `resnet50` or `efficientnetb0`. */
  model: string;
  localBatchSize: number;
  nodes: number;
  /** Batches from one all-reduce to the next: 1 is sync, 4 is accumulate. */
  syncEvery: 1 | 4;
}

/** The factors of a design; every combination of their levels is a cell. */
export interface StudyFactors {
  models: readonly string[];
  batches: readonly number[];
  nodes: readonly number[];
  /** Default: 1 and 4, sync and accumulate. */
  syncEvery?: readonly (1 | 4)[];
}

/** All combinations of the factors' levels. */
export function studyCells({ models, batches, nodes, syncEvery = [1, 4] }: StudyFactors): StudyCell[] {
  return models.flatMap((model) =>
    batches.flatMap((localBatchSize) =>
      nodes.flatMap((count) => syncEvery.map((every) => ({ model, localBatchSize, nodes: count, syncEvery: every }))),
    ),
  );
}

/** A small run of a cell on this machine. */
interface SmallStudy {
  /** Height and width of the images, in pixels. */
  imageSize: number;
  /** Steps of an epoch on this many nodes; an epoch has the same images on any number of nodes. */
  steps: number;
  nodes: number;
}

/** Measures some cells, one after another, as {@link measure} does. @param small Their sizes on this machine. */
export async function measureStudy(place: Place, cells: readonly StudyCell[], small: SmallStudy): Promise<RunRecord[]> {
  const dataset = place.onCluster ? "tinyimagenet" : await datasetAtHand("tinyimagenet");
  const runs: RunRecord[] = [];
  for (const cell of cells) runs.push(await measure(place, measurementOf(cell, small, dataset)));
  return runs;
}

function measurementOf(cell: StudyCell, { imageSize, steps, nodes: most }: SmallStudy, dataset: string) {
  const { model, localBatchSize, nodes, syncEvery } = cell;
  const trainImages = steps * localBatchSize * most;
  return {
    name: `${model}-${nodes}x${localBatchSize}-every-${syncEvery}`,
    nodes,
    ...ofCluster(cell),
    here: {
      ...{ model, dataset, device: "cpu", imageSize, localBatchSize, syncEvery, trainImages, testImages: 16 },
      ...{ epochs: 2, stepsPerEpoch: trainImages / (localBatchSize * nodes), learningRate: 0.001 },
    },
  } satisfies PlacedMeasurement;
}

const ofCluster = ({ model, localBatchSize, syncEvery }: StudyCell) => ({
  task: syncEvery === 1 ? "many-nodes" : "many-nodes-accumulate",
  cluster: { model, localBatchSize },
});

/**
 * Says in one line what some cells may cost on the cluster: the device-hours of their jobs' time limits together, and those of
 * the published runs, as far as there are any. On this machine they cost none.
 */
export async function studyCost(place: Place, cells: readonly StudyCell[]): Promise<string> {
  if (!place.onCluster) return `${counted(cells.length, "run")} on this machine`;
  const hours = await Promise.all(cells.map((cell) => hoursOf(place, cell)));
  const known = hours.flatMap(({ published }) => published ?? []);
  const round = (value: number): string => value.toFixed(1);
  const published =
    known.length === 0
      ? "the table of the study has no run of their size"
      : `the ${counted(known.length, "published run")} of their size took ${round(sum(known))}`;
  const atMost = sum(hours.map((each) => each.atMost));
  return `${counted(cells.length, "job")}: at most ${round(atMost)} ${hours[0]?.unit ?? "GPU-hours"}; ${published}`;
}

async function hoursOf({ preset, device }: Place, cell: StudyCell): Promise<DeviceHours> {
  const [gpusPerNode, { task, cluster }] = [device === "gpu" ? 1 : 0, ofCluster(cell)];
  const job = await jobOf({ task, preset, nodes: cell.nodes, gpusPerNode, arguments: flags(cluster) });
  return estimateDeviceHours(job, { ...taskNamed(task).arguments(preset, job), ...cluster });
}
