import type { Rows } from "../../system/rows";
import type { CostFit } from "./types";

/** A fit's parameters as rows for `showTable`: fitted ones with their interval, and held ones with the reason. */
export function parameterTable({ parameters, held }: CostFit): Rows {
  return [
    ...parameters.map(({ name, estimate, low, high, unit }) => ({ parameter: name, value: estimate, low, high, unit })),
    ...held.map(({ name, value, why }) => ({ parameter: name, value, unit: "held", why })),
  ];
}
