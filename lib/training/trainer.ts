import type { Feed } from "../../datasets";
import type { Chain } from "../models";
import type { Configuration } from "../runs/record";
import type { Strategy } from "../strategy";
import type { Precision } from "../tensorflow";
import type { Evaluation } from "./epoch";
import type { StoredVariable } from "./tensor-file";
import type { UpdateSteps } from "./update";

/** The devices on which a model trains. */
export interface Placed extends Pick<Strategy, "name" | "communication" | "team" | "rowsOf"> {
  /** TensorFlow's names of this process's devices: `CPU:0`. */
  readonly devices: readonly string[];
  /** How many devices have rows of a batch for themselves. */
  readonly replicas: number;
  /** How devices share the model, where they do. */
  readonly sharding?: Configuration["sharding"];
  /** The fewest images or rows of a batch. Default: a whole batch needs one for each replica, an epoch's last one needs 1. */
  readonly leastImages?: number;
}

/** How steps compute. */
export interface StepOptions {
  precision: Precision;
  xla?: boolean;
  /** The most batches of an update. */
  batches: number;
}

/** A model on the devices that train it, as `fit` sees it: copies of it under a strategy, or its parts on a mesh. */
export interface Trainer {
  readonly model: Chain;
  readonly placed: Placed;
  /** What a checkpoint holds: the weights, and what else a training goes on with. */
  readonly variables: readonly StoredVariable[];
  /** The bytes of a device's gradients. */
  readonly gradientBytes: number;
  updates(feed: Feed, options: StepOptions): UpdateSteps;
  evaluation(feed: Feed, options: Omit<StepOptions, "batches">): Evaluation["step"];
  /** A digest of the weights, where this process has all of them. */
  weightsDigest(): string | undefined;
  /** Makes sure that all replicas have the same weights; absent where there are none. @throws one line when they have not. */
  readonly checkReplicas?: () => void;
  /** What other processes than the first do while that one writes a checkpoint. */
  joinCheckpoint(): Promise<void>;
  /** Frees what the training keeps beside the model. */
  dispose(): void;
}
