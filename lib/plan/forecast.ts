import type { ScaleFit } from "../experiment/scale";
import { gradientBytes } from "../measure";
import { linksOf, type PlanCluster } from "./cluster";
import type { PlanConfiguration } from "./configurations";
import { memoryOf, type PlanMemory } from "./plan-memory";
import type { Subject } from "./subject";

/** What somebody wants to train. */
export interface Work {
  epochs: number;
  /** Images of an epoch. */
  images: number;
  /** Numbers that the optimizer keeps for each parameter. */
  slots: number;
}

/** A time with its interval, in seconds. */
export interface Span {
  seconds: number;
  /** Missing where nothing says how far the prediction is off. */
  low?: number;
  high?: number;
}

/** What a configuration takes. */
export interface PlanForecast {
  configuration: PlanConfiguration;
  memory: PlanMemory;
  /** An update of the weights. */
  update: Span;
  /** All epochs, without the start-up, evaluation and checkpoints. */
  job: Span;
  /** Images a second of all devices. */
  imagesPerSecond: number;
  /** The images a second of a device, as a share of what the best plan on the fewest devices reaches. */
  efficiency: number;
  deviceHours: number;
  /** In the cluster's currency. */
  price?: number;
  kilowattHours?: number;
}

/** ZeRO stage 3 sends half as much again as an all-reduce: weights are gathered twice, gradients reduced once. */
const SHARDED_TRAFFIC = 1.5;

/**
 * Predicts each configuration. Of an update with accumulation, only the last batch has an all-reduce; but where weights are sharded,
 * every batch gathers them and reduces its gradients, as `fullyShard` does. The last update of an epoch has only the images that are left,
 * but at least one for each device and batch.
 * @param level Level of the intervals. Default 0.95.
 */
export function forecasts(
  configurations: readonly PlanConfiguration[],
  { cluster, subject, fit, work, level = 0.95 }: Basis,
): PlanForecast[] {
  const links = linksOf(cluster);
  const all = configurations.map((configuration) => {
    const { devices, devicesPerNode, accumulation, sharded, globalBatch } = configuration;
    const bytes = gradientBytes(subject.parameters) * (sharded ? SHARDED_TRAFFIC : 1);
    const plan = { devices, devicesPerNode, gradientBytes: bytes, links };
    const updateOf = (images: number): Span => {
      const batch = { ...plan, localBatch: Math.max(1, images / (devices * accumulation)) };
      return scaled(fit.predict(sharded ? batch : { ...batch, accumulation }, level), accumulation);
    };
    const update = updateOf(globalBatch);
    const rest = work.images % globalBatch;
    const whole = scaled(update, Math.floor(work.images / globalBatch));
    const job = scaled(rest > 0 ? both(whole, updateOf(rest)) : whole, work.epochs);
    return {
      ...{ configuration, update, job, imagesPerSecond: globalBatch / update.seconds },
      memory: memoryOf(subject, configuration, { cluster, slots: work.slots }),
      ...costOf(cluster, devices, job.seconds),
    };
  });
  const best = bestAlone(all);
  return all.map((each) => ({ ...each, efficiency: each.imagesPerSecond / each.configuration.devices / best }));
}

/** What forecasts rest on. */
interface Basis {
  cluster: PlanCluster;
  subject: Subject;
  fit: Pick<ScaleFit, "predict">;
  work: Work;
  level?: number;
}

function scaled({ seconds, low, high }: Span, by: number): Span {
  return {
    seconds: by * seconds,
    ...(low === undefined || high === undefined ? {} : { low: by * low, high: by * high }),
  };
}

/** One after the other. */
const both = (one: Span, other: Span): Span => ({
  seconds: one.seconds + other.seconds,
  ...(one.low === undefined || other.low === undefined ? {} : { low: one.low + other.low }),
  ...(one.high === undefined || other.high === undefined ? {} : { high: one.high + other.high }),
});

function costOf({ price, watts }: PlanCluster, devices: number, seconds: number) {
  const deviceHours = (devices * seconds) / 3600;
  return {
    deviceHours,
    ...(price ? { price: deviceHours * price.perDeviceHour } : {}),
    ...(watts === undefined ? {} : { kilowattHours: (deviceHours * watts) / 1000 }),
  };
}

/** The most images a second of a device, on the fewest devices on which anything fits. */
function bestAlone(all: readonly Omit<PlanForecast, "efficiency">[]): number {
  const fitting = all.filter(({ memory }) => memory.fits);
  const fewest = Math.min(...fitting.map(({ configuration }) => configuration.devices));
  const rates = fitting
    .filter(({ configuration }) => configuration.devices === fewest)
    .map(({ imagesPerSecond, configuration }) => imagesPerSecond / configuration.devices);
  return Math.max(...rates);
}
