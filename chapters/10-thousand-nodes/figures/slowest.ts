import type { Figure } from "../../../lib/plots/figure";
import { axis, heightOf, logAxis, seriesStyle, shortNumber, notedFigure } from "../../../lib/plots/theme";
import { lineAndPoints, scatter } from "../../../lib/plots/traces";

/** How much longer than one process alone a step of several takes that wait for each other, as shares by their number. */
export interface SlowestCurve {
  name: string;
  points: { processes: number; more: number }[];
}

/** What the slowest of n processes adds to each step. */
export function slowestFigure(curves: readonly SlowestCurve[], note = ""): Figure {
  const processes = [...new Set(curves.flatMap(({ points }) => points.map((each) => each.processes)))];
  return notedFigure(
    "What waiting for the slowest process adds to a step",
    note,
    curves.map(({ name, points }, index) => ({
      ...scatter("lines+markers", name),
      x: points.map((each) => each.processes),
      y: points.map(({ more }) => 100 * more),
      ...lineAndPoints(seriesStyle(index), 9),
      hovertemplate: "%{x} processes: %{y:.1f} % more",
    })),
    {
      height: heightOf(330),
      xaxis: {
        ...logAxis("", "", processes),
        ...axis("Processes that wait for each other"),
        ...{ tickvals: processes, ticktext: processes.map(shortNumber) },
      },
      yaxis: axis("More time", "%", { rangemode: "tozero" }),
    },
  );
}
