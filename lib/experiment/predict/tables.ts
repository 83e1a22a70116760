import type { Rows } from "../../system/rows";
import type { Cheapest, CostFit } from "./types";

/** A fit's parameters as rows for `showTable`: fitted ones with their interval, and held ones with the reason. */
export function parameterTable({ parameters, held }: CostFit): Rows {
  return [
    ...parameters.map(({ name, estimate, low, high, unit }) => ({ parameter: name, value: estimate, low, high, unit })),
    ...held.map(({ name, value, why }) => ({ parameter: name, value, unit: "held", why })),
  ];
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
