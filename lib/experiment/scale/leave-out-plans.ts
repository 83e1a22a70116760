import { groupedBy } from "../../system/grouped-by";
import { leftOutRow, type LeftOutRow } from "../fits";
import { valueOrReason, type ValueOrReason } from "../value-or-reason";
import { fitScale } from "./fit-scale";
import { replicatesOf } from "./replicates";
import type { ScaleFit, ScaleOptions, ScaleRow, ScaleTerm } from "./types";

/** Rows of few devices, to fit, and of many, to predict. The only thing that decides is the number of devices. */
export function splitByDevices<Row extends { plan: ScaleRow["plan"] }>(
  rows: readonly Row[],
  most: number,
): { fitted: Row[]; beyond: Row[] } {
  return {
    fitted: rows.filter(({ plan }) => plan.devices <= most),
    beyond: rows.filter(({ plan }) => plan.devices > most),
  };
}

/** Measured steps beside their predictions. @param level Level of the intervals. Default 0.95. */
export function scaleErrors(fit: ScaleFit, rows: readonly ScaleRow[], level?: number): LeftOutRow<ScaleTerm>[] {
  return compared({ value: fit }, rows, level);
}

/**
 * Leaves out each plan in turn, in all its replicates and with all software, and predicts it from the others. It shows how well
 * the formula carries to plans that it has not seen, and names measured steps that do not fit.
 */
export function leaveOutPlans(rows: readonly ScaleRow[], options: ScaleOptions = {}): LeftOutRow<ScaleTerm>[] {
  return [...groupedBy(rows, ({ plan }) => JSON.stringify(plan)).values()].flatMap((left) => {
    const rest = rows.filter((row) => !left.includes(row));
    return compared(valueOrReason(() => fitScale(rest, options)), replicatesOf(left)); // prettier-ignore
  });
}

function compared(
  fit: ValueOrReason<ScaleFit>,
  rows: readonly (ScaleRow & { count?: number })[],
  level?: number,
): LeftOutRow<ScaleTerm>[] {
  return rows.map(({ plan, software, seconds, count = 1 }) => {
    const levels = { ...(software && { software }), devices: plan.devices, "local batch": plan.localBatch };
    return leftOutRow({ levels, measured: seconds, runs: count }, fit, plan, level);
  });
}
