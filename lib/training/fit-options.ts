import type { CheckpointEvery } from "./checkpoint-times";
import type { Strategy } from "../strategy";
import type { XlaWish } from "./compilation";
import type { Optimizer } from "./optimizer";
import type { PrecisionWish } from "./precision";

/** How to train; what is left out has the default named. */
export interface FitOptions {
  /** Where the copies, shards or stages of the model lie. */
  strategy: Strategy;
  optimizer: Optimizer;
  epochs: number;
  /**
   * Batches of an update: with more than one, each device adds up the gradients of so many batches, and only then do they
   * travel and the weights change. Only with `fullyShard` at ZeRO stages 2 and 3 do they travel after each batch, since no device keeps all of
   * them. The last update of an epoch may have fewer. Default 1.
   */
  syncEvery?: number;
  /** `mixed`: products in the device's 16 bits, weights in float32; see `precisionOn`. Default `float32`. */
  precision?: PrecisionWish;
  /**
   * Have XLA compile the steps of whole batches, as Keras's `jit_compile=True` does; see `capture`. `auto`: only on one GPU, and where an
   * estimate says that the training gains by it. Default false.
   */
  xla?: XlaWish;
  /** Decides the order of the images and the random ops; the model's own seed decides its weights. Default 1. */
  seed?: number;
  /** Images kept on the device, or fed by the host. Default `device`. */
  data?: "device" | "host";
  /** Batches that the host prepares ahead. Default 2. */
  prefetch?: number;
  /** Threads of the host that prepare batches ahead. Default 1. */
  loaders?: number;
  /** Seconds that the host waits for each image, to stand for slow storage. Default 0. */
  secondsPerImage?: number;
  /**
   * Cut a window of its own size out of each training image, padded by 4 black pixels, and mirror half of them, at random (He et al., 2016,
   * section 4.2); before it is resized. Default false.
   */
  augment?: boolean;
  /** Evaluate on the test images after each epoch. Default true. */
  evaluate?: boolean;
  /** End each epoch after so many steps. Default: all of them. */
  stepsPerEpoch?: number;
  /** Measure what a step holds on each device, for the record. On CPUs one step takes longer for it. Default false. */
  memory?: boolean;
  /** Before the training, measure what the device reaches at most, for the record. Default false. */
  ceiling?: boolean;
  /** File of the run record. Default: `$WORKBOOK_RECORD`, else `results/<program>/<id>.json`. */
  record?: string;
  /**
   * Folder for checkpoints: one after each epoch, and when a signal ends the run. Default: `$WORKBOOK_CHECKPOINT`, from
   * which the run also goes on; without it none are kept.
   */
  checkpoint?: string;
  /** Checkpoints also between epochs, see `CheckpointTimes`. Default: `$WORKBOOK_CHECKPOINT_EVERY` with a job's folder, else none. */
  checkpointSteps?: CheckpointEvery;
  /**
   * Go on from the newest checkpoint in `checkpoint`; begin where there is none. On GPUs the same bits come out only if TensorFlow
   * was configured as deterministic. Default false.
   */
  resume?: boolean;
  /** Write the training step's graph into this folder, for TensorBoard. Default: it is not written. */
  graph?: string;
  /** Write TensorFlow's own profile of some steps, see `StepProfile`. Default: none. */
  profile?: { file: string; steps?: number };
  /** Make sure after every update that all copies of a weight are the same, bit for bit; it costs time. Default false. */
  checkReplicas?: boolean;
  /** The preset's name, for the record. Default: `$WORKBOOK_PRESET`. */
  preset?: string;
  /** The program's name, for the record. Default: the name of the file that Node runs. */
  program?: string;
  /** Show progress. Default true. */
  progress?: boolean;
}
