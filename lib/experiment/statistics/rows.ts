import type { Rows } from "../../system/rows";
import type { AnovaTable } from "./anova";
import type { CellInterval } from "./intervals";
import type { TimeModel } from "./time-model";

/** A model's coefficients as a table, followed by the terms left out and the reasons. */
export function termRows(model: TimeModel): Rows {
  return [
    ...model.terms.map(({ name, estimate, standardError, t, p, low, high }) => ({
      term: name,
      estimate,
      "standard error": standardError,
      t,
      p: probability(p),
      "99 % from": low,
      to: high,
      note: model.why ?? "",
    })),
    ...model.leftOut.map(({ term, why }) => ({ term, note: why })),
  ];
}

/** An analysis of variance as a table: the terms, the residual, the total, and the terms left out with the reasons. */
export function anovaRows(table: AnovaTable): Rows {
  const { rows, residual, total, leftOut } = table;
  return [
    ...rows.map(({ term, df, sumOfSquares, meanSquare, F, p, share }) => ({
      term,
      df,
      "sum of squares": sumOfSquares,
      "mean square": meanSquare,
      F,
      p: probability(p),
      "share, %": 100 * share,
      note: "",
    })),
    {
      term: "residual",
      df: residual.df,
      "sum of squares": residual.sumOfSquares,
      "mean square": residual.meanSquare,
      "share, %": 100 * residual.share,
      note: table.why ?? "",
    },
    { term: "total", df: total.df, "sum of squares": total.sumOfSquares, "share, %": 100 },
    ...leftOut.map(({ term, why }) => ({ term, note: why })),
  ];
}

/** The means of cells as a table, with an interval for cells with several runs. */
export function intervalRows(cells: readonly CellInterval[]): Rows {
  return cells.map(({ levels, observations, mean, interval }) => ({
    ...levels,
    runs: observations.length,
    "mean, s": mean,
    "standard deviation, s": interval?.standardDeviation,
    "from, s": interval?.low,
    "to, s": interval?.high,
  }));
}

/** A p value as text, small ones in exponential notation. */
export function probability(p: number): string | undefined {
  if (Number.isNaN(p)) return undefined;
  return p < 1e-4 ? p.toExponential(1) : p.toFixed(4);
}
