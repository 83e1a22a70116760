import type { Rows } from "../../system/rows";
import type { Cheapest, CostFit, LeftOutRow } from "./types";

/** A fit's parameters as rows for `showTable`: fitted ones with their interval, and held ones with the reason. */
export function parameterTable({ parameters, held }: CostFit): Rows {
  return [
    ...parameters.map(({ name, estimate, low, high, unit }) => ({ parameter: name, value: estimate, low, high, unit })),
    ...held.map(({ parameter, value, why }) => ({ parameter, value, unit: "held", why })),
  ];
}

/** The cells that were left out, as rows for `showTable`. */
export function leftOutTable(rows: readonly LeftOutRow[]): Rows {
  return rows.map(({ levels, measured, predicted, low, high, error, rivals, assumes, why }) => ({
    ...levels,
    "measured (s)": measured,
    "predicted (s)": predicted,
    low,
    high,
    "error (%)": percent(error),
    "linear model's (%)": percent(rivals.linear?.error),
    "quadratic model's (%)": percent(rivals.quadratic?.error),
    "held at 0, not told": assumes.join(", "),
    why,
  }));
}

/** The candidates as rows for `showTable`, cheapest first. */
export function cheapestTable({ plans, best }: Cheapest): Rows {
  return plans.map((priced) => ({
    model: priced.plan.model,
    batch: priced.plan.batch,
    nodes: priced.plan.nodes,
    "steps between all-reduces": priced.plan.syncEvery,
    "time (s)": priced.prediction.seconds,
    "at most (s)": priced.prediction.high,
    "node-hours": priced.nodeHours,
    price: priced.price,
    "in time (%)": priced.probability === undefined ? undefined : Math.round(1000 * priced.probability) / 10,
    choice: priced === best ? "cheapest in time" : (priced.why ?? ""),
  }));
}

function percent(share: number | undefined): number | undefined {
  return share === undefined ? undefined : 100 * share;
}
