import { max, median } from "simple-statistics";
import { valueOrReason } from "../value-or-reason";
import { fitScale } from "./fit";
import { replicatesOf } from "./replicates";
import type { ScaleFit, ScaleOptions, ScalePrediction, ScaleRow } from "./types";

/** A measured step beside its prediction by a fit that has not seen it. */
export interface ScaleError {
  row: ScaleRow;
  /** Missing, with `why`, when the other rows cannot be fitted. */
  prediction?: ScalePrediction;
  /** `predicted / measured - 1`. */
  error?: number;
  /** Whether the measured time is outside the interval: another law, or a fault to find. */
  isOutside: boolean;
  why?: string;
}

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

/** Predicts measured steps. @param level Level of the intervals. Default 0.95. */
export function scaleErrors(fit: ScaleFit, rows: readonly ScaleRow[], level = 0.95): ScaleError[] {
  return rows.map((row) => {
    const prediction = fit.predict(row.plan, level);
    const { seconds, low = 0, high = Infinity } = prediction;
    return {
      ...{ row, prediction, error: seconds / row.seconds - 1 },
      isOutside: row.seconds < low || row.seconds > high,
    };
  });
}

/**
 * Leaves out each plan in turn, in all its replicates and with all software, and predicts it from the others. It shows how well
 * the formula carries to plans that it has not seen, and names measured steps that do not fit.
 */
export function leaveOutPlans(rows: readonly ScaleRow[], options: ScaleOptions = {}, level = 0.95): ScaleError[] {
  const keyOf = ({ plan }: ScaleRow) => JSON.stringify(plan);
  return [...new Set(rows.map(keyOf))].flatMap((key) => {
    const rest = rows.filter((row) => keyOf(row) !== key);
    const left = replicatesOf(rows.filter((row) => keyOf(row) === key));
    const { value: fit, why } = valueOrReason(() => fitScale(rest, options));
    return fit ? scaleErrors(fit, left, level) : left.map((row) => ({ row, isOutside: false, why }));
  });
}

/** Median and worst relative error, and how many intervals hold. @throws one line when no row has a prediction. */
export function scaleSummary(errors: readonly ScaleError[]): {
  count: number;
  median: number;
  worst: number;
  outside: number;
} {
  const sizes = errors.flatMap(({ error }) => (error === undefined ? [] : [Math.abs(error)]));
  if (sizes.length === 0) throw new Error("None of the rows has a prediction: see why in each of them.");
  return {
    count: sizes.length,
    ...{ median: median(sizes), worst: max(sizes) },
    outside: errors.filter(({ isOutside }) => isOutside).length,
  };
}
