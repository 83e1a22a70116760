import { backend, tf } from "./backend";
import { activeRecording } from "./capture/recording";

// Inside a captured step each of these functions is one op on TensorFlow's resource variables, which reads and writes each
// value once, in place, and makes no copy of the weights. Outside of a step, and for a variable that the step has assigned, it
// computes the same by single ops.

/** `variable = variable - rate * gradient`. @param rate A scalar. */
export function descend(variable: tf.Variable, rate: tf.Scalar, gradient: tf.Tensor): void {
  if (inPlace("ResourceApplyGradientDescent", [variable], [rate, gradient])) return;
  variable.assign(tf.sub(variable, tf.mul(gradient, rate)));
}

/** Keras's momentum: `velocity = momentum * velocity - rate * gradient`, `variable = variable + velocity`. */
export function descendWithMomentum(
  variable: tf.Variable,
  velocity: tf.Variable,
  rate: tf.Scalar,
  gradient: tf.Tensor,
  momentum: number,
): void {
  const inputs = [rate, gradient, tf.scalar(momentum)];
  if (inPlace("ResourceApplyKerasMomentum", [variable, velocity], inputs)) return;
  velocity.assign(tf.sub(tf.mul(velocity, momentum), tf.mul(gradient, rate)));
  variable.assign(tf.add(variable, velocity));
}

/** The variables of one weight that Adam updates: the weight, and its gradient's mean and mean square. */
interface AdamState {
  variable: tf.Variable;
  mean: tf.Variable;
  square: tf.Variable;
}

/**
 * `mean = keep * mean + (1 - keep) * gradient`, `square = keepSquare * square + (1 - keepSquare) * gradient²`,
 * `variable = variable - rate * mean / (√square + epsilon)`. The caller corrects rate and epsilon for the first steps.
 */
export function adam(
  { variable, mean, square }: AdamState,
  gradient: tf.Tensor,
  { rate, keep, keepSquare, epsilon }: Record<"rate" | "keep" | "keepSquare" | "epsilon", tf.Scalar>,
): void {
  const zero = tf.scalar(0); // TensorFlow would correct the rate by these powers of the betas
  const inputs = [zero, zero, rate, keep, keepSquare, epsilon, gradient];
  if (inPlace("ResourceApplyAdam", [variable, mean, square], inputs)) return;
  mean.assign(tf.add(mean, tf.mul(tf.sub(gradient, mean), tf.sub(1, keep))));
  square.assign(tf.add(square, tf.mul(tf.sub(tf.square(gradient), square), tf.sub(1, keepSquare))));
  variable.assign(tf.sub(variable, tf.mul(rate, tf.div(mean, tf.add(tf.sqrt(square), epsilon)))));
}

/** `variable = variable + value`. */
export function increase(variable: tf.Variable, value: tf.Tensor): void {
  if (inPlace("AssignAddVariableOp", [variable], [value])) return;
  variable.assign(tf.add(variable, value));
}

function inPlace(op: string, variables: tf.Variable[], inputs: tf.Tensor[]): boolean {
  const { TF_FLOAT, TF_ATTR_TYPE } = backend().binding;
  // The ops name the type of their values differently; each takes the attribute that it has.
  const attributes = ["T", "dtype"].map((name) => ({ name, type: TF_ATTR_TYPE, value: TF_FLOAT }));
  return activeRecording()?.update(op, attributes, variables, inputs) ?? false;
}
