import { statisticsOf } from "../models/chain";
import type { Coordinates, Loss, Rows, ShardedModel } from "../sharding";
import { rowsOfReplicas, sharesOf } from "../strategy/shares";
import type { Batch } from "../strategy";
import { allReduce, gate, increase, tf, type Captured, type Precision } from "../tensorflow/engine";
import { movedAsWords, sparseSoftmaxCrossEntropy } from "../tensorflow/ops";
import { countCorrect, type Decoder } from "./backward";
import type { ShardedState } from "./sharded-state";
import type { EvaluationResult, UpdateInputs, UpdateResult } from "./step";

/** How the steps of a divided model are captured. */
interface ShardedStepOptions {
  feed: Decoder;
  precision: Precision;
  /** Whether XLA compiles the steps. */
  xla?: boolean;
}

type Step = Captured<[batch: Batch, inputs: UpdateInputs], UpdateResult>;

/**
 * The captured steps of a model that is divided among devices. They take the same batches and inputs and give the same results as
 * `trainingStep` does; `add` only adds up gradients, where an update has several batches.
 */
export function shardedSteps(state: ShardedState, options: ShardedStepOptions): { update: Step; add: Step } {
  const { model, lossScale } = state;
  const added = (kind: number, rows: Rows, inputs: UpdateInputs): UpdateResult => {
    const { gradients, results } = backward(state, kind, rows, inputs);
    state.kinds[kind].sums.forEach((sum, index) => increase(sum, gradients[index]));
    return everywhere(results, inputs.stop);
  };
  const updated = (kind: number, rows: Rows, inputs: UpdateInputs): UpdateResult => {
    const { bound, sums } = state.kinds[kind];
    const { gradients, results } = backward(state, kind, rows, inputs);
    const all = gradients.map((gradient, index) => (sums.length > 0 ? tf.add(gradient, sums[index]) : gradient));
    const { gradients: usable, isFinite } = lossScale?.unscaled(all, (each) => model.norm(kind, each)) ?? {
      gradients: all,
    };
    bound.update(usable, inputs.rate, isFinite);
    sums.forEach((sum) => sum.assign(tf.zerosLike(sum)));
    model.update();
    return everywhere(results, inputs.stop);
  };
  return {
    add: captured(model, "accumulation_step", options, added),
    update: captured(model, "training_step", options, updated),
  };
}

/** The captured evaluation of a model that is divided among devices, see `evaluationStep`. */
export function shardedEvaluation(
  model: ShardedModel,
  options: ShardedStepOptions,
): Captured<[batch: Batch, stop: tf.Scalar], EvaluationResult> {
  return captured(model, "evaluation_step", options, (kind, rows, stopHere: tf.Scalar): EvaluationResult => {
    const { loss, counted } = lossOver(tf.scalar(1));
    const results = resultsOf(model, model.evaluate(kind, rows, loss), counted);
    const { results: sums, stop } = everywhere(results, stopHere);
    const [sum, correct] = tf.unstack(sums.flatten()) as tf.Scalar[];
    return { loss: sum, correct, stop };
  });
}

/** Captures a step for the devices of a mesh, of which each gets its rows. */
function captured<I, R>(
  model: ShardedModel,
  name: string,
  { feed, precision, xla }: ShardedStepOptions,
  step: (kind: number, rows: Rows, inputs: I) => R,
): Captured<[batch: Batch, inputs: I], R> {
  return model.mesh.capture(
    (kind: number, tensors: tf.Tensor[], inputs: I) => {
      const { inputs: of, labels } = feed.decode(tensors);
      const targets = movedAsWords(labels, (words) => words.reshape([of.shape[0] ?? 0, -1]));
      return step(kind, { inputs: of, targets }, inputs);
    },
    (place, batch: Batch, inputs: I) => [model.kindOf(place), ownRows(model, place, batch), inputs],
    { name, precision, xla },
  );
}

/** The mean over so many labels, and the counts of those that were classified correctly, one for each call. */
function lossOver(labels: tf.Scalar): { loss: Loss; counted: tf.Scalar[] } {
  const counted: tf.Scalar[] = [];
  const loss: Loss = (logits, targets) => {
    const own = movedAsWords(targets, (words) => words.flatten());
    counted.push(tf.keep(countCorrect(logits, own)));
    return tf.div(tf.sum(sparseSoftmaxCrossEntropy(logits, own)), labels);
  };
  return { loss, counted };
}

function backward({ model, lossScale }: ShardedState, kind: number, rows: Rows, { labels }: UpdateInputs) {
  const { loss, counted } = lossOver(labels);
  const scaled: Loss = (logits, targets) => lossScale?.scaled(loss(logits, targets)) ?? loss(logits, targets);
  const pass = () => model.backward(kind, rows, scaled);
  const { value, gradients } = lossScale?.keepingFinite(statisticsOf(model.model), pass) ?? pass();
  const own = resultsOf(model, lossScale?.unscaledLoss(value) ?? value, counted);
  // A stage without the loss would be ready for the all-reduce of the results at once, and wait in it for the last stage.
  return { gradients, results: gate(own, gradients) };
}

/** A device's own part of the results: [1, 2], the loss and how many labels were classified correctly. */
function resultsOf({ lossCopies }: ShardedModel, loss: tf.Scalar, counted: tf.Scalar[]): tf.Tensor2D {
  const correct = counted.length > 0 ? tf.addN(counted) : tf.scalar(0);
  tf.dispose(counted);
  return tf.div(tf.stack([loss, correct]), lossCopies).reshape([1, 2]);
}

/** Adds up over all devices. */
function everywhere(own: tf.Tensor2D, stopHere: tf.Scalar): UpdateResult {
  const [results, stop] = allReduce<tf.Tensor>([own, stopHere]);
  return { results: results as tf.Tensor2D, stop: stop as tf.Scalar };
}

/** Into how many parts the rows of a batch are divided. */
export const divisionsOf = ({ rowAxes }: ShardedModel): number =>
  rowAxes.reduce((product, { size }) => product * size, 1);

/** Devices with the same place on all axes along which rows are divided have the same rows. */
function rowsAt(model: ShardedModel, place: Coordinates, images: number): [from: number, to: number] {
  const index = model.rowAxes.reduce((number, { name, size }) => number * size + place[name], 0);
  return rowsOfReplicas(sharesOf(images, divisionsOf(model)), index, 1);
}

/** The rows of a batch that this process's devices need: from `from` up to, but not including, `to`. */
export function rowsOfProcess(model: ShardedModel, images: number): [from: number, to: number] {
  const ranges = model.mesh.coordinates.map((place) => rowsAt(model, place, images));
  return [Math.min(...ranges.map(([from]) => from)), Math.max(...ranges.map(([, to]) => to))];
}

/** @param batch Its tensors have all rows, or those of {@link rowsOfProcess}. */
function ownRows(model: ShardedModel, place: Coordinates, { tensors, images }: Batch): tf.Tensor[] {
  const [from, to] = rowsAt(model, place, images);
  return tensors.map((tensor) => {
    const [length, ...rest] = tensor.shape;
    const first = length === images ? 0 : rowsOfProcess(model, images)[0];
    return tf.slice(tensor, [from - first, ...rest.map(() => 0)], [to - from, ...rest]);
  });
}
