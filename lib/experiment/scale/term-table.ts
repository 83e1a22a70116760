import type { Rows } from "../../system/rows";
import type { ScaleFit } from "./types";

/** A fit's terms as rows for `showTable`: told ones with their standard error, and held ones with the reason. */
export function scaleTermTable({ told, held }: Pick<ScaleFit, "told" | "held">): Rows {
  return [
    ...told.map(({ name, estimate, standardError, unit }) => ({
      ...{ term: name, value: estimate, "±": standardError, unit },
    })),
    ...held.map(({ name, value, deviation, why }) => ({ term: name, value, "±": deviation, unit: "held", why })),
  ];
}
