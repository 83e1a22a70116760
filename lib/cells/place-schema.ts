import { z } from "zod";
import { presetNames } from "../training/presets";

/** The schema of a {@link Place} in the file that keeps it for grading. */
export const placeSchema = z.object({
  where: z.enum(["here", "cluster", "cluster-quick"]),
  /** Whether measurements are Slurm jobs. */
  onCluster: z.boolean(),
  /** The size of those jobs: `full` is the study's. */
  preset: z.enum(presetNames),
  /** What the jobs compute on: GPUs wherever the cluster has them. */
  device: z.enum(["cpu", "gpu"]),
  /** GPUs on each node. */
  gpus: z.number().int().nonnegative(),
  /** The most nodes of a job. */
  nodes: z.number().int().min(1),
  /** The rate of each node's link on the local cluster: `1gbit`. */
  rate: z.string().optional(),
});

/** Where a lesson measures: see {@link measuringPlace}. */
export interface Place extends z.infer<typeof placeSchema> {}
/** The places that {@link measuringPlace} knows. */
export type Where = "here" | "cluster" | "cluster-quick";

/** The file of a record: those of either place have names of their own, so that both stay. */
export const recordAt = ({ onCluster }: Pick<Place, "onCluster">, name: string): string =>
  `results/${onCluster ? "cluster-" : ""}${name}.json`;

/** Whether a record of that name was measured by a job of a cluster. */
export const isOfCluster = (file: string): boolean => file.startsWith("results/cluster-");
