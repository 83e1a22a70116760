import { gradientBytes, nodesOf } from "../measure";
import type { Noise } from "../experiment/fits";
import type { ScaleRow } from "../experiment/scale";
import { epochImages, epochSeconds } from "../runs/epochs";
import type { RunRecord } from "../runs/record";
import { runStatistics } from "../runs/statistics";
import { printable } from "../system/printable";
import { linksOf, type PlanCluster } from "./cluster";
import { slowdownOfRun } from "./shared-cores";
import type { Subject } from "./subject";

/** The number formats of a computation. */
export type Precision = RunRecord["configuration"]["precision"];

/** What runs must have in common, so that one tells of another. */
export interface SameStep extends Pick<Subject, "name" | "imageSize"> {
  device: "cpu" | "gpu";
  precision: Precision;
}

/**
 * How far the model of a step is off: with runs of 1 and 2 nodes of the local cluster, the median error on 3 nodes is 8 %
 * (docs/experiments.md), which is a standard deviation of 12 %. Other machines differ, so it counts as much as five plans.
 */
export const ownNoise: Noise = { share: 0.12, degreesOfFreedom: 5 };

/**
 * Whether a run of this engine was completed, and has a second epoch; those of divided networks, of XLA, with checkpointed
 * activations, and with slow storage take steps of another kind.
 */
export const isPlain = (run: RunRecord): boolean => whyNotPlain(run) === undefined;

function whyNotPlain({ outcome, resumedFrom, epochs, configuration: run, where }: RunRecord): string | undefined {
  const reasons: [boolean, string][] = [
    [run.framework !== undefined, `trained by ${run.framework}`],
    [run.sharding !== undefined, "divided among devices"],
    [run.xla === true, "compiled by XLA"],
    [run.checkpointActivations === true, "with checkpointed activations"],
    [run.context !== undefined, "trained on a text"],
    [(run.secondsPerImage ?? 0) > 0, "with storage that was made slow"],
    [outcome !== "completed", `its outcome is ${outcome}`],
    [resumedFrom !== undefined, "resumed"],
    [epochs.length < 2, "without a second epoch"],
    [epochs.some((epoch) => !(epochSeconds(epoch) > 0)), "with an epoch that took no time"],
    [!(where.cores > 0) || run.replicas % nodesOf(run) !== 0, "with cores or devices that cannot be"],
  ];
  return reasons.find(([applies]) => applies)?.[1];
}

/** Why a run says nothing of such a step, in a few words; undefined where it counts. */
export function whyNotOwn(run: RunRecord, { name, imageSize, device, precision }: SameStep): string | undefined {
  const { configuration: its } = run;
  const pairs: [string, string | number, string | number][] = [
    ["model", its.model.toLowerCase(), name.toLowerCase()],
    ["image size", its.imageSize ?? "unknown", imageSize],
    ["device", its.device, device],
    ["precision", its.precision, precision],
  ];
  const other = pairs.find(([, has, wanted]) => has !== wanted);
  const why = other ? `${other[0]} ${other[1]} instead of ${other[2]}` : whyNotPlain(run);
  return why === undefined ? undefined : printable(why);
}

/**
 * The steps of own runs that trained this network, with images of this size, on such devices: {@link whyNotOwn} says why others are
 * left out.
 * @param runs Records of runs on the cluster.
 * @param coresPerDevice What a device of the cluster is, if it is a processor. Default: one core.
 */
export function ownSteps(
  runs: readonly RunRecord[],
  same: SameStep,
  { cluster, coresPerDevice = 1 }: { cluster: Pick<PlanCluster, "links">; coresPerDevice?: number },
): ScaleRow[] {
  return runs
    .filter((run) => whyNotOwn(run, same) === undefined)
    .map((run) => {
      const { replicas, localBatchSize: localBatch, parameters, compression, syncEvery = 1 } = run.configuration;
      return {
        plan: {
          ...{ devices: replicas, devicesPerNode: replicas / nodesOf(run.configuration), localBatch },
          ...{ gradientBytes: gradientBytes(parameters, compression), links: linksOf(cluster) },
          ...{ accumulation: syncEvery, slowdown: slowdownOfRun(run) * (same.device === "cpu" ? coresPerDevice : 1) },
        },
        seconds: secondsOfBatch(run),
        software: `TensorFlow ${run.where.tensorflow}, Node ${run.where.node}`,
      };
    });
}

/** The mean time of a whole batch in the steady epochs, with waits for images. */
export function secondsOfBatch(run: RunRecord): number {
  const images = epochImages(run.epochs[run.epochs.length - 1]);
  return (runStatistics(run).steadyEpochSeconds * run.configuration.globalBatchSize) / images;
}
