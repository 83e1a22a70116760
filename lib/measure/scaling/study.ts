import { mean } from "simple-statistics";
import type { RunRecord } from "../../runs/record";
import { fitAmdahl } from "./amdahl";
import { checkComparable, checkCompleted, checkReplicates, kindOf } from "./checks";
import { measured, type Measured } from "./steps";
import type { ScalingPoint, ScalingStudy } from "./types";
import { counted } from "../../system/words";

/**
 * A scaling study of one model: speed, scaling and cost on several device counts. Runs with the same device count are
 * replicates, and their point is the mean.
 * @param runs Completed runs, in any order.
 * @param options What speedup is measured against.
 * @param options.baseline Devices of the baseline. Default 1.
 * @throws one line when there is no run of the baseline, when a run did not complete or has no steady epoch, or when runs
 * differ in more than their devices: model, device, processor, precision, data, image size, or the rule for the batch.
 * @example
 * const study = scaling(runs);
 * study.points.map(({ devices, speedup, efficiency }) => ({ devices, speedup, efficiency }))
 */
export function scaling(runs: RunRecord[], { baseline = 1 }: { baseline?: number } = {}): ScalingStudy {
  const counts = [...new Set(runs.map(({ configuration }) => configuration.replicas))].sort((a, b) => a - b);
  if (runs.length === 0) throw new Error("A scaling study needs runs, and there are none: train on 1 device first.");
  checkCompleted(runs);
  checkComparable(runs);
  if (counts[0] !== baseline) {
    throw new Error(
      `The fewest devices of these runs are ${counts[0]}, not the baseline's ${baseline}: a speedup compares with the ` +
        `baseline, so train on ${counted(baseline, "device")}, or choose another baseline.`,
    );
  }
  const { model, device } = runs[0].configuration;
  const kind = kindOf(runs.map(({ configuration }) => configuration));
  const groups = counts.map((count) => ({ count, replicates: replicatesOf(runs, count) }));
  const points: ScalingPoint[] = [];
  for (const { count, replicates } of groups) points.push(pointOf(count, replicates, points[0], points.at(-1)));
  const amdahl = fitAmdahl(points.map((point) => ({ n: point.devices / baseline, speedup: point.speedup })));
  return { model, device, kind, points, ...(amdahl && { amdahl }) };
}

function replicatesOf(runs: RunRecord[], count: number): Measured[] {
  const ofCount = runs.filter(({ configuration }) => configuration.replicas === count);
  checkReplicates(ofCount);
  const replicates = ofCount.map(measured);
  const images = [...new Set(replicates.map(({ imagesPerEpoch }) => imagesPerEpoch))];
  if (images.length === 1) return replicates;
  throw new Error(
    `The runs on ${counted(count, "device")} have epochs of ${images.join(" and ")} images: replicates train on as many, so choose ` +
      "the runs of one.",
  );
}

function pointOf(
  count: number,
  replicates: Measured[],
  baseline: ScalingPoint | undefined,
  before: ScalingPoint | undefined,
): ScalingPoint {
  const { run, stepsPerEpoch, imagesPerEpoch } = replicates[0];
  const { globalBatchSize, localBatchSize } = run.configuration;
  const epochSeconds = mean(replicates.map((each) => each.epochSeconds));
  const firstEpochSeconds = mean(replicates.map((each) => each.firstEpochSeconds));
  const imagesPerSecond = imagesPerEpoch / epochSeconds;
  const speedup = baseline ? imagesPerSecond / baseline.imagesPerSecond : 1;
  const point: ScalingPoint = {
    devices: count,
    globalBatchSize,
    localBatchSize,
    runs: replicates.map((each) => each.run.id),
    stepsPerEpoch,
    stepSeconds: epochSeconds / stepsPerEpoch,
    epochSeconds,
    firstEpochSeconds,
    startUpSeconds: firstEpochSeconds - epochSeconds,
    imagesPerSecond,
    imagesPerSecondPerDevice: imagesPerSecond / count,
    speedup,
    efficiency: baseline ? (speedup * baseline.devices) / count : 1,
    deviceHoursPerEpoch: (count * epochSeconds) / 3600,
  };
  if (!baseline || !before) return point;
  const added = count - before.devices;
  const addedImagesPerSecond = imagesPerSecond - before.imagesPerSecond;
  const marginal = {
    devices: added,
    addedImagesPerSecond,
    efficiency: addedImagesPerSecond / (added * baseline.imagesPerSecondPerDevice),
  };
  return { ...point, marginal };
}
