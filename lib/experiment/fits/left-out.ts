import { max, median } from "simple-statistics";
import type { Rows } from "../../system/rows";
import type { Level } from "../observations";
import type { TimeModelKind } from "../statistics";
import { valueOrReason, type ValueOrReason } from "../value-or-reason";
import type { Fit } from "./fit";

/** A configuration beside its prediction by a fit that has not seen it. `leftOutTable` turns it into a row for `showTable`. */
export interface LeftOutRow<Kind extends string = string> {
  levels: Readonly<Record<string, Level>>;
  /** Mean over the configuration's runs, in seconds. */
  measured: number;
  runs: number;
  predicted?: number;
  low?: number;
  high?: number;
  /** `predicted / measured - 1`. */
  error?: number;
  /** Predictions of models that know only batch and nodes. */
  rivals?: Partial<Record<TimeModelKind, { predicted: number; error: number }>>;
  /** Why there is no prediction, or no interval. */
  why?: string;
  /** What the fit held, one line each. */
  held: string[];
  /** The held terms that matter to this prediction. */
  assumes: Kind[];
}

/** Predicts a configuration by a fit to others, if there is one. */
export function leftOutRow<Plan, Kind extends string, Seen extends Pick<LeftOutRow, "levels" | "measured" | "runs">>(
  seen: Seen,
  fit: ValueOrReason<Fit<Plan, Kind>>,
  plan: Plan,
  level?: number,
): Seen & LeftOutRow<Kind> {
  if (fit.value === undefined) return { ...seen, held: [], assumes: [], why: fit.why };
  const held = fit.value.held.map(({ name, value, why }) => `${name} ${value ?? "unknown"}: ${why}`);
  const { value: prediction, why: unpredicted } = valueOrReason(() => fit.value.predict(plan, level));
  if (prediction === undefined) return { ...seen, held, assumes: [], why: unpredicted };
  const { seconds: predicted, low, high, why, assumes } = prediction;
  return {
    ...{ ...seen, held, assumes, predicted, error: predicted / seen.measured - 1 },
    ...(low === undefined || high === undefined ? {} : { low, high }),
    ...(why === undefined ? {} : { why }),
  };
}

/** Whether the measured time is outside the interval: another law, or a fault to find. */
export function isOutside({
  measured,
  low = 0,
  high = Infinity,
}: Pick<LeftOutRow, "measured" | "low" | "high">): boolean {
  return measured < low || measured > high;
}

/** Relative errors of predictions, as shares: 0.01 is 1 %. */
export interface ErrorSummary {
  count: number;
  median: number;
  worst: number;
  /** Rows without a prediction. */
  missing: number;
  /** Rows whose measured mean lies in its interval, of all rows with an interval. */
  within: number;
  intervals: number;
}

/** The errors of one model's predictions, over all rows that have one. @throws one line when none has. */
export function errorSummary(rows: readonly LeftOutRow[], model: "cost" | TimeModelKind = "cost"): ErrorSummary {
  const errors = rows.flatMap((row) => {
    const error = model === "cost" ? row.error : row.rivals?.[model]?.error;
    return error === undefined ? [] : [Math.abs(error)];
  });
  if (errors.length === 0) throw new Error("None of the rows has a prediction: see why in each of them.");
  const bounded = model === "cost" ? rows.filter(({ low }) => low !== undefined) : [];
  return {
    count: errors.length,
    median: median(errors),
    worst: max(errors),
    missing: rows.length - errors.length,
    within: bounded.filter((row) => !isOutside(row)).length,
    intervals: bounded.length,
  };
}

/** The configurations that were left out, as rows for `showTable`. */
export function leftOutTable(rows: readonly LeftOutRow[]): Rows {
  return rows.map(({ levels, measured, predicted, low, high, error, rivals, assumes, why }) => ({
    ...levels,
    "measured (s)": measured,
    "predicted (s)": predicted,
    low,
    high,
    "error (%)": percent(error),
    ...(rivals && {
      "linear model's (%)": percent(rivals.linear?.error),
      "quadratic model's (%)": percent(rivals.quadratic?.error),
    }),
    "held at 0, not told": assumes.join(", "),
    why,
  }));
}

function percent(share: number | undefined): number | undefined {
  return share === undefined ? undefined : 100 * share;
}
