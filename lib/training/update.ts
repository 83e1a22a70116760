import type { Feed } from "../../datasets";
import type { Batch } from "../strategy";
import { tf, type MemoryEstimate } from "../tensorflow";
import { Accumulation, accumulationStep } from "./accumulation";
import type { Decoder, StepParts } from "./backward";
import type { BoundOptimizer } from "./optimizer";
import { trainingStep, type UpdateInputs } from "./step";

/** One batch of an update. */
export interface UpdateBatch {
  /** Its place in the update, counted from 0. */
  place: number;
  /** Images of the update: of all its batches, on all replicas. */
  updateImages: number;
  learningRate: number;
  /** Whether this process was asked to end. */
  stop: boolean;
}

/** The result of one batch of an update. */
export interface BatchResult {
  /** Its part of the mean loss over the update's images. */
  loss: number;
  correct: number;
}

/** What is known of every step when its results are there. */
export interface Done {
  /** When they were there, in milliseconds of `performance.now()`. */
  at: number;
}

/** The results of an update. */
export interface Updated extends Done {
  batches: BatchResult[];
  /** How many processes were asked to end. */
  stop: number;
}

/** The steps of a training, which hide how a model lies on devices. */
export interface UpdateSteps {
  /** Launches the step that accumulates a batch, which does not end its update. @throws at once when that fails. */
  accumulate(batch: Batch, about: UpdateBatch): Promise<Done>;
  /** Launches the step that ends an update with its last batch. @throws at once when that fails. */
  update(batch: Batch, about: UpdateBatch): Promise<Updated>;
  /** Makes the graph of a step with such a batch, and estimates the memory it needs; see `Captured.prepare`. */
  prepare(batch: Batch, about: UpdateBatch): MemoryEstimate;
  /** Seconds spent on recording and building graphs. */
  readonly captureSeconds: number;
  /** Bytes that each of this process's devices sends in an update; see `Captured.sentBytes`. */
  readonly sentBytes: readonly Record<string, number>[];
  writeGraph(folder: string): void;
  dispose(): void;
}

/**
 * Updates the weights from one or several batches at a time. It hides the tensors of the captured steps from its callers.
 * A step is launched when the call returns; on a GPU it still runs then, and the next one may be launched.
 */
export class Updates implements UpdateSteps {
  private readonly step: ReturnType<typeof trainingStep>;
  private readonly accumulation?: Accumulation;
  private readonly accumulating?: ReturnType<typeof accumulationStep>;
  private readonly numbers = new Numbers();

  /** @param batches The most batches of an update; all except the last one are only accumulated. Default 1. */
  constructor(
    parts: StepParts,
    private readonly feed: Decoder & Partial<Pick<Feed, "labelsOfExample">>,
    optimizer: BoundOptimizer,
    batches = 1,
  ) {
    if (batches > 1) {
      this.accumulation = new Accumulation(parts.model.trainableWeights, batches);
      this.accumulating = accumulationStep(parts, feed, this.accumulation);
    }
    this.step = trainingStep(parts, feed, optimizer, this.accumulation);
  }

  accumulate(batch: Batch, { place, updateImages }: UpdateBatch): Promise<Done> {
    if (!this.accumulation || !this.accumulating) {
      throw new Error("Every update has one batch: there is nothing to accumulate.");
    }
    const places = Array.from({ length: this.accumulation.batches - 1 }, (_, index) => Number(index === place));
    const inputs = {
      labels: this.numbers.scalar("labels", this.labelsOf(updateImages)),
      place: this.numbers.tensor(`place ${place}`, places, [places.length, 1]) as tf.Tensor2D,
    };
    return this.accumulating.launch(batchOf(batch), inputs);
  }

  update(batch: Batch, about: UpdateBatch): Promise<Updated> {
    return this.step.launch(batchOf(batch), this.inputs(about)).then(({ values, at }) => {
      // The last batch has the last row. If an update has fewer batches than possible, the rows before it are empty.
      const rows = Array.from({ length: values.results.length / 2 }, (_, row) =>
        values.results.slice(2 * row, 2 * row + 2),
      );
      const rowsOfUpdate = [...rows.slice(0, about.place), rows[rows.length - 1]];
      return { batches: rowsOfUpdate.map(([loss, correct]) => ({ loss, correct })), stop: values.stop[0], at };
    });
  }

  prepare(batch: Batch, about: UpdateBatch): MemoryEstimate {
    return this.step.prepare(batchOf(batch), this.inputs(about));
  }

  private inputs({ learningRate, updateImages, stop }: UpdateBatch): UpdateInputs {
    return this.numbers.ofUpdate(learningRate, this.labelsOf(updateImages), stop);
  }

  private labelsOf(images: number): number {
    return images * (this.feed.labelsOfExample ?? 1);
  }

  get sentBytes(): readonly Record<string, number>[] {
    return this.step.sentBytes; // gradients that are accumulated do not travel
  }

  get captureSeconds(): number {
    return this.step.captureSeconds + (this.accumulating?.captureSeconds ?? 0);
  }

  writeGraph(folder: string): void {
    this.step.writeGraph(folder);
  }

  dispose(): void {
    this.step.dispose();
    this.accumulating?.dispose();
    this.accumulation?.dispose();
    this.numbers.dispose();
  }
}

/**
 * The numbers that steps are given, as tensors. They hardly ever change, and are kept for the next step: a GPU takes a new tensor
 * only when it has done all that it was told before, so that no step could be launched while another one runs.
 */
export class Numbers {
  private readonly kept = new Map<string, { values: string; tensor: tf.Tensor }>();

  tensor(name: string, values: number[], shape: number[]): tf.Tensor {
    const known = this.kept.get(name);
    if (known?.values === values.join()) return known.tensor;
    known?.tensor.dispose();
    const tensor = tf.tensor(values, shape, "float32");
    this.kept.set(name, { values: values.join(), tensor });
    return tensor;
  }

  /** The inputs of an update's step. */
  ofUpdate(rate: number, labels: number, stop: boolean): UpdateInputs {
    return {
      rate: this.scalar("rate", rate),
      labels: this.scalar("labels", labels),
      stop: this.scalar("stop", Number(stop)),
    };
  }

  scalar(name: string, value: number): tf.Scalar {
    return this.tensor(name, [value], []) as tf.Scalar;
  }

  dispose(): void {
    tf.dispose([...this.kept.values()].map(({ tensor }) => tensor));
  }
}

// A feed's batch also has its waiting time, which must not become part of the step's signature.
export const batchOf = ({ tensors, images }: Batch): Batch => ({ tensors, images });
