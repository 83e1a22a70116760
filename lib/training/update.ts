import type { Feed } from "../../datasets";
import type { Batch } from "../strategy";
import { tf, type MemoryEstimate } from "../tensorflow";
import { asTheyAre, type Decoder } from "./backward";
import type { TrainingState } from "./state";
import { accumulationStep, trainingStep } from "./step";
import type { AccumulationInputs, StepOptions, UpdateInputs } from "./step";

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

interface UpdateOptions extends StepOptions {
  feed: Decoder & Partial<Pick<Feed, "labelsOfExample">>;
  /** Images of a whole batch: XLA compiles no step of a smaller one, which an epoch has once. Default: all are whole. */
  wholeBatch?: number;
}

/**
 * Updates the weights from one or several batches at a time. It hides the tensors of the captured steps from its callers.
 * A step is launched when the call returns; on a GPU it still runs then, and the next one may be launched.
 */
export class Updates {
  private readonly whole: ReturnType<typeof trainingStep>;
  /** The step of batches that are smaller. */
  private readonly smaller: ReturnType<typeof trainingStep>;
  private readonly accumulating?: ReturnType<typeof accumulationStep>;
  private readonly wholeBatch: number;
  private readonly numbers = new Numbers();
  private readonly batches: number;
  private readonly labelsOfExample?: number;

  /** @param options The feed, whose batches are decoded in the step, and how to compute. Default: images or tokens as they are, float32. */
  constructor(
    state: TrainingState,
    { feed = asTheyAre, precision = "float32", xla, wholeBatch = 0 }: Partial<UpdateOptions> = {},
  ) {
    this.wholeBatch = wholeBatch;
    this.batches = state.batches;
    this.labelsOfExample = feed.labelsOfExample;
    if (this.batches > 1) this.accumulating = accumulationStep(state, { feed, precision, xla });
    this.whole = trainingStep(state, { feed, precision, xla });
    this.smaller = xla && wholeBatch > 0 ? trainingStep(state, { feed, precision }) : this.whole;
  }

  /** Launches the step that accumulates a batch, which does not end its update. @throws at once when that fails. */
  accumulate(batch: Batch, about: UpdateBatch): Promise<Done> {
    return this.accumulation().launch(batchOf(batch), this.accumulationInputs(batch, about));
  }

  /** Launches the step that ends an update with its last batch. @throws at once when that fails. */
  update(batch: Batch, about: UpdateBatch): Promise<Updated> {
    return this.stepFor(batch)
      .launch(batchOf(batch), this.inputs(batch, about))
      .then(({ values, at }) => {
        // The last batch has the last row. If an update has fewer batches than possible, the rows before it are empty.
        const rows = Array.from({ length: values.results.length / 2 }, (_, row) =>
          values.results.slice(2 * row, 2 * row + 2),
        );
        const rowsOfUpdate = [...rows.slice(0, about.place), rows[rows.length - 1]];
        // Devices that have the same rows each give their share of the hits: their sum is whole but for rounding.
        const batches = rowsOfUpdate.map(([loss, correct]) => ({ loss, correct: Math.round(correct) }));
        return { batches, stop: values.stop[0], at };
      });
  }

  /** Makes the graph of a step with such a batch, and estimates the memory it needs; see `Captured.prepare`. */
  prepare(batch: Batch, about: UpdateBatch): MemoryEstimate {
    return this.stepFor(batch).prepare(batchOf(batch), this.inputs(batch, about));
  }

  private stepFor({ images }: Batch): typeof this.whole {
    return images < this.wholeBatch ? this.smaller : this.whole;
  }

  private get steps(): Set<typeof this.whole> {
    return new Set([this.whole, this.smaller]);
  }

  private accumulation(): NonNullable<typeof this.accumulating> {
    if (this.accumulating) return this.accumulating;
    throw new Error("Every update has one batch: there is nothing to accumulate.");
  }

  private labelsOf({ tensors }: Batch, images: number): tf.Scalar {
    const ofExample = this.labelsOfExample ?? tf.util.sizeFromShape(tensors[1].shape.slice(1));
    return this.numbers.scalar("labels", images * ofExample);
  }

  private inputs(batch: Batch, { learningRate, updateImages, stop }: UpdateBatch): UpdateInputs {
    return {
      rate: this.numbers.scalar("rate", learningRate),
      labels: this.labelsOf(batch, updateImages),
      stop: this.numbers.scalar("stop", Number(stop)),
    };
  }

  private accumulationInputs(batch: Batch, { place, updateImages }: UpdateBatch): AccumulationInputs {
    const places = Array.from({ length: this.batches - 1 }, (_, index) => Number(index === place));
    return {
      labels: this.labelsOf(batch, updateImages),
      place: this.numbers.tensor(`place ${place}`, places, [places.length, 1]) as tf.Tensor2D,
    };
  }

  /**
   * Bytes that each of this process's devices sends in an update, along each axis; see `Captured.sentBytes`. Nothing is known before an
   * update has had all its steps.
   */
  get sentBytes(): readonly Record<string, number>[] {
    const { whole, accumulating, batches } = this;
    if (accumulating?.captures === 0) return [];
    return whole.sentBytes.map((last, device) => {
      const before = accumulating?.sentBytes.at(device) ?? {};
      const axes = [...new Set([...Object.keys(last), ...Object.keys(before)])];
      return Object.fromEntries(axes.map((axis) => [axis, (last[axis] ?? 0) + (batches - 1) * (before[axis] ?? 0)]));
    });
  }

  /** Seconds spent on recording and building graphs. */
  get captureSeconds(): number {
    const all = [...this.steps, ...(this.accumulating ? [this.accumulating] : [])];
    return all.reduce((seconds, { captureSeconds }) => seconds + captureSeconds, 0);
  }

  writeGraph(folder: string): void {
    for (const step of this.steps) if (step.captures > 0) step.writeGraph(folder);
  }

  dispose(): void {
    this.steps.forEach((step) => step.dispose());
    this.accumulating?.dispose();
    this.numbers.dispose();
  }
}

/**
 * The numbers that steps are given, as tensors. They hardly ever change, and are kept for the next step: a GPU takes a new tensor
 * only when it has done all that it was told before, so that no step could be launched while another one runs.
 */
class Numbers {
  private readonly kept = new Map<string, { values: string; tensor: tf.Tensor }>();

  tensor(name: string, values: number[], shape: number[]): tf.Tensor {
    const known = this.kept.get(name);
    if (known?.values === values.join()) return known.tensor;
    known?.tensor.dispose();
    const tensor = tf.tensor(values, shape, "float32");
    this.kept.set(name, { values: values.join(), tensor });
    return tensor;
  }

  scalar(name: string, value: number): tf.Scalar {
    return this.tensor(name, [value], []) as tf.Scalar;
  }

  dispose(): void {
    tf.dispose([...this.kept.values()].map(({ tensor }) => tensor));
  }
}

// A feed's batch also has its waiting time, which must not become part of the step's signature.
const batchOf = ({ tensors, images }: Batch): Batch => ({ tensors, images });
