import type { Rows } from "../../system/rows";
import type { AllReduceRow } from "./all-reduces";
import type { Cheapest, CostFit, LeftOutRow } from "./types";

/** A fit's parameters as rows for `showTable`: those that the runs tell with their interval, and why others are held. */
export function parameterTable({ parameters, held }: CostFit): Rows {
  return [
    ...parameters.map(({ name, estimate, low, high, unit }) => ({ parameter: name, value: estimate, low, high, unit })),
    ...held.map(({ parameter, value, why }) => ({ parameter, value, unit: "held", why })),
  ];
}

/** Cells that were left out, as rows for `showTable`. Errors in percent. */
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

/** What all-reduces took, as rows for `showTable`. */
export function allReduceTable(rows: readonly AllReduceRow[]): Rows {
  return rows.map(({ levels, stepSeconds, allReduceSeconds, bytesPerSecond }) => ({
    ...levels,
    "computing a step (s)": stepSeconds,
    "an all-reduce (s)": allReduceSeconds,
    "rate (MB/s)": bytesPerSecond / 1e6,
  }));
}

/** Candidates as rows for `showTable`, the cheapest first. */
export function cheapestTable({ plans, best }: Cheapest): Rows {
  return plans.map((each) => ({
    model: each.plan.model,
    batch: each.plan.batch,
    nodes: each.plan.nodes,
    "steps between all-reduces": each.plan.syncEvery,
    "time (s)": each.prediction.seconds,
    "at most (s)": each.prediction.high,
    "node-hours": each.nodeHours,
    price: each.price,
    "in time (%)": each.probability === undefined ? undefined : Math.round(1000 * each.probability) / 10,
    choice: each === best ? "cheapest in time" : (each.why ?? ""),
  }));
}

function percent(share: number | undefined): number | undefined {
  return share === undefined ? undefined : 100 * share;
}
