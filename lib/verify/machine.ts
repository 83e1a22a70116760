import { join } from "node:path";
import { median } from "simple-statistics";
import { flags, type ArgumentValues } from "../jobs/run-program";
import { stepSeconds } from "../runs/epochs";
import type { RunRecord } from "../runs/record";
import type { MemoryModel } from "../training/out-of-memory";
import { runChild, workbookScript, type ChildOptions, type Ended } from "./child";
import type { Sizes } from "./sizes";

/** A training that has completed, as checks look at it. */
export interface Trained {
  run: RunRecord;
  memory?: MemoryModel;
  /** What TensorFlow told on standard error. */
  errors: string;
  /** The loss of each step. */
  losses: number[];
  /** The median time of a step, without the first four, which capture it and warm up. */
  stepSeconds: number;
}

/** What a machine has. */
export interface Found {
  device: "cpu" | "gpu";
  /** TensorFlow's names of the devices to use: `GPU:0`, or logical CPUs. */
  devices: readonly string[];
  /** Each GPU's name and memory, as nvidia-smi tells them. */
  gpus: readonly { name: string; bytes: number }[];
  /** Bytes of addresses that a process uses when TensorFlow has started. */
  addressBytes: number;
}

/** The machine under test: what it has, and how trainings are run on it. */
export class Machine {
  private readonly trained = new Map<string, Promise<Trained>>();
  private count = 0;

  constructor(
    readonly found: Found,
    readonly sizes: Sizes,
    /** For records and profiles; the caller removes it. */
    readonly folder: string,
  ) {}

  get device(): "cpu" | "gpu" {
    return this.found.device;
  }

  /** Flags of a training on so many devices, in this machine's sizes. */
  on(devices: number, device = this.device): ArgumentValues {
    const { model, imageSize, localBatchSize, steps } = this.sizes;
    const strategy = devices === 1 ? { strategy: "one-device" } : { strategy: "mirrored", devices };
    return { device, ...strategy, model, imageSize, batchSize: devices * localBatchSize, steps };
  }

  /**
   * Trains by `./workbook train`, in a process of its own, on made-up images; a training that was made before is not made again.
   * @param values Flags of `train`. `steps` are those of the whole training.
   * @throws one line when it does not complete.
   */
  train(values: ArgumentValues, options: ChildOptions = {}): Promise<Trained> {
    const key = JSON.stringify([values, options]);
    const known = this.trained.get(key) ?? this.trainAnew(values, options);
    this.trained.set(key, known);
    return known;
  }

  private async trainAnew(values: ArgumentValues, options: ChildOptions): Promise<Trained> {
    const { run, reason, memory, errors } = await this.attempt(values, options);
    if (run?.outcome !== "completed")
      throw new Error(`\`./workbook train ${flags(values).join(" ")}\` failed: ${reason}`);
    const seconds = run.epochs.flatMap(stepSeconds);
    const losses = run.epochs.flatMap((epoch) => epoch.steps.loss);
    return { run, memory, errors, losses, stepSeconds: median(seconds.length > 4 ? seconds.slice(4) : seconds) };
  }

  /** Trains as {@link train} does, and may fail. */
  attempt({ steps = 4, batchSize, ...values }: ArgumentValues, options: ChildOptions = {}): Promise<Ended> {
    const stepsOfEpoch = Math.min(4, Number(steps));
    const made = {
      ...{ dataset: "synthetic", trainImages: stepsOfEpoch * Number(batchSize), testImages: 10, noEvaluate: true },
      ...{ epochs: Number(steps) / stepsOfEpoch, seed: 1, record: this.file("run.json") },
    };
    return runChild(workbookScript, ["train", ...flags({ batchSize, ...made, ...values })], options);
  }

  /** A new file's name in the machine's folder. */
  file(name: string): string {
    return join(this.folder, `${this.count++}-${name}`);
  }
}
