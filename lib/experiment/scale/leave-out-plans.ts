import { leftOutRow, type LeftOutRow } from "../fits";
import type { ValueOrReason } from "../value-or-reason";
import type { ScaleFit, ScaleRow, ScaleTerm } from "./types";

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

/** Measured steps beside what a fit says of them, or beside the reason why there is none. */
export function compared(
  fit: ValueOrReason<ScaleFit>,
  rows: readonly (ScaleRow & { count?: number })[],
  level?: number,
): LeftOutRow<ScaleTerm>[] {
  return rows.map(({ plan, software, seconds, count = 1 }) => {
    const levels = { ...(software && { software }), devices: plan.devices, "local batch": plan.localBatch };
    return leftOutRow({ levels, measured: seconds, runs: count }, fit, plan, level);
  });
}
