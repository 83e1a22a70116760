import type { Figure } from "../../../lib/plots/figure";
import { axis, laneAxis, heightOf, pointMarker, seriesStyle, notedFigure } from "../../../lib/plots/theme";
import { errorBars, lineAcross, reachOf, scatter } from "../../../lib/plots/traces";
import { counted } from "../../../lib/system/words";

/** The throughput of a framework on some processes. */
export interface FrameworkThroughput {
  name: string;
  processes: number;
  /** Images a second: the mean over replicates, and its interval. */
  mean: number;
  low: number;
  high: number;
}

/**
 * The throughput of frameworks with its intervals, a lane for each framework, from the fastest on one process.
 * @param note Where the runs are from; stands below the title.
 * @throws one line when there is no row.
 */
export function frameworkThroughputFigure(rows: readonly FrameworkThroughput[], note = ""): Figure {
  if (rows.length === 0) throw new Error("This figure needs a framework, and there is none: measure one.");
  const counts = [...new Set(rows.map(({ processes }) => processes))].sort((a, b) => a - b);
  const names = [...rows]
    .sort((a, b) => a.processes - b.processes || b.mean - a.mean)
    .map(({ name }) => name)
    .filter((name, at, all) => all.indexOf(name) === at);
  const titles = counts.map((count) => counted(count, "process", "processes"));
  return notedFigure(
    "Throughput of the frameworks",
    note,
    counts.map((count, index) => {
      const style = seriesStyle(index);
      const those = rows.filter(({ processes }) => processes === count);
      return {
        ...scatter("markers", titles[index]),
        x: those.map(({ mean }) => mean),
        y: those.map(({ name }) => names.indexOf(name) + 0.3 * (index - (counts.length - 1) / 2)),
        marker: { ...pointMarker(style), size: 10 },
        error_x: errorBars(those.map((way) => reachOf({ ...way, low: Math.max(0, way.low) })), style.colour, 2),
        hovertemplate: "%{x:.3~g} images/s",
      };
    }),
    {
      height: heightOf(Math.max(2, names.length) * 44),
      xaxis: axis("Throughput, all processes", "images/s", { rangemode: "tozero" }),
      yaxis: laneAxis(names.map((text, y) => ({ text, y })), [names.length - 0.5, -0.5]),
      shapes: names.slice(1).map((_, at) => ({ ...lineAcross(at + 0.5, { color: "#DDDDDD", width: 1 }), layer: "below" })),
    },
  );
} // prettier-ignore
