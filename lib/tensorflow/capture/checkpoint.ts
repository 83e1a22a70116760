import { tf } from "../backend";
import { withGradient } from "../own-gradient";
import { activeRecording, type Recording } from "./recording";

/** The gradients that the last block of a recording gave, for the order of the blocks before it. */
const given = new WeakMap<Recording, readonly tf.Tensor[]>();

/**
 * Activation checkpointing (T. Chen et al., Training Deep Nets with Sublinear Memory Cost, 2016): the backward pass finds nothing of what
 * `fn` computed but its input, and computes it again. Random numbers are drawn from the same streams again, inside a captured step.
 * @param fn Computes a tensor of x and of weights, and of nothing else that has a gradient.
 * @example const y = checkpoint((x, [kernel]) => tf.matMul(x, kernel), x, [kernel]);
 */
export function checkpoint<T extends tf.Tensor>(fn: Recomputed<T>, x: T, weights: readonly tf.Tensor[]): T {
  const recording = activeRecording();
  const streams = recording?.random.position;
  return withGradient([x, ...weights], () => ({
    value: fn(x, weights),
    keeps: [x, ...weights],
    gradient: (dy, [keptX, ...keptWeights]) => {
      // The block behind this one must have all of its gradients first: TensorFlow runs what has become ready last, and would leave
      // the gradients of weights, with all activations that they need, to the end of the step.
      const behind = recording ? (given.get(recording) ?? []) : [];
      const again = gate(keptX as T, [dy, ...behind]);
      const gradients = withStreams(recording, streams, () => gradientsOf(fn, again, keptWeights, dy));
      if (recording) given.set(recording, gradients);
      return gradients;
    },
  }));
}

type Recomputed<T> = (x: T, weights: readonly tf.Tensor[]) => T;

/** Gradients within the backward pass of others: tfjs has one tape, and would forget the outer one. */
function gradientsOf<T extends tf.Tensor>(
  fn: Recomputed<T>,
  x: T,
  weights: readonly tf.Tensor[],
  dy: tf.Tensor,
): tf.Tensor[] {
  const engine = tf.engine();
  const { activeTape } = engine.state;
  try {
    return engine.gradients(() => fn(x, weights), [x, ...weights], dy as T).grads; // dy has the shape of fn's result
  } finally {
    engine.state.activeTape = activeTape;
  }
}

function withStreams<T>(recording: Recording | undefined, position: number | undefined, fn: () => T): T {
  if (!recording || position === undefined) return fn();
  const { random } = recording;
  const after = random.position;
  random.position = position;
  try {
    return fn();
  } finally {
    random.position = after;
  }
}

/**
 * Inside a captured step: prepares that an equal tensor, which another op gives, takes the place of this one, so that its memory is free
 * between its uses.
 * @returns puts it there: whatever is computed of `tensor` from then on is computed of the equal one.
 */
export function replaceable(tensor: tf.Tensor): (equal: tf.Tensor) => void {
  return activeRecording()?.replacer(tensor) ?? (() => undefined);
}

/**
 * The same tensor, but not before others are there: what is computed of it begins only then. Without it, the second computation of a
 * checkpoint equals the first, and TensorFlow merges them: nothing would be freed.
 */
export function gate<T extends tf.Tensor>(x: T, after: readonly tf.Tensor[]): T {
  const recording = activeRecording();
  if (!recording) return x.clone();
  const { graph } = recording;
  const [node, ...others] = [x, ...after].map((tensor) => recording.computedNodeOf(tensor));
  // XLA knows no order but that of results.
  const gated = recording.xla
    ? graph.op("XlaOptimizationBarrier", [], [node, ...others])
    : graph.op("Identity", [], [node], { after: others.map(({ order }) => graph.operations[order]) });
  return recording.tensorOf(gated[0]) as T;
}
