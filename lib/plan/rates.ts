import { fitScale, mlperfSeries, type Prior, type ScaleFit, type ScaleRow } from "../experiment/scale";
import { gradientBytes } from "../measure";
import { publishedSteps } from "../runs";
import type { RunRecord } from "../runs/record";
import { counted } from "../system/words";
import { linksOf, type PlanCluster } from "./cluster";
import { ownNoise, ownSteps, whyNotOwn, type Precision, type SameStep } from "./own-runs";
import type { Subject } from "./subject";

/** How fast a cluster's devices train a network. */
export interface Rates {
  fit: ScaleFit;
  /** What it rests on, in one line. */
  from: string;
}

/** What says how fast. */
interface RatesOptions {
  precision: Precision;
  /** Records of own runs on the cluster. */
  runs?: readonly RunRecord[];
}

/** A multiply-add is two operations, and the backward pass does twice the forward pass's work: see `trainingWork`. */
export const OPERATIONS = 3 * 2;

/**
 * Fits the model of a step to what is known: steps of this network in the cluster's file, and own runs. Without any, the device's rate
 * of operations stands for them, as uncertain as it is large. What a step takes whatever its batch is, where no rows tell it, that of an
 * H100 in MLPerf's published runs.
 * @throws one line when nothing says how fast a device trains this network.
 */
export async function ratesOf(cluster: PlanCluster, subject: Subject, options: RatesOptions): Promise<Rates> {
  const { precision, runs = [] } = options;
  const sheet = sheetSteps(cluster, subject, precision);
  const { device, coresPerDevice } = cluster;
  const same = { ...subject, device, precision };
  const own = ownSteps(runs, same, { cluster, coresPerDevice });
  const others = othersOf(runs, same);
  const rows = [...sheet, ...own];
  const { operationsPerSecond } = cluster;
  if (rows.length === 0 && operationsPerSecond === undefined) {
    throw new Error(
      `Nothing says how fast ${cluster.name} trains ${subject.name} at ${subject.imageSize} pixels in ${precision}: give its file ` +
        `operationsPerSecond, or steps, or name own runs by --runs${others}.`,
    );
  }
  const bySheet = (OPERATIONS * subject.multiplyAdds) / (operationsPerSecond ?? NaN);
  const perImage = Math.min(...rows.map(({ plan, seconds }) => seconds / plan.localBatch / (plan.slowdown ?? 1)));
  const priors =
    rows.length > 0
      ? { halfBatch: await halfBatchAt(perImage) }
      : { halfBatch: await halfBatchAt(bySheet), secondsPerImage: ofSheet(bySheet, cluster.name) };
  const parts = [
    sheet.length > 0 ? counted(sheet.length, "step") + " in the cluster's file" : "",
    own.length > 0 ? counted(own.length, "run") + " of one's own" : "",
    rows.length === 0 ? "the device's rate of operations alone" : "",
  ];
  const noise = own.length > 0 ? { noise: ownNoise } : {}; // they vary more than the published ones
  return { fit: fitScale(rows, { priors, ...noise }), from: parts.filter((part) => part !== "").join(", ") + others };
}

/** How many runs do not count, and why not: ` (2 of 3 runs do not count: image size 64 instead of 32; resumed)`. */
function othersOf(runs: readonly RunRecord[], same: SameStep): string {
  const reasons = runs.flatMap((run) => whyNotOwn(run, same) ?? []);
  if (reasons.length === 0) return "";
  const verb = reasons.length === 1 ? "does" : "do";
  const different = [...new Set(reasons)];
  const more = different.length > 3 ? "; and more" : "";
  return ` (${reasons.length} of ${counted(runs.length, "run")} ${verb} not count: ${different.slice(0, 3).join("; ")}${more})`;
}

/** The time of an image by the operations a second of a device. */
export const ofSheet = (value: number, device: string): Prior => ({
  value,
  deviation: value,
  why: `the operations a second of ${device}, as uncertain as they are large`,
});

/** What a step takes whatever its batch is, on an H100 of MLPerf's runs, in images of this network. */
export async function halfBatchAt(secondsPerImage: number): Promise<Prior> {
  const { values } = fitScale(mlperfSeries("H100-SXM-80GB", await publishedSteps()).fitted);
  const seconds = values.halfBatch * values.secondsPerImage;
  const value = seconds / secondsPerImage;
  const why = `what a step of an H100 takes whatever its batch, ${(1000 * seconds).toFixed(1)} ms, as uncertain as it is large`;
  return { value, deviation: value, why };
}

function sheetSteps(cluster: PlanCluster, { name, imageSize, parameters }: Subject, precision: Precision): ScaleRow[] {
  return cluster.steps
    .filter(
      (step) =>
        step.model.toLowerCase() === name.toLowerCase() && step.imageSize === imageSize && step.precision === precision,
    )
    .map(({ devices, localBatch, seconds }) => ({
      plan: {
        ...{ devices, devicesPerNode: Math.min(devices, cluster.devicesPerNode), localBatch },
        ...{ gradientBytes: gradientBytes(parameters), links: linksOf(cluster) },
      },
      seconds,
    }));
}
