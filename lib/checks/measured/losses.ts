import type { RunRecord } from "../../runs/record";

/**
 * As much as rounding alone makes losses differ, which grows with each step of an optimizer that divides by small numbers;
 * GPUs round products to TensorFloat-32.
 */
const mostDifferent = { cpu: 1e-3, gpu: 5e-2 };

/** The losses of all steps of a run, in order. */
export function lossesOf({ epochs }: Pick<RunRecord, "epochs">): number[] {
  return epochs.flatMap(({ steps }) => steps.loss);
}

/**
 * How far each loss is from the reference's of the same step, as a share of that one; Infinity for a step that was not made.
 * @param steps Only so many steps are compared, the first ones. Default: all of the reference's.
 */
export function lossDifferences(own: readonly number[], reference: readonly number[], steps = Infinity): number[] {
  return reference.slice(0, steps).map((loss, step) => Math.abs((own[step] ?? Infinity) - loss) / loss);
}

/**
 * The largest of the {@link lossDifferences} of two runs that compute the same on devices that share it differently.
 * @throws one line when it is more than rounding, or when they made different numbers of steps.
 */
export function largestDifference(own: RunRecord, reference: RunRecord): number {
  const [losses, others] = [own, reference].map(lossesOf);
  if (losses.length !== others.length) {
    throw new Error(`one run made ${others.length} steps and another ${losses.length}: measure them anew`);
  }
  const largest = Math.max(...lossDifferences(losses, others));
  if (largest <= mostDifferent[reference.configuration.device]) return largest;
  throw new Error(
    `the losses differ by up to ${largest.toPrecision(2)}, which is more than rounding: measure these runs anew`,
  );
}
