import type { Batch } from "../strategy";
import { tf } from "../tensorflow";
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

/** The results of an update. */
export interface Updated {
  batches: BatchResult[];
  /** How many processes were asked to end. */
  stop: number;
}

/** Updates the weights from one or several batches at a time. It hides the tensors of the captured steps from its callers. */
export class Updates {
  private readonly step: ReturnType<typeof trainingStep>;
  private readonly accumulation?: Accumulation;
  private readonly accumulating?: ReturnType<typeof accumulationStep>;

  /** @param batches The most batches of an update; all except the last one are only accumulated. Default 1. */
  constructor(parts: StepParts, feed: Decoder, optimizer: BoundOptimizer, batches = 1) {
    if (batches > 1) {
      this.accumulation = new Accumulation(parts.model.trainableWeights, batches);
      this.accumulating = accumulationStep(parts, feed, this.accumulation);
    }
    this.step = trainingStep(parts, feed, optimizer, this.accumulation);
  }

  /** Accumulates a batch that does not end its update. */
  async accumulate(batch: Batch, { place, updateImages }: UpdateBatch): Promise<void> {
    if (!this.accumulation || !this.accumulating) {
      throw new Error("Every update has one batch: there is nothing to accumulate.");
    }
    const places = Array.from({ length: this.accumulation.batches - 1 }, (_, index) => Number(index === place));
    const inputs = { images: tf.scalar(updateImages), place: tf.tensor2d(places, [places.length, 1]) };
    const results = this.accumulating(batchOf(batch), inputs);
    await results.data();
    tf.dispose([inputs, results]);
  }

  /** Ends an update with its last batch. */
  async update(batch: Batch, about: UpdateBatch): Promise<Updated> {
    const inputs = inputsOf(about);
    try {
      const result = this.step(batchOf(batch), inputs);
      const [rows, [stop]] = await Promise.all([result.results.array(), result.stop.data()]);
      tf.dispose(result);
      // The last batch has the last row. If an update has fewer batches than possible, the rows before it are empty.
      const rowsOfUpdate = [...rows.slice(0, about.place), rows[rows.length - 1]];
      return { batches: rowsOfUpdate.map(([loss, correct]) => ({ loss, correct })), stop };
    } finally {
      tf.dispose(inputs);
    }
  }

  /** Makes the graph of a step with such a batch, and estimates the memory it needs; see `Captured.prepare`. */
  prepare(batch: Batch, about: UpdateBatch) {
    const inputs = inputsOf(about);
    const estimate = this.step.prepare(batchOf(batch), inputs);
    tf.dispose(inputs);
    return estimate;
  }

  /** Seconds spent on recording and building graphs. */
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
  }
}

// A feed's batch also has its waiting time, which must not become part of the step's signature.
const batchOf = ({ tensors, images }: Batch): Batch => ({ tensors, images });

function inputsOf({ learningRate, updateImages, stop }: UpdateBatch): UpdateInputs {
  return { rate: tf.scalar(learningRate), images: tf.scalar(updateImages), stop: tf.scalar(Number(stop)) };
}
