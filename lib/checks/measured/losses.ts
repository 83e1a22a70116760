import type { RunRecord } from "../../runs/record";

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
