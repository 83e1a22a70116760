import type { Rows } from "../../system/rows";
import type { ScaleError } from "./leave-out";
import type { ScaleFit } from "./types";

/** A fit's terms as rows for `showTable`: told ones with their standard error, and held ones with the reason. */
export function scaleTermTable({ told, held }: Pick<ScaleFit, "told" | "held">): Rows {
  return [
    ...told.map(({ term, estimate, standardError, unit }) => ({ term, value: estimate, "±": standardError, unit })),
    ...held.map(({ term, value, deviation, why }) => ({ term, value, "±": deviation, unit: "held", why })),
  ];
}

/** Predictions beside measured steps, as rows for `showTable`. Times are in milliseconds. */
export function scaleErrorTable(errors: readonly ScaleError[]): Rows {
  return errors.map(({ row: { plan, seconds, software }, prediction, error, isOutside, why }) => ({
    software,
    devices: plan.devices,
    "local batch": plan.localBatch,
    "measured (ms)": 1000 * seconds,
    "predicted (ms)": prediction && 1000 * prediction.seconds,
    low: prediction?.low === undefined ? undefined : 1000 * prediction.low,
    high: prediction?.high === undefined ? undefined : 1000 * prediction.high,
    "error (%)": error === undefined ? undefined : 100 * error,
    note: why ?? prediction?.why ?? (isOutside ? "outside its interval" : ""),
  }));
}
