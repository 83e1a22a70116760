import { backend, tf } from "./backend";
import { activeRecording } from "./capture/recording";
import { joinsSmall, together } from "./small-tensors";

// Inside a captured step each of these functions is one op for each weight on TensorFlow's resource variables, which reads and writes each
// value once, in place, and makes no copy of the weights. Outside of a step, for a variable that the step has assigned, and on GPUs for all
// small weights at once, it computes the same by single ops.

type Variables = readonly tf.Variable[];
type Tensors = readonly tf.Tensor[];

/** `variable = variable - rate * gradient`. @param rate A scalar. */
export function descend(variables: Variables, rate: tf.Scalar, gradients: Tensors): void {
  update("ResourceApplyGradientDescent", [variables], gradients, {
    inputs: (gradient) => [rate, gradient],
    formula: (gradient, variable) => [tf.sub(variable, tf.mul(gradient, rate))],
  });
}

/** Keras's momentum: `velocity = momentum * velocity - rate * gradient`, `variable = variable + velocity`. */
export function descendWithMomentum(
  { variables, velocities }: Record<"variables" | "velocities", Variables>,
  gradients: Tensors,
  rate: tf.Scalar,
  momentum: number,
): void {
  update("ResourceApplyKerasMomentum", [variables, velocities], gradients, {
    inputs: (gradient) => [rate, gradient, tf.scalar(momentum)],
    formula: (gradient, variable, velocity) => {
      const moved = tf.sub(tf.mul(velocity, momentum), tf.mul(gradient, rate));
      return [tf.add(variable, moved), moved];
    },
  });
}

/** The variables that Adam updates: weights, and their gradients' means and mean squares. */
interface AdamState {
  variables: Variables;
  means: Variables;
  squares: Variables;
}

/**
 * `mean = keep * mean + (1 - keep) * gradient`, `square = keepSquare * square + (1 - keepSquare) * gradient²`,
 * `variable = variable - rate * mean / (√square + epsilon)`. The caller corrects rate and epsilon for the first steps.
 */
export function adam(
  { variables, means, squares }: AdamState,
  gradients: Tensors,
  { rate, keep, keepSquare, epsilon }: Record<"rate" | "keep" | "keepSquare" | "epsilon", tf.Scalar>,
): void {
  const zero = tf.scalar(0); // TensorFlow would correct the rate by these powers of the betas
  update("ResourceApplyAdam", [variables, means, squares], gradients, {
    inputs: (gradient) => [zero, zero, rate, keep, keepSquare, epsilon, gradient],
    formula: (gradient, variable, oldMean, oldSquare) => {
      const mean = tf.add(oldMean, tf.mul(tf.sub(gradient, oldMean), tf.sub(1, keep)));
      const square = tf.add(oldSquare, tf.mul(tf.sub(tf.square(gradient), oldSquare), tf.sub(1, keepSquare)));
      return [tf.sub(variable, tf.mul(rate, tf.div(mean, tf.add(tf.sqrt(square), epsilon)))), mean, square];
    },
  });
}

/** `variable = variable + value`. */
export function increase(variable: tf.Variable, value: tf.Tensor): void {
  if (inPlace("AssignAddVariableOp", [variable], [value])) return;
  variable.assign(tf.add(variable, value));
}

/** `variable = value`, to be updated further: a variable takes the value's memory over. */
export function replace(variable: tf.Variable, value: tf.Tensor): void {
  if (!inPlace("AssignVariableOp", [variable], [value])) variable.assign(value);
}

/** An update of variables by a gradient: the inputs of TensorFlow's op behind the variables, and the variables' new values. */
interface Update {
  inputs(gradient: tf.Tensor): tf.Tensor[];
  formula(gradient: tf.Tensor, ...values: tf.Tensor[]): tf.Tensor[];
}

/** @param variables Lists of as many variables as there are gradients: the weights, and what belongs to each. */
function update(op: string, variables: readonly Variables[], gradients: Tensors, { inputs, formula }: Update): void {
  const rows = gradients.map((gradient, index) => ({ gradient, of: variables.map((list) => list[index]) }));
  const byOp = (row: (typeof rows)[number]): boolean =>
    !joinsSmall(row.gradient) && inPlace(op, row.of, inputs(row.gradient));
  const others = rows.filter((row) => !byOp(row));
  const lists = [
    others.map(({ gradient }) => gradient),
    ...variables.map((_, list) => others.map(({ of }) => of[list])),
  ];
  const values = together(lists, (gradient, ...old) => formula(gradient, ...old));
  values.forEach((list, index) => list.forEach((value, row) => others[row].of[index].assign(value)));
}

function inPlace(op: string, variables: tf.Variable[], inputs: tf.Tensor[]): boolean {
  const { TF_FLOAT, TF_ATTR_TYPE } = backend().binding;
  // The ops name the type of their values differently; each takes the attribute that it has.
  const attributes = ["T", "dtype"].map((name) => ({ name, type: TF_ATTR_TYPE, value: TF_FLOAT }));
  return activeRecording()?.update(op, attributes, variables, inputs) ?? false;
}
