import { tf } from "../backend";
import { inBackwardPass, inFloat32 } from "./mixed-precision";

/** A pass forward, and its pass backward for whenever it is wanted. */
export interface Pullback<T extends tf.Tensor> {
  y: T;
  /**
   * The gradients of what `fn` was given, in its order.
   * @param dy The gradient of y. Call it once.
   */
  pull(dy: T): tf.Tensor[];
}

type Tape = NonNullable<ReturnType<typeof tf.engine>["state"]["activeTape"]>;

/**
 * Computes `fn` now, and lets its backward pass be computed later, between other passes. (tfjs's own `tf.grads` computes both at once.)
 * Only inside a captured step: what the backward pass needs is kept until then.
 * @param xs The tensors and variables whose gradients are wanted. `fn` must depend on each of them.
 */
export function pullback<T extends tf.Tensor>(fn: () => T, xs: readonly tf.Tensor[]): Pullback<T> {
  const { y, tape } = taped(fn);
  const path = between(tape, xs, y);
  const pull = (dy: T): tf.Tensor[] => {
    const gradients = new Map<number, tf.Tensor>([[y.id, dy]]);
    for (const { outputs, inputs, gradient, kernelName } of [...path].reverse()) {
      if (!gradient) throw new Error(`${kernelName} has no gradient in tfjs.`);
      // It takes zeros for those that are missing.
      const parts = inBackwardPass(() => gradient(outputs.map(({ id }) => gradients.get(id)!)));
      outputs.forEach(({ id }) => gradients.delete(id));
      for (const [name, { id }] of Object.entries(inputs)) {
        const sum = gradients.get(id);
        const part = inBackwardPass(parts[name]);
        gradients.set(id, sum ? tf.add(sum, part) : part);
      }
    }
    tape.forEach(({ saved }) => tf.dispose(saved ?? [])); // kept for the gradients; of a variable, it would hold on to the old value
    return xs.map((x, place) => {
      const gradient = gradients.get(x.id) ?? refuseUnused(place);
      return x instanceof tf.Variable ? inFloat32(gradient) : gradient;
    });
  };
  return { y, pull };
}

/** Computes with a tape of its own. */
function taped<T>(fn: () => T): { y: T; tape: Tape } {
  const { state } = tf.engine();
  const { activeTape, gradientDepth } = state;
  state.activeTape = [];
  state.gradientDepth = 1;
  try {
    return { y: fn(), tape: state.activeTape };
  } finally {
    Object.assign(state, { activeTape, gradientDepth });
  }
}

/** The part of a tape that leads from some tensors to another, with only such inputs. */
function between(tape: Tape, xs: readonly tf.Tensor[], y: tf.Tensor): Tape {
  const fromX = new Set(xs.map(({ id }) => id));
  const reached = tape.filter(({ inputs, outputs }) => {
    const isReached = Object.values(inputs).some(({ id }) => fromX.has(id));
    if (isReached) outputs.forEach(({ id }) => fromX.add(id));
    return isReached;
  });
  const toY = new Set([y.id]);
  const used = reached.reverse().filter(({ inputs, outputs }) => {
    const leads = outputs.some(({ id }) => toY.has(id));
    if (leads) Object.values(inputs).forEach(({ id }) => toY.add(id));
    return leads;
  });
  return used.reverse().map((node) => ({
    ...node,
    inputs: Object.fromEntries(Object.entries(node.inputs).filter(([, { id }]) => fromX.has(id))),
  }));
}

function refuseUnused(place: number): never {
  throw new Error(`The result does not depend on tensor ${place} of those whose gradients are wanted: leave it out.`);
}
