import type { RunRecord } from "../runs/record";
import { choose, type Limits, type PlanChoice } from "./choice";
import { readCluster, type PlanCluster } from "./cluster";
import { configurationsOf, leftOut, usualBatches } from "./configurations";
import { forecasts, type PlanForecast } from "./forecast";
import type { Precision } from "./own-runs";
import { ratesOf, type Rates } from "./rates";
import { subjectOf, type Subject } from "./subject";

/** A training to plan. */
export interface TrainingWish {
  /** A model's name, or a YAML file that describes a network. */
  model: string;
  /** The name of a cluster in `slurm/clusters`, or a YAML file. */
  cluster: string;
  epochs: number;
  /** Training images of an epoch. */
  images: number;
  /** Pixels; default as `subjectOf`. */
  imageSize?: number;
  precision: Precision;
  /** Default `sgd`; AdamW holds another number for each weight. */
  optimizer?: "sgd" | "adamw";
  /** Global batches to try. Default: `usualBatches` of the cluster, from 32 to 8,192 images. */
  globalBatches?: readonly number[];
  limits?: Limits;
  /** Own runs on the cluster, which tell more of its rates. */
  runs?: readonly RunRecord[];
}

/** A training that was planned. */
export interface TrainingPlan extends Pick<Rates, "fit" | "from"> {
  cluster: PlanCluster;
  subject: Subject;
  all: PlanForecast[];
  choice: PlanChoice;
  /** Which numbers of devices have no plan, since they divide none of the global batches, in one line. */
  leftOut?: string;
}

/** Plans a training: forecasts each way to run it, and chooses among them. @throws one line when a file or a name is wrong. */
export async function planTraining(wish: TrainingWish): Promise<TrainingPlan> {
  const { epochs, images, precision, optimizer = "sgd", imageSize, runs = [], limits } = wish;
  const cluster = readCluster(wish.cluster);
  const subject = await subjectOf(wish.model, { imageSize });
  const { fit, from } = await ratesOf(cluster, subject, { precision, runs });
  const work = { epochs, images, slots: optimizer === "adamw" ? 2 : 1 };
  const globalBatches = wish.globalBatches ?? usualBatches(cluster);
  const all = forecasts(configurationsOf(cluster, globalBatches), { cluster, subject, fit, work });
  return { cluster, subject, fit, from, all, choice: choose(all, limits), leftOut: leftOut(cluster, globalBatches) };
}
