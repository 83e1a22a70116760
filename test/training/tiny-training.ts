import type { Dataset } from "../../datasets";
import { epochOrder } from "../../datasets/feeds/order";
import type { Model } from "../../lib/models";
import { MirroredStrategy } from "../../lib/strategy";
import { tf } from "../../lib/tensorflow";
import type { FitOptions } from "../../lib/training/fit-options";
import type { RunRecord } from "../../lib/runs/record";
import { tinyFit } from "./tiny-fit";

const DEVICES = 4;
const BATCH = 8;
const TRAIN_IMAGES = 44; // in an epoch's last step each replica has one image
export const STEPS = Math.ceil(TRAIN_IMAGES / BATCH);
const SEED = 1;
/** One image is white, and this replica has it in this step (from 0) of the first epoch. */
export const WHITE = { replica: 2, step: 3 };

/** What differs between trainings; they have 3 epochs if they say nothing else. */
export interface TinyTraining extends Partial<
  Pick<FitOptions, "record" | "checkpoint" | "checkpointSteps" | "resume" | "epochs">
> {
  /** The model cannot take a white image. */
  trips?: boolean;
}

/** A training of seconds on four devices, with dropout, momentum and a rate that changes. */
export async function tinyTraining({ trips = false, ...options }: TinyTraining): Promise<RunRecord> {
  const strategy = new MirroredStrategy({ devices: DEVICES, device: "cpu" });
  const whiten = ({ train: { images, shape } }: Dataset): void => {
    const bytes = shape[0] * shape[1] * shape[2];
    images.fill(255, whiteRow() * bytes, (whiteRow() + 1) * bytes);
  };
  const sizes = { globalBatchSize: BATCH, trainImages: TRAIN_IMAGES, change: whiten };
  try {
    const chosen = { strategy, seed: SEED, checkReplicas: true, ...options };
    return await tinyFit(chosen, { ...sizes, wrap: trips ? tripping : undefined });
  } finally {
    strategy.dispose();
  }
}

function whiteRow(): number {
  const each = BATCH / DEVICES;
  return epochOrder(TRAIN_IMAGES, SEED, 1)[WHITE.step * BATCH + WHITE.replica * each];
}

/** Looks up a row that a table does not have when it sees a white image; TensorFlow finds that out when it computes. */
function tripping(model: Model): Model {
  return {
    ...model,
    apply(images, options) {
      const white = tf.min(images, [1, 2, 3]).greaterEqual(1).any().cast("int32");
      const nothing = tf.gather(tf.zeros([1]), white.reshape<tf.Tensor1D>([1]));
      return tf.add(model.apply(images, options), nothing);
    },
  };
}

// In a process of its own: `node --require ./typescript.cjs tiny-training.ts`.
const given = process.env.TINY_TRAINING;
if (given !== undefined) void tinyTraining(JSON.parse(given) as TinyTraining);
