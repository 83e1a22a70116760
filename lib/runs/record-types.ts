/**
 * One run of a training program. All tables and figures derive from it.
 * Times are in seconds since `startedAt` unless their name or description says otherwise.
 */
export interface RunRecord {
  schema: 1;
  /** The run's name, which begins with its start in UTC. */
  id: string;
  /** How the run ended; `running` until it ends. */
  outcome: "running" | "completed" | "out-of-memory" | "failed" | "interrupted";
  /** Why it failed, in one line. */
  reason?: string;
  /** ISO 8601. */
  startedAt: string;
  /** ISO 8601. */
  endedAt?: string;
  /** The machines, devices and programs of the run. */
  where: Where;
  /** All settings of the run. */
  configuration: Configuration;
  /** Seconds spent on recording the steps and building their graphs, over the whole run. */
  captureSeconds: number;
  /** Seconds from the start to the end of the first step, capture included. */
  timeToFirstStepSeconds: number;
  /** If an epoch was cut short, it is the last one and has the steps that were made. */
  epochs: Epoch[];
  /** Peak memory of the process on the host, in bytes. */
  peakMemoryBytes: number;
  /** The most bytes that tensors held at once on each of `where.devices`, where TensorFlow counts them: on GPUs. */
  devicePeakBytes?: number[];
  /**
   * Bytes that tensors held on each of `where.devices`: variables between steps, and the most during a step. On CPUs they are those of
   * one step, as TensorFlow's allocator reports its blocks of 256 KiB and more; on GPUs the most of all steps.
   */
  deviceMemory?: { atRest: number[]; peak: number[] };
  /**
   * Bytes that each of `where.devices` sends to others in an update, by the axis of the mesh along which it does. `all` stands for
   * all-reduces of all devices.
   */
  sentBytes?: Record<string, number[]>;
  /**
   * GPU samples: utilisation in percent, memory in bytes, and when (seconds since `startedAt`). The memory is what nvidia-smi
   * shows: what the allocator has taken, up to twice `devicePeakBytes`.
   */
  gpu?: { utilisation: number[]; memoryBytes: number[]; at: number[] };
  /**
   * What one device of the run reached at most before the training, in float32: operations a second in a matrix product, and
   * bytes a second that it read and wrote in an update of a large vector.
   */
  ceiling?: { operationsPerSecond: number; bytesPerSecond: number };
  /** A global batch size that should fit, if this one did not. */
  suggestedBatchSize?: number;
  /** A digest of the trained weights in a process of another framework; all processes of a run should have the same. */
  weightsDigest?: string;
  /** Where the run was resumed from checkpoints: the epoch (from 1) and the steps done in it. */
  resumedFrom?: { epoch: number; step: number }[];
}

/** How a run ended. */
export type Outcome = RunRecord["outcome"];

/** The machine or machines of a run. */
export interface Where {
  /** The hosts' names, one for each process. */
  hosts: string[];
  /** Distinct machines among the hosts, if known: nodes of a local cluster share one. */
  machines?: number;
  /** Processor cores that all processes of the run may use together, on all machines, if known. */
  coresInAll?: number;
  /** TensorFlow's names of the devices that computed, for example `/device:CPU:0`. */
  devices: string[];
  /** The GPUs behind them, as the driver describes them, with their memory in bytes; virtual GPUs are parts of one. */
  gpus?: { name: string; memoryBytes: number; driver: string }[];
  /** The processor's model name, as the operating system gives it. */
  processor: string;
  /** Processor cores that this process may use. */
  cores: number;
  /** Memory that this process may use, in bytes: the machine's, or its job's if that is less. */
  memoryBytes: number;
  /** The number of the Slurm job, if the run was one. */
  slurmJobId?: string;
  /** TensorFlow's version; of another framework's run, that of the engine beside it. */
  tensorflow: string;
  /** Node's version. */
  node: string;
  /** The workbook's git commit, if it is a git checkout. */
  commit?: string;
  /** What another framework ran with: versions and licences of its packages, and which of its own switches were set. */
  packages?: { versions: Record<string, string>; licences: Record<string, string>; tuned: string[] };
}

/** The number format in which gradients travel: `none` is float32. */
export type GradientFormat = "none" | "bfloat16" | "float16";

/** All settings of a run. */
export interface Configuration {
  /** The program that ran: `train`, or a chapter's file. */
  program: string;
  /** The network's name, for example `ResNet50V2`. */
  model: string;
  /** The network's trainable parameters. */
  parameters: number;
  /** The dataset's name. */
  dataset: string;
  /** Height and width of the resized images, in pixels; of a text there is none. */
  imageSize?: number;
  /** Tokens of a row, where a language model trains on a text. What is said of images in this record then holds for rows. */
  context?: number;
  /** The number of classes in the dataset, or of different tokens. */
  classes: number;
  /** Training images of an epoch. */
  trainImages: number;
  /** Images that the network is validated on. */
  testImages: number;
  /** Images of one step, over all replicas. */
  globalBatchSize: number;
  /** Images of one step on one replica; the most if the global batch does not divide evenly. */
  localBatchSize: number;
  /** Devices that have images of a batch for themselves: each has a copy of the network, or copies of its parts. */
  replicas: number;
  /** The framework that trained, for example `pytorch-ddp`. Default: this engine. */
  framework?: string;
  /** How the work was divided, for example `one-device` or `mirrored`. */
  strategy: string;
  /** How several replicas add up gradients. */
  collectives?: "ring" | "nccl";
  /** Bytes of a bucket of gradients, with several replicas. */
  bucketBytes?: number;
  /** Processes that trained together, one on each node, if the strategy has several. */
  workers?: number;
  /** Batches whose gradients each node adds up before one all-reduce and one update; 1 is an all-reduce at each batch. */
  syncEvery?: number;
  /** The number format of gradients between nodes: 16 bits halve their bytes. */
  compression?: GradientFormat;
  device: "cpu" | "gpu";
  /** The number format of the computation. The `mixed_` ones multiply in 16 bits and keep the weights in 32. */
  precision: "float32" | "mixed_bfloat16" | "mixed_float16";
  /** How the devices of a mesh shared the network. */
  sharding?: {
    /** The mesh's axes and their lengths, the one whose neighbours are farthest apart first. */
    mesh: Record<string, number>;
    /** How much of the training state was divided along one of the axes (ZeRO's level). */
    zero?: 1 | 2 | 3;
    /** Whether devices that shared layers also shared the tokens between these. */
    sequence?: boolean;
    /** Of a pipeline: its stages, the parts into which a device's rows were cut, and the order of the tasks. */
    stages?: number;
    microbatches?: number;
    schedule?: "gpipe" | "1f1b" | "own";
  };
  /** Whether only the input of each block was kept, and the backward pass computed the block again. */
  checkpointActivations?: boolean;
  /** Whether XLA compiled the steps, as with Keras's `jit_compile`. */
  xla?: boolean;
  /** The learning rate after the warm-up. */
  learningRate: number;
  /** Steps over which the learning rate grows at the start, if it does. */
  warmUpSteps?: number;
  /** How the rate goes on: `own` stands for a function of the program. Older records have none. */
  schedule?: "constant" | "cosine" | "own";
  /** The update, counted from 0, from which on a cosine has its least rate. */
  scheduleSteps?: number;
  leastRate?: number;
  momentum: number;
  /** Default: SGD. */
  optimizer?: "sgd" | "adamw";
  /** AdamW's: the share of the gradients' mean that a step keeps. */
  beta1?: number;
  /** AdamW's: the share of the squares' mean that a step keeps. */
  beta2?: number;
  /** AdamW's: what is added to the root of the squares' mean. */
  epsilon?: number;
  weightDecay?: number;
  /** The global norm to which gradients are clipped, if they are. */
  clipNorm?: number;
  /** The epochs that were asked for. */
  epochs: number;
  seed: number;
  /** How training images were changed at random: a window cut out of the image with a black border, and mirrored or not. */
  augmentation?: "crop-flip";
  /** Where the images are: all on the device, or on the host, which sends each batch. */
  data: "device" | "host";
  /** Batches that the host prepares ahead; 0 if the images are on the device. */
  prefetch: number;
  /** Threads of the host that prepare batches ahead, if a number was chosen; else one. */
  loaders?: number;
  /** Seconds that the host was told to wait for each image. */
  secondsPerImage?: number;
  /** The name of the preset that the settings come from. */
  preset?: string;
}

/** One epoch of a run. */
export interface Epoch {
  /** Counted from 1. */
  epoch: number;
  /** The epoch's steps. */
  steps: Steps;
  /** Mean training loss over the epoch's images. */
  loss: number;
  /** Share of the epoch's images (or tokens) that were classified correctly while training, 0 to 1. */
  accuracy: number;
  /** Loss and accuracy (0 to 1) on the test images after the epoch, and the seconds that this took. */
  validation?: { loss: number; accuracy: number; seconds: number };
}

/** The steps of one epoch: six lists of one length, with an entry for each step. */
export interface Steps {
  /** When each step started, in seconds since the run's `startedAt`. */
  start: number[];
  /** When each step ended, in seconds since the run's `startedAt`. */
  end: number[];
  /** Seconds that each step waited for its images before it started. */
  wait: number[];
  /** Images of each batch. */
  images: number[];
  /** Mean loss of each batch, before its update. */
  loss: number[];
  /** Images (or tokens) of each batch that were classified correctly, before its update. */
  correct: number[];
}
